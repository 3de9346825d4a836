/** Compares the previous day's payments, jobs and partner orders once a day. Each difference is an alarm. */
import { depsFor } from '../../shared/app.ts';
import { audit, lastDay } from '../../shared/operations/audit.ts';
import { type Context, endOf } from '../../shared/operations/time-left.ts';

export async function handler(_event: unknown, context: Context): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  const { stoppedAt, total } = await audit(deps, lastDay(deps.clock.now()), endOf(context, deps.clock));
  // Only a finished audit reports this metric, because its absence raises an alarm of its own.
  if (stoppedAt === undefined) deps.log.measure('auditDifferences', total);
}
