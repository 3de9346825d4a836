/** GET and POST /v1/checkout/{session_id}: in test mode it replaces the payment provider's page and events. */
import { mockCheckouts, ownBaseUrl } from '../../shared/config/app.ts';
import { checkoutPage, visitTestCheckout } from '../../shared/pages/checkout.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { formOf } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

export const handler = pageEndpoint('mock-checkout', async ({ event, deps, caller, reader }) => {
  const form = formOf(event);
  const visit = {
    sessionId: event.pathParameters?.session_id ?? '',
    action: form && (form.action ?? ''),
    email: form?.email?.trim() ?? '',
    // A program that presses a button gets its answer here.
    leadsBack: preferred(event.headers.accept, ['application/json', 'text/html']) === 'text/html',
  };
  // The event goes to the service itself, whatever host the request names.
  const baseUrl = ownBaseUrl() ?? caller.baseUrl;
  const seen = await visitTestCheckout(deps, mockCheckouts(), visit, baseUrl);
  return 'seeOther' in seen ? seen : checkoutPage(seen, reader);
});
