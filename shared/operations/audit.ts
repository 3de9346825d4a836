/**
 * The daily audit: compares one day's books of the payment provider, the jobs and the partners. It changes nothing.
 * It reads page by page. If it must stop early, it says where, and its findings up to that point are still valid.
 */
import { dayOf } from '../core/waiting.ts';
import { compareBooks } from './audit-books.ts';
import type { AuditDeps, Counts } from './audit-compare.ts';
import { type Difference, graceMs } from './audit-rules.ts';

export interface Audit extends Counts {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The books that it could not read to the end, and why. */
  readonly stoppedAt?: string;
  /** The number of all differences. `differences` holds only the first of them. */
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** The latest day that ended before the grace period, so that all its books should agree. */
export const lastDay = (now: number): string => dayOf(now - graceMs - 24 * 60 * 60 * 1_000);

/** No page is requested after `until`, Unix ms. */
export async function audit(deps: AuditDeps, day: string, until: number): Promise<Audit> {
  const mostReported = 250;
  const startedAt = deps.clock.now();
  const { counts, differences, stoppedAt } = await compareBooks(deps, day, until);
  for (const { kind, job_id, partner_id } of differences.slice(0, mostReported))
    deps.log.alarm('difference', { code: kind, jobId: job_id, partnerId: partner_id });
  if (stoppedAt !== undefined) deps.log.alarm('audit stopped', { reason: stoppedAt });
  deps.log.info('audited', { count: differences.length, durationMs: deps.clock.now() - startedAt });
  return {
    day,
    stoppedAt,
    ...counts,
    total: differences.length,
    differences: differences.slice(0, mostReported),
  };
}
