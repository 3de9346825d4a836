/** Runs the operator's commands (`npm run ops -- help`). Access is the right to invoke this function. */
import { depsFor } from '../../shared/compose/app.ts';
import { refusalOf } from '../../shared/core/refusal.ts';
import { operate } from '../../shared/operations/operate.ts';
import { type OperatorResult, refused } from '../../shared/operations/operate-result.ts';
import { endOf, type InvocationContext } from '../../shared/operations/time-left.ts';
import { type ProgressView, standing, statusOf } from '../../shared/pages/progress.ts';
import { type Reader, readerOf } from '../../shared/pages/reader.ts';

export async function handler(event: unknown, context: InvocationContext): Promise<OperatorResult> {
  const deps = depsFor({ function: 'operate', requestId: context.awsRequestId });
  const { operator, isTest } = deps.settings;
  const reader = readerOf(undefined, { operator, isTest });
  const payerReads = (view: ProgressView) => told(view, reader);
  try {
    return await operate(Object.assign(deps, { payerReads }), event, endOf(context, deps.clock));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    deps.log.info('refused', { code: refusal.code, error });
    return refused(refusal.message);
  }
}

function told(view: ProgressView, reader: Reader): string {
  const { now, money = '', next } = standing(view, reader);
  return [`${reader.say(statusOf(view))}.`, ...now, money, ...next].filter(Boolean).join(' ');
}
