/** POST /v1/pay/{code}/address: the payer's choice between two addresses, before the payment. */
import { formOf } from '../../shared/doors/http/http-event.ts';
import { isFromOtherSite } from '../../shared/doors/http/own-site.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { chooseAddress, notChosen } from '../../shared/usecases/pay/choose-address.ts';

/** Together with new jobs. */
const limited = { name: 'choose-address', limitedAs: 'jobs' } as const;

export const handler = pageEndpoint('choose-address', async ({ event, deps, caller }) => {
  await countRequest(deps, limited, caller);
  if (isFromOtherSite(event, caller.baseUrl)) throw notChosen();
  return { seeOther: await chooseAddress(deps, event.pathParameters?.code ?? '', formOf(event) ?? {}) };
});
