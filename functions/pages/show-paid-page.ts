/** GET /v1/pay/{code}/paid: the payment provider sends payers there who have paid. */

import { countRequest } from '../../shared/orders/count-request.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { refreshing } from '../../shared/pages/progress.ts';
import { showPaidPage } from '../../shared/pages/views/show-pay-page.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

const limited = { name: 'show-paid-page', limitedAs: 'reads' } as const;

export const handler = pageEndpoint('show-paid-page', async ({ event, deps, caller, reader }) => {
  await countRequest(deps, limited, caller);
  const view = await showPaidPage(deps, event.pathParameters?.code ?? '');
  return refreshing(payPage(view, reader), view.progress, event.queryStringParameters?.n);
});
