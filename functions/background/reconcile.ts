/** Every minute: finds what is due, whatever was lost. */
import { worldFor } from '../../shared/app.ts';
import { reconcile } from '../../shared/fulfilment/reconcile.ts';

const everyMs = 60_000;

export const handler = (_event: unknown, context: { readonly awsRequestId: string }): Promise<void> =>
  reconcile(worldFor({ function: 'reconcile', requestId: context.awsRequestId }), everyMs);
