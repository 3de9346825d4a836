/**
 * Compares the previous day's payments, jobs and partner orders once a day; each difference is an alarm. Then it deletes
 * at the partners what nobody needs any more.
 */
import { depsFor } from '../../shared/app.ts';
import { audit, lastDay } from '../../shared/operations/audit.ts';
import { sweep } from '../../shared/operations/sweep.ts';
import { type Context, endOf } from '../../shared/operations/time-left.ts';

export async function handler(_event: unknown, context: Context): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  const day = lastDay(deps.clock.now());
  const until = endOf(context, deps.clock);
  const { stoppedAt, total } = await audit(deps, day, until);
  // Only a finished audit reports this metric, because its absence raises an alarm of its own.
  if (stoppedAt === undefined) deps.log.measure('auditDifferences', total);
  await sweep(deps, day, until);
}
