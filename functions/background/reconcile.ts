/** Finds due jobs every minute, even if their messages were lost. */
import { depsFor } from '../../shared/config/app.ts';
import { reconcile, type Swept } from '../../shared/notify/reconcile.ts';
import { untilNextRound } from '../../shared/web/unattended.ts';
import { reconcileEverySeconds } from '../manifest.ts';

/** The result of this process's last round. A new process begins without one: it queues some jobs again, and loses none. */
let swept: Swept | undefined;

export async function handler(_event: unknown, context: { readonly awsRequestId: string }): Promise<void> {
  const deps = depsFor({ function: 'reconcile', requestId: context.awsRequestId });
  swept = (await untilNextRound(deps, reconcile(deps, reconcileEverySeconds * 1_000, swept))) ?? swept;
}
