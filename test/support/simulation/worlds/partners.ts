/** Partners as the real ones may be: what they answer need not be what they have done, and their lists are late. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import { advance } from '../../../../shared/orders/advance.ts';
import { careful, carefulWithKeys } from '../../../../shared/partners/assumed.ts';
import type { Partner, PartnerRequest, SubmitOutcome } from '../../../../shared/partners/partner.ts';
import { operate } from '../../../../shared/web/operator/operate.ts';
import { depsAround } from '../../fakes/around.ts';
import { forEachProduct, type MemoryDeps } from '../../fakes/deps.ts';
import { oneOf, type Random, stallBrieflyMs, stallMs } from '../chance.ts';
import { type World, withoutMore } from './world.ts';

/** The same change to every partner. */
export const withPartners = (made: MemoryDeps, change: (partner: Partner) => Partner): MemoryDeps => ({
  ...made,
  partners: forEachProduct((product) => change(made.partners[product])),
});

/** An order stands in no list for this long after its call was answered, ms. The service waits for a minute. */
const mostUnlistedMs = 55_000;
/** The same where a call may land seconds after it was given up. */
const unlistedWithoutKeysMs = 30_000;

/** Shorter than the time limit of a call, ms. */
const mostSlowMs = 50_000;

/** When the call that made a reference's order was answered, and for how long the order stays unlisted. */
interface Called {
  at: number;
  readonly unlistedMs: number;
}

/** The faults that a kind of bad partner has. */
interface Ways {
  /** It has made the order, and answers all the same that it takes none now. */
  readonly isBehind?: boolean;
  /** It refuses a second call before it compares the key. */
  readonly refusesRepeats?: boolean;
  readonly hasNoKeys?: boolean;
  /** It cannot be reached for minutes. */
  readonly isUnreachable?: boolean;
  /** A call takes up to its time limit, and may then come to nothing. */
  readonly isSlow?: boolean;
}

function badPartner(made: MemoryDeps, rare: Random, mayFail: () => boolean, ways: Ways): MemoryDeps {
  const { clock, orders } = made;
  const hasNoKeys = ways.hasNoKeys === true;
  const often = 0.1 + 0.4 * rare();
  const reachedAt = ways.isUnreachable === true ? clock.now() + rare() * 240_000 : 0;
  return withPartners(made, (partner) => {
    const calls = new Map<string, Called>();
    let count = 0;
    const isListed = (reference: string) => {
      const call = calls.get(reference);
      return call === undefined || clock.now() - call.at >= call.unlistedMs;
    };
    const made = (reference: string) =>
      orders.all().find((order) => order.reference === reference || order.reference.startsWith(`${reference}/`));
    /** Without keys each call is a new order: its reference gets an ending. */
    const keyOf = (reference: string) => {
      if (!hasNoKeys) return reference;
      count += 1;
      return `${reference}/${count}`;
    };
    const submit = async (request: PartnerRequest): Promise<SubmitOutcome> => {
      const { reference } = request;
      if (clock.now() < reachedAt) return { kind: 'not_taken', reason: 'no connection' };
      const known = calls.get(reference);
      const mostMs = hasNoKeys ? unlistedWithoutKeysMs : mostUnlistedMs;
      const called = known ?? { at: clock.now(), unlistedMs: rare() * mostMs };
      calls.set(reference, called);
      if (known !== undefined && ways.refusesRepeats && mayFail() && !isListed(reference) && made(reference))
        if (rare() < often) return { kind: 'rejected', reason: 'The request is not valid.' };
      if (ways.isSlow && mayFail()) await clock.sleep(rare() * mostSlowMs);
      if (ways.isSlow && mayFail() && rare() < often) return { kind: 'unknown', reason: 'no answer' };
      const isRepeat = !hasNoKeys && made(reference) !== undefined;
      const outcome = await partner.submit({ ...request, reference: keyOf(reference) });
      // A repeat under its key is answered with the order that is there, and hides it from no list again.
      if (!isRepeat) called.at = clock.now();
      if (outcome.kind !== 'accepted' || !mayFail() || rare() >= often) return outcome;
      if (!ways.isBehind) return { kind: 'unknown', reason: 'no answer' };
      return { kind: oneOf(['unavailable', 'unavailable', 'unknown'] as const, rare), reason: 'the gateway gave up' };
    };
    const find: Partner['find'] = async (reference, order) => {
      if (!isListed(reference)) return { kind: 'none' };
      return partner.find(made(reference)?.reference ?? reference, order);
    };
    return {
      ...partner,
      assumed: hasNoKeys || partner.assumed.keysLiveMs.value === 0 ? careful : carefulWithKeys,
      submit,
      find,
    };
  });
}

const bad =
  (ways: Ways): World =>
  (made, rare, mayFail) => ({ ...withoutMore(badPartner(made, rare, mayFail, ways)), isSlow: ways.isSlow === true });

export const behindAnswers = bad({ isBehind: true });
export const behindAnswersWithoutKeys = bad({ isBehind: true, hasNoKeys: true });
export const refusedRepeats = bad({ refusesRepeats: true });
/** Every call makes an order, and only a look at the list shows it. */
export const withoutKeys = bad({ hasNoKeys: true });
export const slowWithoutKeys = bad({ hasNoKeys: true, isSlow: true });
export const unreachable = bad({ isUnreachable: true });

/** Some calls make an order each, whatever their key. */
export const hasKeyless = ({ partners }: Pick<MemoryDeps, 'partners'>): boolean =>
  Object.values(partners).some(({ assumed }) => assumed.keysLiveMs.value === 0);

const hourMs = 3_600_000;

/** After a key's life, and while a partner's lists still show an order of that time. */
const silentMs = 26 * hourMs;

const keyLivesMs = 24 * hourMs;

/** Under a key that is forgotten each call is a new order, and the answer to the first is lost. */
export const forgottenKeys: World = (made, rare) => {
  const { clock, orders } = made;
  const healsAt = clock.now() + silentMs;
  const jobIds: string[] = [];
  const memory = withPartners(made, (partner) => {
    const firstCalls = new Map<string, number>();
    const calls = new Map<string, number>();
    const madeFor = (reference: string) => orders.all().filter((order) => order.reference.split('/')[0] === reference);
    return {
      ...partner,
      assumed: carefulWithKeys,
      async submit(request) {
        const { reference } = request;
        const firstCall = firstCalls.get(reference) ?? clock.now();
        firstCalls.set(reference, firstCall);
        if (clock.now() < healsAt) return { kind: 'unknown', reason: 'no answer' };
        const count = (calls.get(reference) ?? 0) + 1;
        calls.set(reference, count);
        const isForgotten = clock.now() - firstCall > keyLivesMs;
        const outcome = await partner.submit(
          isForgotten ? { ...request, reference: `${reference}/${count}` } : request,
        );
        return count === 1 && outcome.kind === 'accepted' ? { kind: 'unknown', reason: 'no answer' } : outcome;
      },
      async find(reference, order) {
        if (clock.now() < healsAt) return { kind: 'unknown' };
        const unlistedMs = rare() * mostUnlistedMs;
        const [listed] = madeFor(reference).filter(({ createdAt }) => clock.now() - createdAt > unlistedMs);
        return listed === undefined ? { kind: 'none' } : partner.find(listed.reference, order);
      },
    };
  });
  return {
    ...withoutMore(memory),
    afterLives: async (ids) => void jobIds.push(...ids),
    async muchLater() {
      await clock.wind(Math.max(0, healsAt - clock.now()));
      for (const job_id of jobIds)
        await operate(memory, { command: 'resubmit', job_id }, clock.now() + hourMs).catch(() => undefined);
    },
  };
};

/** A process stands still before a call for minutes, far beyond any claim, and goes on as if nothing had been. */
export const stalls: World = (made, rare, mayFail) => ({
  ...withoutMore(made),
  process: (deps, brief) =>
    depsAround(deps, async (port, call) => {
      if (mayFail() && rare() < 0.03) await made.clock.sleep((brief.has(port) ? stallBrieflyMs : stallMs)(rare));
      return call();
    }),
});

/** A process stands still between a call of this port and the next look at the job, until long after its claim: so often at most. */
const stallsAfter =
  (after: string, often: number, most: number, ms: (random: Random) => number): World =>
  (made, rare, mayFail) => ({
    ...withoutMore(made),
    process(deps) {
      let [hasCalled, times] = [false, 0];
      return depsAround(deps, async (port, call) => {
        const isNext = hasCalled && port === 'jobs.get';
        hasCalled = port === after || (hasCalled && !isNext);
        const isStill = isNext && times < most && mayFail() && rare() < often;
        times += isStill ? 1 : 0;
        if (isStill) await made.clock.sleep(ms(rare));
        return call();
      });
    },
  });

/** Between a call that makes an order and the write of what came of it. */
export const stalledOutcomes: World = stallsAfter('partner.submit', 0.8, 20, (random) => 90_000 + random() * 150_000);

/** Between the look for an order and the refund of what no partner has. */
export const stalledRefunds: World = stallsAfter('partner.find', 0.3, 2, stallMs);

/** Each message meets this version of the code or the other one: the module of each has its `advance`. */
export const otherWorker =
  (other: typeof advance, own: typeof advance = advance): World =>
  (made, rare) => ({ ...withoutMore(made), advances: () => (rare() < 0.5 ? other : own) });

/** The other version writes other bytes under the same key: the partner calls that an invalid request until it lists the order. */
export const otherBytes: World = (made, rare) => {
  const bytes = new Map<string, string>();
  const comparing = (partner: Partner): Partner => ({
    ...partner,
    async submit(request: PartnerRequest): Promise<SubmitOutcome> {
      const first = bytes.get(request.reference) ?? request.title;
      bytes.set(request.reference, first);
      if (first === request.title) return partner.submit(request);
      const isMade = made.orders.all().some(({ reference }) => reference === request.reference);
      return isMade ? { kind: 'rejected', reason: 'The request is not valid.' } : partner.submit(request);
    },
  });
  const memory = { ...made, partners: forEachProduct((product) => comparing(made.partners[product])) };
  return {
    ...withoutMore(memory),
    worker: (deps: ServiceDeps) => (rare() < 0.5 ? deps : { ...deps, partners: retitled(deps) }),
  };
};

const retitled = ({ partners }: ServiceDeps): ServiceDeps['partners'] =>
  Object.fromEntries(
    Object.entries(partners).map(([product, partner]) => [
      product,
      {
        ...partner,
        submit: (request: PartnerRequest) => partner.submit({ ...request, title: `${request.title} (2)` }),
      },
    ]),
  );
