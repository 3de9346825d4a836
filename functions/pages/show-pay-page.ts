/** GET /v1/pay/{code} */
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { showPayPage } from '../../shared/usecases/show-pay-page.ts';

export const handler = pageEndpoint('show-pay-page', async ({ event, deps, reader }) =>
  payPage(await showPayPage(deps, event.pathParameters?.code ?? ''), reader),
);
