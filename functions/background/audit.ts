/**
 * Compares the previous day's payments, jobs and partner orders; each difference is an alarm. Then it deletes at the
 * partners what nobody needs any more. The next call goes on with what this one leaves.
 */
import { depsFor } from '../../shared/compose/app.ts';
import { untilNextRound } from '../../shared/doors/unattended.ts';
import { auditNights } from '../../shared/operations/audit-nights.ts';
import { endOf, type InvocationContext } from '../../shared/operations/time-left.ts';

export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  await untilNextRound(deps, auditNights(deps, endOf(context, deps.clock)));
}
