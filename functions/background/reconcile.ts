/** Finds due jobs and outboxes every minute, even if their messages were lost. */
import { depsFor } from '../../shared/config/app.ts';
import { type Reached, reconcile } from '../../shared/notify/reconcile.ts';
import { untilNextRound } from '../../shared/web/queue.ts';

/** A new process begins with what has waited longest. */
let reached: Reached | undefined;

export async function handler(_event: unknown, context: { readonly awsRequestId: string }): Promise<void> {
  const deps = depsFor({ function: 'reconcile', requestId: context.awsRequestId });
  reached = await untilNextRound(deps, reconcile(deps, reached));
}
