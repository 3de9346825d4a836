/** Tells accounts that have proven themselves from those that a stranger may have copied off a check. */
import type { Job } from '../job/job.ts';
import { hasLeft, isDelivered, isDisputed } from '../job/lifecycle.ts';
import { accountProvenMs } from '../lifetimes.ts';

/** Its first check was mailed long ago, and neither came back nor was contested since. */
export function isProven(trial: Job | undefined, now: number): boolean {
  if (trial?.state !== 'fulfilled' || trial.refund !== 'not_applicable' || !hasLeft(trial)) return false;
  const { dispatched = now, returned, dispute_lost: lost, fraud_warned: warned } = trial.firsts;
  if (isDisputed(trial) || lost !== undefined || warned !== undefined) return false;
  return (returned === undefined || isDelivered(trial)) && now - dispatched >= accountProvenMs;
}

/** A check on an account that has not proven itself. `day`: of its hand-over, in UTC. */
export interface DrawnCheck {
  readonly jobId: string;
  readonly day: string;
  readonly cents: number;
}
