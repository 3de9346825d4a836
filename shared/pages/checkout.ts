/** The test checkout page, which replaces the payment provider's. The payer chooses the outcome of the payment. */
import { isId, spokenOrderNumber } from '../domain/ids.ts';
import { validEmail } from '../domain/job/notify.ts';
import { totalCents } from '../domain/money.ts';
import { invalid, notFound } from '../domain/refusal.ts';
import type { Deps } from '../orders/deps.ts';
import type { MockSession, mockPayments } from '../partners/mock/mock.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import { bill } from './pay/bill.ts';
import type { PlainSentence, Reader } from './reader.ts';

export interface CheckoutView {
  readonly session: Pick<MockSession, 'id'> & {
    readonly request: Pick<
      MockSession['request'],
      'title' | 'orderNumber' | 'price' | 'baseUrl' | 'paidUrl' | 'returnUrl'
    >;
  };
  /** A declined session stays open, as with a real card, so the payer can try again. */
  readonly status: 'open' | 'paid' | 'declined' | 'expired';
  readonly message?: PlainSentence | undefined;
}

export function checkoutPage(view: CheckoutView, reader: Reader): Page {
  const { say } = reader;
  const outcomes = {
    open: { statusText: 'Open', lead: 'Choose the outcome of this test payment. You don’t need a card.' },
    declined: {
      statusText: 'Declined',
      lead: 'The test card was declined and nothing was charged. You can try again.',
    },
    paid: { statusText: 'Paid', lead: 'The test payment went through. No money moved.' },
    expired: { statusText: 'Expired', lead: 'This order can no longer be paid here. Nothing was charged.' },
  } as const;
  const { status, session } = view;
  const { title: heading, price, paidUrl, returnUrl } = session.request;
  const { statusText, lead } = outcomes[status];
  const orderNumber = spokenOrderNumber(session.request.orderNumber);
  const isPayable = status === 'open' || status === 'declined';
  const body = html`<p class="status ${status}">${say(statusText)}</p>
<h1 lang="en">${heading}</h1>
${view.message !== undefined && html`<p class="message" role="alert">${say(view.message)}</p>`}
<p class="lead">${say(lead)}</p>
<section>
<h2>${say('Price')}</h2>
${bill({ price }, reader)}
</section>
${isPayable && outcomeForm(session, reader)}
<p class="actions"><a class="${isPayable ? 'text-link' : 'button'}" href="${status === 'paid' ? paidUrl : returnUrl}">${say('Back to the order')}</a></p>
<footer><p>${say('Order {number}', { number: orderNumber })}</p><p>${say('Checkout session')} <code>${session.id}</code></p></footer>`;
  return page(
    {
      title: say('{label}: {text}', { label: say('Test checkout'), text: heading }),
      body,
      notice: say('Test checkout: a stand-in for the payment page. No money moves.'),
      hasForm: isPayable,
      orderNumber,
    },
    reader,
  );
}

/** The form with a button for each outcome of the payment. */
function outcomeForm({ id, request: { baseUrl, price } }: CheckoutView['session'], reader: Reader): Html {
  const { say } = reader;
  const action = `${new URL(baseUrl).pathname}/checkout/${id}`;
  return html`<form class="choices" method="post" action="${action}">
<div class="fields"><div class="field"><label for="email">${say('Your email address (optional)')}</label>
<input id="email" name="email" inputmode="email" autocomplete="email" maxlength="254" aria-describedby="news">
<p id="news">${say('If you asked for updates, we’ll email them to this address.')}</p></div></div>
<button class="button" name="action" value="pay" aria-describedby="pay">${say('Pay {total}', { total: reader.money(totalCents(price), price.currency) })}</button>
<p id="pay">${say('Acts as if the card was accepted.')}</p>
<button class="button quiet" name="action" value="decline" aria-describedby="decline">${say('Decline')}</button>
<p id="decline">${say('Acts as if the bank declined the card. You can try again.')}</p>
<button class="button quiet" name="action" value="expire" aria-describedby="expire">${say('Expire')}</button>
<p id="expire">${say('Acts as if no one paid in time. The order is canceled.')}</p>
</form>`;
}

interface CheckoutVisit {
  readonly sessionId: string;
  /** The button that was pressed; undefined if the page was only opened. */
  readonly action: string | undefined;
  /** The payer's email address, which a real provider also asks for. If it is empty, test mode has a default. */
  readonly email: string;
  /** Whether to redirect the payer's browser to the order once it is paid. */
  readonly redirectsPayer: boolean;
}

/** Shows the page, or does what the pressed button says. `baseUrl`: where this service receives the payment event. */
export async function visitTestCheckout(
  { log }: Deps,
  checkouts: Pick<ReturnType<typeof mockPayments>, 'session' | 'end' | 'announce'>,
  { sessionId, action, email, redirectsPayer }: CheckoutVisit,
  baseUrl: string,
): Promise<CheckoutView | { readonly seeOther: string }> {
  const session = isId('cs_test', sessionId) ? await checkouts.session(sessionId) : undefined;
  if (session === undefined) throw notFound();
  if (action === undefined) return { session, status: session.status };
  if (action === 'decline') return { session, status: session.status === 'open' ? 'declined' : session.status };
  if (action !== 'pay' && action !== 'expire') throw invalid('action', 'must be pay, decline or expire.');
  const payerEmail = validEmail(email);
  if (email !== '' && payerEmail === undefined)
    return { session, status: session.status, message: 'Please enter one email address, such as ada@example.com.' };
  const ended = (await checkouts.end(sessionId, action === 'pay' ? 'paid' : 'expired', payerEmail)) ?? session;
  // If the event is lost, reconcile finds the payment, as with a real provider.
  const isConfirmed = await checkouts.announce(ended, baseUrl).catch((error: unknown) => {
    log.info('event not delivered', { error });
    return false;
  });
  // As with a real provider, the payer returns to the order's page, which looks up an unconfirmed payment.
  if (ended.status === 'paid' && redirectsPayer) {
    // Without a host, so that the payer stays on the origin on which the page was opened.
    const { paidUrl } = ended.request;
    return { seeOther: paidUrl.slice(new URL(paidUrl).origin.length) };
  }
  const unconfirmed =
    'The service hasn’t confirmed this yet. It will check again; go back to the order to see its status.';
  return { session: ended, status: ended.status, message: isConfirmed ? undefined : unconfirmed };
}
