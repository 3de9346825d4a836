/** GET and POST /v1/checkout/{session_id}: in test mode it replaces the payment provider's page and events. */
import { type MockSession, mockEvent, mockEventPath } from '../../shared/adapters/payments/mock.ts';
import { mockCheckouts } from '../../shared/app.ts';
import { isId } from '../../shared/core/ids.ts';
import { formatMoney } from '../../shared/core/money.ts';
import { priceFields } from '../../shared/core/product.ts';
import { invalid, notFound } from '../../shared/core/refusal.ts';
import { callTimeoutMs } from '../../shared/core/retry.ts';
import { bodyOf, type HttpEvent } from '../../shared/doors/http/http-event.ts';
import { pageEndpoint } from '../../shared/doors/http/page.ts';
import { type CheckoutView, checkoutPage } from '../../shared/pages/checkout.ts';
import type { Deps } from '../../shared/ports.ts';

export const handler = pageEndpoint('mock-checkout', async ({ event, deps, caller }) => {
  const id = event.pathParameters?.session_id ?? '';
  const found = isId('cs_test', id) ? await mockCheckouts().session(id) : undefined;
  if (found === undefined) throw notFound();
  if (event.requestContext.http.method !== 'POST') return viewOf(found, found.status);
  const action = actionIn(event);
  if (action === 'decline') return viewOf(found, found.status === 'open' ? 'declined' : found.status);
  const ended = (await mockCheckouts().end(id, action === 'pay' ? 'paid' : 'expired')) ?? found;
  const delivered = await deliver(deps, ended, caller.baseUrl);
  const undelivered =
    'The service has not confirmed this yet. It will ask by itself; go back to the order to see how it stands.';
  return viewOf(ended, ended.status, delivered ? undefined : undelivered);
});

function actionIn(event: HttpEvent): 'pay' | 'decline' | 'expire' {
  const action = new URLSearchParams(bodyOf(event)).get('action');
  if (action === 'pay' || action === 'decline' || action === 'expire') return action;
  throw invalid('action', 'must be pay, decline or expire.');
}

/** Delivers the event over HTTP, as the provider would. Reconcile finds a lost one, as with the real provider. */
async function deliver(deps: Deps, session: MockSession, baseUrl: string): Promise<boolean> {
  const event = mockEvent(session, deps.random.id('evt_test'), deps.clock.now());
  try {
    const answer = await fetch(`${baseUrl}${mockEventPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(2 * callTimeoutMs),
    });
    return answer.ok;
  } catch (error) {
    deps.log.info('event not delivered', { error });
    return false;
  }
}

function viewOf({ id, request }: MockSession, status: CheckoutView['status'], message?: string) {
  const { amount, total } = priceFields(request.price);
  const { tax, currency } = request.price;
  return checkoutPage({
    sessionId: id,
    heading: request.title,
    lines: [
      { label: request.title, amount },
      ...(tax ? [{ label: tax.label, amount: formatMoney(tax.cents, currency) }] : []),
    ],
    total,
    action: `${new URL(request.baseUrl).pathname}/checkout/${id}`,
    cancelUrl: request.returnUrl,
    status,
    message,
  });
}
