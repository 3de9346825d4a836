/** A payment provider that refuses and postpones refunds, and payers whose banks take payments back at any time. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import { receivePaymentEvent } from '../../../../shared/orders/events/receive-payment-event.ts';
import { receivePartnerEvent } from '../../../../shared/orders/read-progress.ts';
import type { PaymentEvent, RefundOutcome } from '../../../../shared/partners/payments.ts';
import { type MemoryDeps, paymentsBut } from '../../fakes/deps.ts';
import { oneOf } from '../chance.ts';
import { insisting } from '../people.ts';
import { type Besides, type World, withoutMore } from './world.ts';

type Refund = MemoryDeps['payments']['mock']['refund'];

const sessionOf = ({ sessions }: MemoryDeps, jobId: string) =>
  sessions.all().find(({ request }) => request.jobId === jobId);

const withRefund = (made: MemoryDeps, change: (refund: Refund) => Refund): MemoryDeps => ({
  ...made,
  payments: paymentsBut(made, { refund: change(made.payments.mock.refund) }),
});

/** More calls than any retry makes in so short a time. */
const mostCalls = 8;
const shortMs = 5_000;

/** Sees whether a refund is asked for again and again without a pause. */
function countingRefunds(made: MemoryDeps): { readonly memory: MemoryDeps; readonly broken: Besides['broken'] } {
  const hot = new Set<string>();
  const times = new Map<string, number[]>();
  const memory = withRefund(made, (refund) => async (jobId, payment) => {
    const now = made.clock.now();
    const recent = [...(times.get(jobId) ?? []), now].filter((at) => at > now - shortMs);
    times.set(jobId, recent);
    if (recent.length > mostCalls) hot.add(jobId);
    return refund(jobId, payment);
  });
  return { memory, broken: ({ id }) => (hot.has(id) ? ['the provider is not asked without a pause'] : []) };
}

/** Refunds are refused, each time anew or as it is stored under the key, or postponed. */
export const refusedRefunds: World = (made, rare, mayFail) => {
  const stored = new Map<string, RefundOutcome>();
  const often = 0.2 + 0.4 * rare();
  const refusing = withRefund(made, (refund) => async (jobId, payment) => {
    const session = sessionOf(made, jobId);
    const isMade = session?.refundedAt !== undefined;
    if (isMade || !mayFail() || rare() >= often) return stored.get(jobId) ?? refund(jobId, payment);
    const outcome = stored.get(jobId) ?? oneOf(['refused', 'refused', 'not_now'] as const, rare);
    if (outcome === 'refused' && rare() < 0.3) stored.set(jobId, outcome);
    return outcome;
  });
  const { memory, broken } = countingRefunds(refusing);
  return { ...withoutMore(memory), broken, forgetsRefusals: true };
};

/** `dies`: the partner cannot carry the order out. `bank`: an issued refund comes back. */
type Act = 'disputed' | 'won' | 'lost' | 'warned' | 'dies' | 'bank';

const plans: readonly (readonly Act[])[] = [
  ['disputed'],
  ['disputed', 'won'],
  ['disputed', 'lost'],
  ['disputed', 'lost', 'dies'],
  ['disputed', 'won', 'disputed', 'lost', 'dies'],
  ['warned'],
  ['warned', 'disputed', 'lost'],
  ['dies'],
  ['dies', 'bank'],
  ['bank'],
];

const kinds = {
  disputed: 'disputed',
  won: 'dispute_won',
  lost: 'dispute_lost',
  warned: 'fraud_warned',
  bank: 'refund_failed',
} as const;

const hourMs = 3_600_000;

/** Disputes are opened, won and lost, thieves are warned of, refunds come back, and orders fail: at any time, in any order. */
export const disputes: World = (made, rare) => {
  const { clock, orders } = made;
  const standing = new Map<string, 'open' | 'lost'>();
  const failed = new Set<string>();
  const warnedAt = new Map<string, number>();
  const disputing = withRefund(made, (refund) => async (jobId, payment) => {
    if (sessionOf(made, jobId)?.refundedAt !== undefined) return 'refunded';
    if (standing.has(jobId)) return 'disputed';
    return failed.has(jobId) ? 'refused' : refund(jobId, payment);
  });
  const counted = countingRefunds(disputing);
  const { memory, claimedAt } = timingClaims(counted.memory);

  /** True if the event tells of something that has happened. */
  async function happens(act: Act, jobId: string): Promise<boolean> {
    const session = sessionOf(made, jobId);
    if (session?.status !== 'paid') return false;
    if (act === 'disputed') {
      if (session.refundedAt !== undefined || standing.has(jobId)) return false;
      standing.set(jobId, 'open');
    }
    if (act === 'won' || act === 'lost') {
      if (standing.get(jobId) !== 'open') return false;
      if (act === 'won') standing.delete(jobId);
      else standing.set(jobId, 'lost');
    }
    if (act !== 'bank') return true;
    if (session.refundedAt === undefined || failed.has(jobId)) return false;
    failed.add(jobId);
    return (await made.sessions.replace({ ...session, refundedAt: undefined })) === 'saved';
  }

  async function tell(act: Exclude<Act, 'dies'>, jobId: string, deps: ServiceDeps): Promise<void> {
    const event: PaymentEvent = {
      id: `evt_${act}`,
      type: act,
      provider: 'mock',
      kind: kinds[act],
      jobId,
      paymentId: sessionOf(made, jobId)?.payment.id,
    };
    const answer = await insisting(made, () => receivePaymentEvent(deps, event), 40, 60_000);
    if (answer !== undefined && act === 'warned') warnedAt.set(jobId, clock.now());
  }

  async function dies(jobId: string, deps: ServiceDeps): Promise<void> {
    const living = orders.all().find((order) => order.jobId === jobId && order.cancelledAt === undefined);
    const view = living && (await made.partners[living.kind].read(living.id));
    // A finished order cannot fail any more.
    if (living === undefined || view === undefined || view.kind !== 'progress') return;
    if (view.progress.stage === 'completed' || (await orders.replace({ ...living, failedAt: clock.now() })) !== 'saved')
      return;
    if (rare() < 0.5) return;
    const event = {
      kind: 'order',
      partnerId: living.id,
      view: { kind: 'stopped', reason: 'The print burnt.', cause: 'ours' },
    } as const;
    await insisting(made, () => receivePartnerEvent(deps, event), 3, 60_000);
  }

  async function follow(plan: readonly Act[], jobId: string, process: () => ServiceDeps, pauseMs: () => number) {
    const told: Promise<void>[] = [];
    for (const act of plan) {
      if (act === 'dies') await dies(jobId, process());
      else if (await happens(act, jobId)) told.push(tell(act, jobId, process()));
      await clock.sleep(pauseMs());
    }
    await Promise.all(told);
  }

  const left = new Map<string, () => Promise<void>>();
  return {
    ...withoutMore(memory),
    async beside(jobId, process) {
      const plan = oneOf(plans, rare);
      const soon = oneOf([1_000, 20_000, 120_000], rare);
      // Some follow the plan while faults happen, from the payment on; for others it begins when all has come to rest.
      if (rare() < 0.4) {
        left.set(jobId, () => follow(plan, jobId, process, () => rare() * oneOf([soon, hourMs], rare)));
        return;
      }
      for (let polls = 0; polls < 50 && sessionOf(made, jobId)?.status !== 'paid'; polls += 1) await clock.sleep(500);
      await clock.sleep(rare() ** 2 * soon);
      await follow(plan, jobId, process, () => rare() * soon);
    },
    async muchLater() {
      await Promise.all([...left.values()].map((act) => act()));
      // An order that died in silence is read within two days.
      await clock.wind(60 * hourMs);
    },
    broken(job) {
      const at = warnedAt.get(job.id);
      return [...counted.broken(job), ...(at === undefined ? [] : afterWarning(made, job, at, claimedAt.get(job.id)))];
    },
  };
};

/** When each job was last claimed for its submission, Unix ms. */
function timingClaims(made: MemoryDeps) {
  const claimedAt = new Map<string, number>();
  const replace: MemoryDeps['jobs']['replace'] = async (job) => {
    const before = await made.jobs.get(job.id);
    const written = await made.jobs.replace(job);
    const isClaim = job.state === 'submitting' && job.claims > (before?.claims ?? 0);
    if (written === 'saved' && isClaim) claimedAt.set(job.id, made.clock.now());
    return written;
  };
  return { memory: { ...made, jobs: { ...made.jobs, replace } }, claimedAt };
}

function afterWarning({ orders }: MemoryDeps, { id, firstSeenAt }: Job, at: number, claimedAt = at): string[] {
  // A call that had begun before lands whenever it lands.
  const hadBegun = claimedAt < at;
  const isHandedOver =
    !hadBegun &&
    orders.all().some((order) => order.jobId === id && order.createdAt > at && order.cancelledAt === undefined);
  const promises = {
    'a warning that was answered is written down': firstSeenAt.fraud_warned !== undefined,
    'nothing is handed over after a warning, but by a person': !isHandedOver || firstSeenAt.resubmitted !== undefined,
  };
  return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
}
