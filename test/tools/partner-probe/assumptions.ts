/**
 * Asks a partner for what the service assumes of it, and holds the answer against the partner's descriptor. What a test key
 * cannot bring about is said with its reason.
 */
import { askPartner } from '../../../lib/operator/doctor/partner-connection.ts';
import type { Reply } from '../../../shared/adapters/http/partner-client.ts';
import { type Bench, said } from './bench.ts';
import { type Finding, verdictOf } from './finding.ts';
import { type House, listed, madeBy, type Order, tidied } from './house.ts';

/** A finding about the partner that is asked. */
type Found = Omit<Finding, 'partner'>;

type Time = Pick<Bench, 'now' | 'sleep' | 'word'>;

const seconds = 1_000;
/** The delays after an order at which the probe looks for it. */
const looksAt = [0, 1, 2, 5, 10, 20, 40, 60].map((after) => after * seconds);

const send = (house: House, order: Order): Promise<Reply> => askPartner(house.line, house.order(order));

const plural = (count: number): string => (count === 1 ? 'one order' : `${count} orders`);

/** All findings about one partner that need no day in between. It takes a minute or two. */
export async function findingsAt(house: House, time: Time): Promise<Finding[]> {
  const { title, assumed } = house.descriptor;
  const { stranger, wrong } = await refusals(house, time);
  const found: Found[] = [stranger, ...unaskable(house)];
  if (house.givesNoOrder === undefined) {
    found.push(await listsSoon(house, time));
    if (assumed.keysLiveMs.value === 0) found.push(noKeys(house));
    else
      found.push(
        await underOneKey(house, time, 'the same order again', {}),
        await underOneKey(house, time, 'other bytes', { text: 'other words' }),
        await inFlight(house, time),
      );
  } else found.push(...withoutOrders(house, house.givesNoOrder));
  return [...found, wrong].map((finding) => ({ partner: title, ...finding }));
}

/**
 * An order under a key that nobody has, and one that is not valid: both get a no, and no list shows them once it must be
 * complete. The second is then refused again under its key.
 */
async function refusals(house: House, time: Time): Promise<{ readonly stranger: Found; readonly wrong: Found }> {
  const a1 = { assumption: 'A1', asked: 'an order under a key that nobody has makes none' } as const;
  const a7 = { assumption: 'A7', asked: 'an order that was refused stays refused' } as const;
  const strange = { reference: time.word() };
  const order = { reference: time.word(), key: time.word(), isWrong: true };
  const unknown = await askPartner(house.stranger, house.order(strange));
  const first = await send(house, order);
  await time.sleep(house.descriptor.assumed.listsAfterMs.value);
  const [ofStranger, ofWrong] = [await listed(house, strange.reference), await listed(house, order.reference)];
  const again = await send(house, order);
  const late = madeBy(house, again);
  const { value } = house.descriptor.assumed.madeNothing;
  const isNamed = unknown.kind === 'answered' && value.includes(unknown.status);
  const early = madeBy(house, first);
  const wrongOnes = new Set([...(ofWrong ?? []), early, late].filter((id) => id !== undefined));
  await tidied(house, [...(ofStranger ?? []), ...wrongOnes]);
  const stranger = (): Found =>
    ofStranger === undefined
      ? { ...a1, answer: `${said(unknown)}; it does not list`, verdict: 'cannot be asked' }
      : {
          ...a1,
          answer: `${said(unknown)}; ${plural(ofStranger.length)} afterwards`,
          verdict: verdictOf(isNamed && ofStranger.length === 0),
        };
  const wrong = (): Found => {
    if (early !== undefined)
      return { ...a7, answer: `it took an order that is not valid (${said(first)})`, verdict: 'cannot be asked' };
    if (ofWrong === undefined) return { ...a7, answer: `${said(first)}; it does not list`, verdict: 'cannot be asked' };
    const answer = `${said(first)}; ${plural(ofWrong.length)} afterwards; again: ${said(again)}`;
    return { ...a7, answer, verdict: verdictOf(wrongOnes.size === 0) };
  };
  return { stranger: stranger(), wrong: wrong() };
}

function unaskable({ descriptor: { assumed } }: House): Found[] {
  const others = assumed.madeNothing.value.filter((status) => status !== 401);
  if (others.length === 0) return [];
  return [
    {
      assumption: 'A1',
      asked: `an answer of ${others.join(' or ')} makes none`,
      answer: 'no test key brings such an answer about',
      verdict: 'cannot be asked',
    },
  ];
}

async function listsSoon(house: House, { now, sleep, word }: Time): Promise<Found> {
  const mostMs = house.descriptor.assumed.listsAfterMs.value;
  const about = { assumption: 'A2', asked: `a list shows an order within ${mostMs / seconds} s` } as const;
  const reference = word();
  const made = await send(house, { reference });
  const id = madeBy(house, made);
  if (id === undefined) return { ...about, answer: `it took no order: ${said(made)}`, verdict: 'cannot be asked' };
  const since = now();
  let seenAfterMs: number | undefined;
  for (const at of looksAt) {
    await sleep(Math.max(0, since + at - now()));
    if (!(await listed(house, reference))?.includes(id)) continue;
    seenAfterMs = now() - since;
    break;
  }
  await tidied(house, [id]);
  if (seenAfterMs === undefined) return { ...about, answer: 'not listed within 60 s', verdict: 'does not hold' };
  return {
    ...about,
    answer: `listed after ${Math.round(seenAfterMs / seconds)} s`,
    verdict: verdictOf(seenAfterMs <= mostMs),
  };
}

/** Two orders under one key, a second apart. */
async function underOneKey(house: House, time: Time, what: string, change: Partial<Order>): Promise<Found> {
  const about = { assumption: 'A3', asked: `a key makes one order: ${what}` } as const;
  const order = { reference: time.word(), key: time.word() };
  const first = await send(house, order);
  await time.sleep(1 * seconds);
  const second = await send(house, { ...order, ...change });
  return onlyOne(house, about, [first, second]);
}

/** Two calls at the same time. */
async function inFlight(house: House, time: Time): Promise<Found> {
  const about = { assumption: 'A3', asked: 'a key makes one order: a call in flight' } as const;
  const order = { reference: time.word(), key: time.word() };
  return onlyOne(house, about, await Promise.all([send(house, order), send(house, order)]));
}

async function onlyOne(
  house: House,
  about: Pick<Finding, 'assumption' | 'asked'>,
  replies: readonly Reply[],
): Promise<Found> {
  const ids = new Set(replies.map((reply) => madeBy(house, reply)).filter((id) => id !== undefined));
  await tidied(house, ids);
  const answer = `${plural(ids.size)} (${replies.map(said).join('; ')})`;
  return { ...about, answer, verdict: ids.size === 0 ? 'cannot be asked' : verdictOf(ids.size === 1) };
}

const noKeys = ({ descriptor }: House): Found => ({
  assumption: 'A3',
  asked: 'a key makes one order',
  answer: `nothing is assumed: ${descriptor.assumed.keysLiveMs.source}`,
  verdict: 'cannot be asked',
});

function withoutOrders(house: House, answer: string): Found[] {
  const asked = `a list shows an order within ${house.descriptor.assumed.listsAfterMs.value / seconds} s`;
  return [{ assumption: 'A2', asked, answer, verdict: 'cannot be asked' }, noKeys(house)];
}
