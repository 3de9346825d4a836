/** Finds due jobs every minute, even if their messages were lost. */
import { depsFor } from '../../shared/app.ts';
import { reconcile } from '../../shared/fulfilment/reconcile.ts';
import { reconcileEverySeconds } from '../manifest.ts';

export const handler = (_event: unknown, context: { readonly awsRequestId: string }): Promise<void> =>
  reconcile(depsFor({ function: 'reconcile', requestId: context.awsRequestId }), reconcileEverySeconds * 1_000);
