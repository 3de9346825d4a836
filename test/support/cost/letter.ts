/** The life of a letter, as caller, payer, partner and sweeper make it, and what AWS bills for it. */
import { ordered, orderFor, payingEvent, quoted, received } from '../fakes/orders.ts';
import { openPrintHouse, type PrintHouse, type Station } from '../simulation/print-house.ts';
import {
  audit,
  gb,
  keptMonths,
  livesDays,
  mbOfOneCpu,
  paysAfterMs,
  platformLogBytes,
  secondsAMonth,
  start,
  twice,
} from './assumed.ts';
import { cpuMsSince, type Desk, openDesk } from './desk.ts';
import { secretsOf } from './idle.ts';
import { plus, times, type Usage } from './prices.ts';
import { gbOf, gbOfFunction, rowOf } from './rows.ts';

const text = 'Dear Ada,\n\nthe engine works.';
const day = 86_400_000;
/** Ordinary mail within the US: the carrier follows it, so it may still come back when the partner calls it completed. */
const stations: readonly Station[] = [
  { ageMs: 0, progress: { stage: 'accepted' } },
  { ageMs: 14 * 3_600_000, progress: { stage: 'in_progress' } },
  { ageMs: (livesDays / 3) * day, progress: { stage: 'dispatched' } },
  { ageMs: livesDays * day, progress: { stage: 'completed' } },
];
/** After its last reading. */
const wholeLifeMs = 90 * day;

/** A desk whose letters are printed by a house that tells of each station. */
function deskWithHouse() {
  let house: PrintHouse | undefined;
  const desk = openDesk((deps) => {
    house = openPrintHouse(deps, stations, 'postgrid');
  });
  const tell = () =>
    desk.as('POST /v1/webhooks/postgrid', (deps) => house?.tell(deps) ?? Promise.reject(new Error('no house')));

  const quote = async (): Promise<unknown> =>
    (await desk.as('POST /v1/quotes', (deps) => quoted(deps, { text }))).quote_id;

  /** From the job's creation until nobody asks for it any more. */
  async function live(quoteId: unknown): Promise<void> {
    const jobId = await desk.as('POST /v1/jobs', async (deps) => {
      const { letter, ...rest } = orderFor(quoteId);
      return (await ordered(deps, { ...rest, letter: { ...letter, text } })).body.job_id as string;
    });
    await desk.sweptFor(paysAfterMs);
    const event = await payingEvent(desk.deps, jobId);
    await desk.as('POST /v1/webhooks/stripe', (deps) => received(deps, event));
    // The partner takes the order, whether the event waits for that or not.
    await desk.sweptFor(10_000);
    const takenAt = house?.takenAt() ?? Number.NaN;
    if (Number.isNaN(takenAt)) throw new Error('the partner has not taken the letter');
    // One event when the partner has the order, one at each station, and one with what the carrier says.
    const told = [...stations.map(({ ageMs }) => ageMs), (livesDays - 1) * day].sort((one, other) => one - other);
    for (const ageMs of told) {
      await desk.sweptFor(Math.max(0, takenAt + ageMs - desk.deps.clock.now()));
      await tell();
    }
    await desk.sweptFor(wholeLifeMs);
  }
  return { desk, quote, live };
}

type Counted = ReturnType<Desk['counted']>;

export interface Letter {
  readonly usage: Usage;
  readonly messages: number;
  /** Invocations of each function. */
  readonly byFunction: ReadonlyMap<string, number>;
}

/** Its quote is counted by itself. The first of two letters warms the process up. */
export async function usualLetter(): Promise<Letter> {
  await oneLetter();
  return oneLetter();
}

async function oneLetter(): Promise<Letter> {
  const { desk, quote, live } = deskWithHouse();
  const quoteId = await quote();
  const [before, functions] = [desk.counted(), new Map(desk.byFunction)];
  const started = process.cpuUsage();
  await live(quoteId);
  const allCpuMs = cpuMsSince(started);
  const after = desk.counted();
  const use = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Counted]]),
  ) as unknown as Counted;
  const once = usageOf(use, allCpuMs - use.sweptCpuMs);
  const kept: Usage = {
    tableGbMonth: (use.keptBytes / gb) * keptMonths.items,
    backupGbMonth: (use.keptBytes / gb) * keptMonths.items,
    objectGbMonth: (use.documentBytes / gb) * keptMonths.documents,
    // The partner is sent the document.
    outGb: use.objectPuts > 1 ? use.documentBytes / use.objectPuts / gb : 0,
  };
  const audited = { tableRead: audit.readsOfJob, armGbSecond: audit.secondsOfJob * gbOf(rowOf('audit')) };
  return {
    usage: plus(times(once, 1 + twice), kept, audited),
    messages: use.messages,
    byFunction: new Map([...desk.byFunction].map(([name, calls]) => [name, calls - (functions.get(name) ?? 0)])),
  };
}

/** Less memory makes a function slower and cheaper alike, so a millisecond of a whole processor costs the same everywhere. */
const usageOf = (use: Counted, cpuMs: number): Usage => ({
  apiRequest: use.requests,
  invocation: use.invocations,
  armGbSecond: use.waitedGbSeconds + (cpuMs / 1_000) * (mbOfOneCpu / 1_024),
  tableRead: use.tableReads,
  tableWrite: use.tableWrites,
  objectPut: use.objectPuts,
  objectGet: use.objectGets,
  message: 3 * use.messages,
  logGb: (use.logBytes + use.invocations * platformLogBytes.invocation + use.requests * platformLogBytes.request) / gb,
});

/**
 * Starts of functions that have slept, for one letter of so many a month: calls come by chance, so a call is cold if none
 * came within the time before it.
 */
export const startsOf = ({ byFunction }: Letter, lettersAMonth: number): Usage =>
  plus(
    ...[...byFunction].map(([name, calls]) => {
      const warm = (calls * lettersAMonth * start.sleepsAfterSeconds) / secondsAMonth;
      const once: Usage = { armGbSecond: start.seconds * gbOfFunction(name), secretCall: secretsOf(name) };
      return times(once, calls * Math.exp(-warm));
    }),
  );
