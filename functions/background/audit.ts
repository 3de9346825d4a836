/** Compares the books of the previous day, each difference an alarm, then sweeps. The next call goes on. */
import { depsFor } from '../../shared/compose/app.ts';
import { untilNextRound } from '../../shared/doors/unattended.ts';
import { auditNights } from '../../shared/operations/audit-nights.ts';
import { endOf, type InvocationContext } from '../../shared/operations/time-left.ts';

export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  await untilNextRound(deps, auditNights(deps, endOf(context, deps.clock)));
}
