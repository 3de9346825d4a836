/** Finds due jobs and outboxes every minute, even if their messages were lost. */
import { depsFor } from '../../shared/config/app.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { runRound } from '../../shared/web/queue.ts';

export async function handler(_event: unknown, context: { readonly awsRequestId: string }): Promise<void> {
  const deps = depsFor({ function: 'reconcile', requestId: context.awsRequestId });
  await runRound(deps, reconcile(deps));
}
