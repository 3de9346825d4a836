/**
 * Compares the books of the past days, raises an alarm for each difference, then deletes bank numbers that are not needed.
 * If one call ends early, the next one starts that day over.
 */
import { depsFor } from '../../shared/config/app.ts';
import { auditRecentDays, endOf, type InvocationContext } from '../../shared/orders/audit/audit.ts';
import { runRound } from '../../shared/web/queue.ts';

export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  await runRound(deps, auditRecentDays(deps, endOf(context, deps.clock)));
}
