/** Runs the operator's commands (`npm run ops -- help`). Anyone with permission to invoke this function can run them. */
import { depsFor } from '../../shared/config/app.ts';
import { endOf, type InvocationContext } from '../../shared/orders/audit/audit.ts';
import { operate } from '../../shared/web/operator/operate.ts';
import type { OperatorResult } from '../../shared/web/operator/operate-show.ts';

export async function handler(event: unknown, context: InvocationContext): Promise<OperatorResult> {
  const deps = depsFor({ function: 'operate', requestId: context.awsRequestId });
  return operate(deps, event, endOf(context, deps.clock));
}
