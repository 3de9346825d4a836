/** Runs the operator's commands (`npm run ops -- help`). Access is the right to invoke this function. */
import { depsFor } from '../../shared/app.ts';
import { operate } from '../../shared/operations/operate.ts';
import type { Result } from '../../shared/operations/operate-result.ts';
import { type Context, endOf } from '../../shared/operations/time-left.ts';

export function handler(event: unknown, context: Context): Promise<Result> {
  const deps = depsFor({ function: 'operate', requestId: context.awsRequestId });
  return operate(deps, event, endOf(context, deps.clock));
}
