/** The work that a job owes in each state. */
import type { Lifecycle, State } from './lifecycle.ts';

/** The work that a job's state demands; `dueAt` says when. */
export type Duty = 'ask_payment' | 'submit' | 'track' | 'finish_cancel' | 'finish_recall' | 'ask_person' | 'refund';

const duties: Readonly<Record<Exclude<State, 'cancelled' | 'failed'>, Duty>> = {
  awaiting_payment: 'ask_payment',
  paid: 'submit',
  submitting: 'submit',
  fulfilled: 'track',
  cancelling: 'finish_cancel',
  recalling: 'finish_recall',
  parked: 'ask_person',
};

export const isDue = ({ dueAt }: Lifecycle, now: number) => dueAt !== undefined && dueAt <= now;

export function owed(job: Lifecycle, now: number): Duty | undefined {
  if (!isDue(job, now)) return undefined;
  if (job.state === 'cancelled' || job.state === 'failed') return job.refund === 'pending' ? 'refund' : undefined;
  return duties[job.state];
}

/** Tells that nothing is under way that a waiting payer would want to see. A job that was put aside counts as settled. */
export const isSettled = ({ state, firsts }: Lifecycle): boolean =>
  state === 'paid' ? firsts.scheduled !== undefined : state !== 'submitting' && state !== 'cancelling';
