/** GET and POST /v1/pay/{code}/cancel: a question, and its answer. */

import { countRequest } from '../../shared/orders/count-request.ts';
import { askToCancel, cancelFromPage, cancelPage, notAsked } from '../../shared/pages/cancel.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

/** Together with the cancellations of the API. */
const limited = { name: 'cancel-order', limitedAs: 'jobs' } as const;

export const handler = pageEndpoint('cancel-order', async ({ event, deps, caller, reader }) => {
  const code = event.pathParameters?.code ?? '';
  const form = formOf(event);
  if (form === undefined) return cancelPage(await askToCancel(deps, code), reader);
  await countRequest(deps, limited, caller);
  if (isFromOtherSite(event, caller.baseUrl)) throw notAsked();
  return cancelPage(await cancelFromPage(deps, code, form.token), reader);
});
