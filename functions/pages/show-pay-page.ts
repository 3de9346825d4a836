/** GET /v1/pay/{code}; ?from=62 for the later pages of a document with very many, ?emails=ended after a button, ?on=payment after a preview. */

import { countRequest } from '../../shared/orders/count-request.ts';
import { onToPayment, payPage } from '../../shared/pages/pay.ts';
import { showPayPage } from '../../shared/pages/views/show-pay-page.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

const limited = { name: 'show-pay-page', limitedAs: 'reads' } as const;

export const handler = pageEndpoint('show-pay-page', async ({ event, deps, caller, reader }) => {
  await countRequest(deps, limited, caller);
  const view = await showPayPage(deps, event.pathParameters?.code ?? '');
  const { from = 1, emails, on } = event.queryStringParameters ?? {};
  if (on === 'payment') return onToPayment(view, reader);
  return payPage(view, reader, { from: Number(from), haveEmailsEnded: emails === 'ended' });
});
