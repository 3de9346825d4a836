/** Runs the operator's commands (`npm run ops -- help`). Anyone with the permission to invoke this function has access. */
import { depsFor } from '../../shared/config/app.ts';
import { refusalOf } from '../../shared/domain/refusal.ts';
import { endOf, type InvocationContext } from '../../shared/orders/audit/audit.ts';
import { type ProgressView, statusOf, statusSentences } from '../../shared/pages/progress.ts';
import { readerOf } from '../../shared/pages/reader.ts';
import { operate } from '../../shared/web/operator/operate.ts';
import { type OperatorResult, refused } from '../../shared/web/operator/operate-show.ts';

export async function handler(event: unknown, context: InvocationContext): Promise<OperatorResult> {
  const deps = depsFor({ function: 'operate', requestId: context.awsRequestId });
  const { operator, isTest } = deps.settings;
  const reader = readerOf(undefined, { operator, isTest });
  const payerReads = (view: ProgressView) => {
    const { now, money = '', next } = statusSentences(view, reader);
    return [`${statusOf(view, reader)}.`, ...now, money, ...next].filter(Boolean).join(' ');
  };
  try {
    return await operate(Object.assign(deps, { payerReads }), event, endOf(context, deps.clock));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    deps.log.info('refused', { code: refusal.code, error });
    return refused(refusal.message);
  }
}
