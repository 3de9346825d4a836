/** Closes the previous day in the log, compares its books, each difference an alarm, then sweeps. The next call goes on. */
import { depsFor } from '../../shared/compose/app.ts';
import { untilNextRound } from '../../shared/doors/unattended.ts';
import { auditNights } from '../../shared/operations/audit-nights.ts';
import { logNights } from '../../shared/operations/log-nights.ts';
import { endOf, type InvocationContext } from '../../shared/operations/time-left.ts';

export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  const until = endOf(context, deps.clock);
  await untilNextRound(deps, logNights(deps, until));
  await untilNextRound(deps, auditNights(deps, until));
}
