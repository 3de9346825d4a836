/**
 * Compares the books of the previous day, raises an alarm for each difference, then sweeps. The next call continues where
 * this one left off.
 */
import { depsFor } from '../../shared/config/app.ts';
import { auditRecentDays, endOf, type InvocationContext } from '../../shared/orders/audit/audit.ts';
import { runRound } from '../../shared/web/queue.ts';

export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  await runRound(deps, auditRecentDays(deps, endOf(context, deps.clock)));
}
