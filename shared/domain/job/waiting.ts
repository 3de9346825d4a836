/** A paid job's outstanding wait and its start: the measure of the service's promises, and an operator's first look. */

import type { Job } from './job.ts';
import { hasLeft, type Lifecycle, owedFrom } from './lifecycle.ts';
import type { SurplusPayment } from './payment.ts';

/** `fulfillment`: no partner has it yet. `refund`: money is owed. `person`: no machine can find out what happened. */
export const waits = ['fulfillment', 'refund', 'person'] as const;
export type Wait = (typeof waits)[number];

export interface Waiting {
  readonly for: Wait;
  /** Unix ms; still to come for a job whose day is ahead, which nobody waits for until then. */
  readonly since: number;
}

/** A fax between two calls has been with its partner, so it does not wait for fulfillment. A cancellation is owed at once. */
export function waiting(job: Lifecycle): Waiting | undefined {
  const { state, refund, partner, firsts, triesSince } = job;
  const since = state === 'cancelling' ? Math.min(owedFrom(job), triesSince) : owedFrom(job);
  if (state === 'parked') return { for: 'person', since: triesSince };
  if (state === 'recalling' && firsts.undecided !== undefined) return { for: 'person', since: triesSince };
  if (refund === 'pending') return { for: 'refund', since: triesSince };
  const [surplus] = unreturned(job);
  if (surplus !== undefined) return { for: 'refund', since: surplus.since };
  const isWithUs = state === 'paid' || state === 'submitting' || state === 'cancelling';
  return isWithUs && partner === undefined ? { for: 'fulfillment', since } : undefined;
}

/** The surplus payments whose refund is still owed, oldest first. */
export const unreturned = ({ surplus = [] }: Lifecycle): readonly SurplusPayment[] =>
  surplus.filter(({ refund }) => refund === 'pending');

/** When somebody must look at the job, a surplus payment or an event that was not yet sent, Unix ms. */
export function wakesAt(job: Lifecycle & Pick<Job, 'events'>): number | undefined {
  const owed = [job.dueAt, ...unreturned(job).map(({ dueAt }) => dueAt), job.events?.pending[0]?.at];
  const times = owed.filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The UTC day on which money came, `2026-11-21`; `undefined` if none came. */
export const paidOn = ({ firsts }: Lifecycle): string | undefined => {
  const at = firsts.paid ?? firsts.mispaid;
  return at === undefined ? undefined : dayOf(at);
};

/** The bank account that the job's check still needs: until it has left the print facility, or has ended. */
export const needsAccount = (job: Job): string | undefined =>
  job.state === 'cancelled' || job.state === 'failed' || hasLeft(job) ? undefined : job.drawing?.accountId;

/** The span of a day in Unix ms; `to` is exclusive. */
export function spanOf(day: string): { readonly from: number; readonly to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + 24 * 60 * 60 * 1_000 };
}

/** `at`: Unix ms. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
