/** POST /v1/pay/{code}/emails: the button to pay with the payer's tick for e-mails, and the one that ends them. */

import { countRequest } from '../../shared/orders/count-request.ts';
import { chooseEmails, notDecided } from '../../shared/pages/views/choose-emails.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

/** Together with what is read: whoever orders much from one network is still let through to pay. */
const limited = { name: 'choose-emails', limitedAs: 'reads' } as const;

export const handler = pageEndpoint('choose-emails', async ({ event, deps, caller, reader }) => {
  await countRequest(deps, limited, caller);
  if (isFromOtherSite(event, caller.baseUrl)) throw notDecided();
  const code = event.pathParameters?.code ?? '';
  return { seeOther: await chooseEmails(deps, code, formOf(event) ?? {}, reader.language) };
});
