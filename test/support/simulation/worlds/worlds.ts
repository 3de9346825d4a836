/** Rare but real faults, on top of a run's usual ones: pauses, wrong clocks, repeated writes. */
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Stored } from '../../../../shared/domain/stored.ts';
import type { RefundOutcome } from '../../../../shared/partners/payments.ts';
import type { Collection } from '../../../../shared/storage/table.ts';
import { type MemoryDeps, paymentsBut } from '../../fakes/deps.ts';
import { oneOf, seeded } from '../chance.ts';
import { falseRefusals, falseRefusalsWithoutKeys, refusedRepeats, stalls, withoutKeys } from './partners.ts';
import { calm, noEffects, sometimes, together, type World, type WorldEffects } from './world.ts';

type Refund = MemoryDeps['payments']['mock']['refund'];

const withRefund = (base: MemoryDeps, change: (refund: Refund) => Refund): MemoryDeps => ({
  ...base,
  payments: paymentsBut(base, { refund: change(base.payments.mock.refund) }),
});

/** Retries make at most this many calls within `shortMs`. */
const maxCalls = 8;
const shortMs = 5_000;

/** Detects refunds that are requested again and again without a pause. */
function countingRefunds(base: MemoryDeps): { readonly memory: MemoryDeps; readonly broken: WorldEffects['broken'] } {
  const hot = new Set<string>();
  const times = new Map<string, number[]>();
  const memory = withRefund(base, (refund) => async (jobId, payment) => {
    const now = base.clock.now();
    const recent = [...(times.get(jobId) ?? []), now].filter((at) => at > now - shortMs);
    times.set(jobId, recent);
    if (recent.length > maxCalls) hot.add(jobId);
    return refund(jobId, payment);
  });
  return { memory, broken: ({ id }) => (hot.has(id) ? ['the provider is not called without a pause'] : []) };
}

/** Refunds are postponed or refused: once, or for every call with the same key. */
const refusedRefunds: World = (base, random, mayFail) => {
  const stored = new Map<string, RefundOutcome>();
  const often = 0.2 + 0.4 * random();
  const refusing = withRefund(base, (refund) => async (jobId, payment) => {
    const session = base.sessions.all().find(({ request }) => request.jobId === jobId);
    const isMade = session?.refundedAt !== undefined;
    if (isMade || !mayFail() || random() >= often) return stored.get(jobId) ?? refund(jobId, payment);
    const outcome = stored.get(jobId) ?? oneOf(['refused', 'refused', 'not_now'] as const, random);
    if (outcome === 'refused' && random() < 0.3) stored.set(jobId, outcome);
    return outcome;
  });
  const { memory, broken } = countingRefunds(refusing);
  return { ...noEffects(memory), broken, forgetsRefusals: true };
};

/** In half of the runs, partners have no keys. */
const stallsOfMinutes: World = together(sometimes(0.5, withoutKeys), stalls);

/** Each worker's clock is off by up to five minutes. */
const wrongClocks: World = (base, random) => {
  const errors = [-1, 0, 1].map((sign) => sign * random() * 300_000);
  const skewed = (deps: ServiceDeps, errorMs: number): ServiceDeps => ({
    ...deps,
    clock: { now: () => base.clock.now() + errorMs, sleep: (ms) => base.clock.sleep(ms) },
  });
  return { ...noEffects(base), worker: (deps) => skewed(deps, errors[Math.floor(random() * 3)] ?? 0) };
};

/** This world breaks an assumption of the others: docs/promises.md, A5. */
const onlyAlone = 'workers whose clocks are off by minutes';

export const rareFaults: Readonly<Record<string, World>> = {
  'processes that pause beyond their claim': stallsOfMinutes,
  [onlyAlone]: wrongClocks,
};

const collections = [
  'quotes',
  'uploads',
  'idempotencyKeys',
  'jobs',
  'bankAccounts',
  'checkCounters',
  'serialLocks',
  'requestCounters',
  'outboxes',
  'sharedAnswers',
  'silencedAddresses',
] as const;

/** A write is saved but its response is lost. When the SDK repeats it, another process seems to have been faster. */
const repeatedWrites: World = (base, random, mayFail) => {
  const often = random() * 0.2;
  const isRepeated = () => mayFail() && random() < often;
  const repeating = <T extends Stored, C extends Collection<T>>(items: C): C => ({
    ...items,
    create: async (item: T) => ((await items.create(item)) === 'saved' && !isRepeated() ? 'saved' : 'exists'),
    replace: async (item: T) => ((await items.replace(item)) === 'saved' && !isRepeated() ? 'saved' : 'stale'),
  });
  return {
    ...noEffects(base),
    process: (deps) => ({
      ...deps,
      ...Object.fromEntries(collections.map((name) => [name, repeating(deps[name] as Collection<Stored>)])),
    }),
  };
};

export const worlds: Readonly<Record<string, World>> = {
  ...rareFaults,
  'orders that are made although the partner says no': falseRefusals,
  'the same at a partner without keys': falseRefusalsWithoutKeys,
  'repeated calls that are refused': refusedRepeats,
  'refunds that are refused or postponed': refusedRefunds,
  'writes that are saved although they seem lost': repeatedWrites,
};

const inPairs = Object.keys(worlds).filter((name) => name !== onlyAlone);

/** The names of the worlds of a seed: none, one or two. */
export function worldsOf(seed: number): readonly string[] {
  const random = seeded(seed ^ 0x30a1d);
  const isPlain = random() < 0.2;
  const isPair = !isPlain && random() >= 0.6;
  const first = oneOf(Object.keys(worlds), random);
  if (isPlain) return [];
  if (!isPair || first === onlyAlone) return [first];
  return [...new Set([first, oneOf(inPairs, random)])];
}

export function worldOf(seed: number): World {
  const chosen = worldsOf(seed).flatMap((name) => worlds[name] ?? []);
  return chosen.length === 0 ? calm : together(...chosen);
}
