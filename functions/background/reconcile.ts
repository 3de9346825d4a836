/** Finds overdue jobs and outboxes every minute and queues them again, because their messages may be lost. */
import { depsFor } from '../../shared/config/app.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { runRound } from '../../shared/web/queue.ts';

export async function handler(_event: unknown, context: { readonly awsRequestId: string }): Promise<void> {
  const deps = depsFor({ function: 'reconcile', requestId: context.awsRequestId });
  await runRound(deps, reconcile(deps));
}
