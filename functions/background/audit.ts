/** Every day: holds the payments, jobs and partner orders of the day before against one another; each difference is an alarm. */
import { depsFor } from '../../shared/app.ts';
import { audit, lastDay } from '../../shared/operations/audit.ts';
import { type Context, endOf } from '../../shared/operations/time-left.ts';

export async function handler(_event: unknown, context: Context): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  const { stoppedAt, total } = await audit(deps, lastDay(deps.clock.now()), endOf(context, deps.clock));
  // Told only by an audit that has come to its end: its silence is an alarm of its own.
  if (stoppedAt === undefined) deps.log.measure('auditDifferences', total);
}
