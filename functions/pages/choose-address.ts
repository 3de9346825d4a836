/** POST /v1/pay/{code}/address: the payer's choice between two addresses, before the payment. */

import { countRequest } from '../../shared/orders/count-request.ts';
import { chooseAddress, notChosen } from '../../shared/pages/views/choose-address.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

/** Together with new jobs. */
const limited = { name: 'choose-address', limitedAs: 'jobs' } as const;

export const handler = pageEndpoint('choose-address', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  if (isFromOtherSite(event, caller.baseUrl)) throw notChosen();
  return { seeOther: await chooseAddress(deps, event.pathParameters?.code ?? '', formOf(event) ?? {}) };
});
