/**
 * The daily audit: what the payment provider, the jobs and the partners say of one day, held against one another. It
 * changes nothing. It reads page by page, and where it must stop it says where; what it has found until then is true.
 */
import { dayOf } from '../core/waiting.ts';
import { compareBooks } from './audit-books.ts';
import type { AuditDeps, Counts } from './audit-compare.ts';
import { type Difference, graceMs } from './audit-rules.ts';

export interface Audit extends Counts {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** What it could not read to the end, and why. */
  readonly stoppedAt?: string;
  /** How many differences there are; `differences` holds the first of them. */
  readonly total: number;
  readonly differences: readonly Difference[];
}

/** The last day that has been over for as long as books may differ: the first of which all can be told. */
export const lastDay = (now: number): string => dayOf(now - graceMs - 24 * 60 * 60 * 1_000);

const mostTold = 250;

/** `until`, Unix ms: no page is begun after it. */
export async function audit(deps: AuditDeps, day: string, until: number): Promise<Audit> {
  const startedAt = deps.clock.now();
  const { counts, differences, stoppedAt } = await compareBooks(deps, day, until);
  for (const { kind, job_id, partner_id } of differences.slice(0, mostTold))
    deps.log.alarm('difference', { code: kind, jobId: job_id, partnerId: partner_id });
  if (stoppedAt !== undefined) deps.log.alarm('audit stopped', { reason: stoppedAt });
  deps.log.info('audited', { count: differences.length, durationMs: deps.clock.now() - startedAt });
  return {
    day,
    stoppedAt,
    ...counts,
    total: differences.length,
    differences: differences.slice(0, mostTold),
  };
}
