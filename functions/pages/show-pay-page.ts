/** GET /v1/pay/{code}, and ?from=62 for the later pages of a document with very many. */
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { showPayPage } from '../../shared/usecases/show-pay-page.ts';

export const handler = pageEndpoint('show-pay-page', async ({ event, deps, reader }) => {
  const view = await showPayPage(deps, event.pathParameters?.code ?? '');
  return payPage(view, reader, Number(event.queryStringParameters?.from ?? 1));
});
