/**
 * Compares the books of the last day, and of missed or unfinished days of the six before it, raises an alarm for each difference,
 * then deletes bank numbers that are not needed. If a call ends in the middle of a day, the next starts that day over.
 */
import { depsFor } from '../../shared/config/app.ts';
import { auditRecentDays, endOf, type InvocationContext } from '../../shared/orders/audit/audit.ts';
import { runRound } from '../../shared/web/queue.ts';

export async function handler(_event: unknown, context: InvocationContext): Promise<void> {
  const deps = depsFor({ function: 'audit', requestId: context.awsRequestId });
  await runRound(deps, auditRecentDays(deps, endOf(context, deps.clock)));
}
