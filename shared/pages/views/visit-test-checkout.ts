/** In test mode it replaces the payment provider's page: the payer chooses how the payment ends. */

import { isId, spokenOrderNumber } from '../../domain/ids.ts';
import { plainEmail } from '../../domain/job/notify.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { Deps } from '../../orders/deps.ts';
import type { TestCheckouts, TestSession } from '../../partners/payments.ts';
import type { CheckoutView } from '../checkout.ts';

interface Visit {
  readonly sessionId: string;
  /** The button that was pressed; `undefined` for somebody who only looks. */
  readonly action: string | undefined;
  /** As a provider's page asks for it; empty for the address of everybody who pays in test mode. */
  readonly email: string;
  /** A payer with a browser is led back to the order. */
  readonly leadsBack: boolean;
}

/** `baseUrl` is where the service itself receives events. */
export async function visitTestCheckout(
  { log }: Deps,
  checkouts: TestCheckouts,
  { sessionId, action, email, leadsBack }: Visit,
  baseUrl: string,
) {
  const found = isId('cs_test', sessionId) ? await checkouts.session(sessionId) : undefined;
  if (found === undefined) throw notFound();
  if (action === undefined) return viewOf(found, found.status);
  if (action === 'decline') return viewOf(found, found.status === 'open' ? 'declined' : found.status);
  if (action !== 'pay' && action !== 'expire') throw invalid('action', 'must be pay, decline or expire.');
  const payerEmail = plainEmail(email);
  if (email !== '' && payerEmail === undefined) return viewOf(found, found.status, noEmail);
  const ended = (await checkouts.end(sessionId, action === 'pay' ? 'paid' : 'expired', payerEmail)) ?? found;
  // Reconcile finds a lost event, as with the real provider.
  const isConfirmed = await checkouts.announce(ended, baseUrl).catch((error: unknown) => {
    log.info('event not delivered', { error });
    return false;
  });
  // As at a provider, who has paid is back at the order, which asks by itself for a payment that is not confirmed.
  if (ended.status === 'paid' && leadsBack) return { seeOther: pathOf(ended.request.paidUrl) };
  return viewOf(ended, ended.status, isConfirmed ? undefined : unconfirmed);
}

/** Without a host, so that the payer stays on the origin on which the page was opened. */
const pathOf = (address: string): string => address.slice(new URL(address).origin.length);

const noEmail = 'This is no e-mail address. Mend it, or leave it empty.';

const unconfirmed =
  'The service has not confirmed this yet. It will ask by itself; go back to the order to see how it stands.';

function viewOf(
  { id, request }: TestSession,
  status: CheckoutView['status'],
  message?: CheckoutView['message'],
): CheckoutView {
  return {
    sessionId: id,
    heading: request.title,
    orderNumber: spokenOrderNumber(request.orderNumber),
    price: request.price,
    action: `${new URL(request.baseUrl).pathname}/checkout/${id}`,
    cancelUrl: status === 'paid' ? request.paidUrl : request.returnUrl,
    status,
    message,
  };
}
