/** Partners as bad as real ones can be: their responses may contradict what they did, and their lists are late. */
import type { Partner, PartnerRequest, SubmitOutcome } from '../../../../shared/partners/partner.ts';
import { cautiousAssumptions } from '../../../../shared/partners/partner.ts';
import { postgrid } from '../../../../shared/partners/postgrid/facts.ts';
import { depsAround } from '../../fakes/around.ts';
import { forEachProduct, type MemoryDeps } from '../../fakes/deps.ts';
import { oneOf, type Random, stallBrieflyMs, stallMs } from '../chance.ts';
import { noEffects, type World } from './world.ts';

/** Makes the same change to every partner. */
export function withPartners(base: MemoryDeps, change: (partner: Partner) => Partial<Partner>): MemoryDeps {
  const changed = (partner: Partner) => ({ ...partner, ...change(partner) });
  return { ...base, partners: forEachProduct((product) => changed(base.partners[product])) };
}

/** How long after the response lists may not show an order, in ms. The service waits for a minute. */
const maxUnlistedMs = 55_000;
/** The same at a partner without keys, but shorter, because a call may arrive seconds after its caller gave up. */
const maxUnlistedMsWithoutKeys = 30_000;

/** The call that made the order of a reference. */
interface FirstCall {
  /** When it got its response, Unix ms. */
  at: number;
  /** How long lists don't show the order. */
  readonly unlistedMs: number;
}

/** The faults of a kind of bad partner. */
interface PartnerFaults {
  /** It has made the order, but responds that it can't take one now. */
  readonly refusesFalsely?: boolean;
  /** It refuses a second call before it compares the key. */
  readonly refusesRepeats?: boolean;
  /** Each call makes a new order. */
  readonly hasNoKeys?: boolean;
}

function badPartner(base: MemoryDeps, random: Random, mayFail: () => boolean, faults: PartnerFaults): MemoryDeps {
  const { clock, orders } = base;
  const hasNoKeys = faults.hasNoKeys === true;
  const faultRate = 0.1 + 0.4 * random();
  return withPartners(base, (partner) => {
    const calls = new Map<string, FirstCall>();
    let count = 0;
    const isListed = (reference: string) => {
      const call = calls.get(reference);
      return call === undefined || clock.now() - call.at >= call.unlistedMs;
    };
    const orderMadeFor = (reference: string) =>
      orders.all().find((order) => order.reference === reference || order.reference.startsWith(`${reference}/`));
    /** Without keys each call is a new order, whose reference gets a suffix. */
    const referenceFor = (reference: string) => {
      if (!hasNoKeys) return reference;
      count += 1;
      return `${reference}/${count}`;
    };
    const submit = async (request: PartnerRequest): Promise<SubmitOutcome> => {
      const { reference } = request;
      const earlier = calls.get(reference);
      const maxMs = hasNoKeys ? maxUnlistedMsWithoutKeys : maxUnlistedMs;
      const call = earlier ?? { at: clock.now(), unlistedMs: random() * maxMs };
      calls.set(reference, call);
      const isHidden = !isListed(reference) && orderMadeFor(reference) !== undefined;
      if (earlier !== undefined && faults.refusesRepeats && mayFail() && isHidden && random() < faultRate)
        return { kind: 'rejected', reason: 'The request is not valid.', cause: 'ours' };
      const isRepeat = !hasNoKeys && orderMadeFor(reference) !== undefined;
      const outcome = await partner.submit({ ...request, reference: referenceFor(reference) });
      // A repeat with its key gets the existing order, which lists keep showing.
      if (!isRepeat) call.at = clock.now();
      if (outcome.kind !== 'accepted' || !mayFail() || random() >= faultRate) return outcome;
      if (!faults.refusesFalsely) return { kind: 'unknown', reason: 'no answer' };
      return { kind: oneOf(['unavailable', 'unavailable', 'unknown'] as const, random), reason: 'the gateway gave up' };
    };
    const find: Partner['find'] = async (reference, order) => {
      if (!isListed(reference)) return { kind: 'none' };
      return partner.find(orderMadeFor(reference)?.reference ?? reference, order);
    };
    return {
      assumed: hasNoKeys || partner.assumed.keysLiveMs === 0 ? cautiousAssumptions : postgrid.assumed,
      submit,
      find,
    };
  });
}

const bad =
  (faults: PartnerFaults): World =>
  (base, random, mayFail) =>
    noEffects(badPartner(base, random, mayFail, faults));

export const falseRefusals = bad({ refusesFalsely: true });
export const falseRefusalsWithoutKeys = bad({ refusesFalsely: true, hasNoKeys: true });
export const refusedRepeats = bad({ refusesRepeats: true });
/** Every call makes an order, and only the list shows it. */
export const withoutKeys = bad({ hasNoKeys: true });

/** True if some partner has no keys, so that each call makes an order. */
export const hasKeyless = ({ partners }: Pick<MemoryDeps, 'partners'>): boolean =>
  Object.values(partners).some(({ assumed }) => assumed.keysLiveMs === 0);

/** Processes pause before calls for minutes, longer than any claim; if a call is irrevocable, only for seconds. */
export const stalls: World = (base, random, mayFail) => ({
  ...noEffects(base),
  process: (deps, irrevocable) =>
    depsAround(deps, async (port, call) => {
      const pauseMs = irrevocable.has(port) ? stallBrieflyMs : stallMs;
      if (mayFail() && random() < 0.03) await base.clock.sleep(pauseMs(random));
      return call();
    }),
});
