/** The pages from the pay link to the confirmation. */
import { mockCheckouts, ownBaseUrl } from '../../shared/config/app.ts';
import { checkoutPage, visitTestCheckout } from '../../shared/pages/checkout.ts';
import { notFromPage } from '../../shared/pages/message.ts';
import { paymentRedirect, payPage } from '../../shared/pages/pay.ts';
import { withRefresh } from '../../shared/pages/progress.ts';
import { answerQuestion, chooseEmails } from '../../shared/pages/views/answer-order.ts';
import { showPaidPage, showPayPage } from '../../shared/pages/views/show-pay-page.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  /** GET /v1/pay/{code}, with ?emails=stopped after the payer stopped the emails, and ?on=payment after a preview. */
  'show-pay-page': pageEndpoint({ name: 'show-pay-page', limitedAs: 'reads' }, async ({ event, deps, reader }) => {
    const view = await showPayPage(deps, event.pathParameters?.code ?? '');
    const { emails, on } = event.queryStringParameters ?? {};
    if (on === 'payment') return paymentRedirect(view, reader);
    return payPage(view, reader, emails === 'stopped');
  }),
  /** GET /v1/pay/{code}/paid: the payment provider sends payers there. `?n=2` counts the page's automatic reloads. */
  'show-paid-page': pageEndpoint({ name: 'show-paid-page', limitedAs: 'reads' }, async ({ event, deps, reader }) => {
    const view = await showPaidPage(deps, event.pathParameters?.code ?? '');
    return withRefresh(payPage(view, reader), view.progress, event.queryStringParameters?.n);
  }),
  /** POST /v1/pay/{code}/address: says which address is right, or that a second copy is intended. It counts like a new job. */
  'choose-address': pageEndpoint({ name: 'choose-address', limitedAs: 'jobs' }, async ({ event, deps, caller }) => {
    if (isFromOtherSite(event, caller.baseUrl)) throw notFromPage();
    return { seeOther: await answerQuestion(deps, event.pathParameters?.code ?? '', formOf(event) ?? {}) };
  }),
  /**
   * POST /v1/pay/{code}/emails: the Pay button, which also sends the payer's choice of emails, and the button that stops
   * emails. It counts as a read, so that a network that has placed many orders can still pay.
   */
  'choose-emails': pageEndpoint(
    { name: 'choose-emails', limitedAs: 'reads' },
    async ({ event, deps, caller, reader }) => {
      if (isFromOtherSite(event, caller.baseUrl)) throw notFromPage();
      const code = event.pathParameters?.code ?? '';
      return { seeOther: await chooseEmails(deps, code, formOf(event) ?? {}, reader.language) };
    },
  ),
  /** GET and POST /v1/checkout/{session_id}: in test mode it replaces the payment provider's page and events. */
  'mock-checkout': pageEndpoint({ name: 'mock-checkout' }, async ({ event, deps, caller, reader }) => {
    const form = formOf(event);
    const visit = {
      sessionId: event.pathParameters?.session_id ?? '',
      action: form && (form.action ?? ''),
      email: form?.email?.trim() ?? '',
      // A program that submits the form gets its response here instead of a redirect.
      redirectsPayer: preferred(event.headers.accept, ['application/json', 'text/html']) === 'text/html',
    };
    // The event is sent to our own URL, whatever host the request names.
    const visited = await visitTestCheckout(deps, mockCheckouts(), visit, ownBaseUrl() ?? caller.baseUrl);
    return 'seeOther' in visited ? visited : checkoutPage(visited, reader);
  }),
};

export const handler = dispatchAmong(handlers);
