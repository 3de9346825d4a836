/** The test checkout page, which replaces the payment provider's. The payer chooses the result of the payment. */
import type { Price } from '../domain/money/money.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import { bill, total } from './pay/bill.ts';
import type { PlainSentence, Reader } from './reader.ts';

export interface CheckoutView {
  readonly sessionId: string;
  readonly heading: string;
  readonly orderNumber: string;
  readonly price: Price;
  /** The path to which the form is posted. */
  readonly action: string;
  readonly cancelUrl: string;
  /** A declined session is still open, as with a real card, so the payer may try again. */
  readonly status: 'open' | 'paid' | 'declined' | 'expired';
  readonly message?: PlainSentence | undefined;
}

const outcomes: Readonly<
  Record<CheckoutView['status'], { readonly statusText: PlainSentence; readonly lead: PlainSentence }>
> = {
  open: { statusText: 'Open', lead: 'Choose how this test payment ends. No card is asked for.' },
  declined: { statusText: 'Declined', lead: 'The test card was declined and nothing was charged. You can try again.' },
  paid: { statusText: 'Paid', lead: 'The test payment went through. No money has moved.' },
  expired: { statusText: 'Expired', lead: 'This checkout has expired and can no longer be paid. Nothing was charged.' },
};

export function checkoutPage(view: CheckoutView, reader: Reader): Page {
  const { say } = reader;
  const { statusText, lead } = outcomes[view.status];
  const { heading, orderNumber } = view;
  const payable = view.status === 'open' || view.status === 'declined';
  const body = html`<p class="status ${view.status}">${say(statusText)}</p>
<h1 lang="en">${heading}</h1>
${view.message !== undefined && html`<p class="message" role="alert">${say(view.message)}</p>`}
<p class="lead">${say(lead)}</p>
<section>
<h2>${say('Price')}</h2>
${bill({ price: view.price }, reader)}
</section>
${payable && choices(view, reader)}
<p class="actions"><a class="${payable ? 'way' : 'button'}" href="${view.cancelUrl}">${say('Back to the order')}</a></p>
<footer><p>${say('Order {number}', { number: orderNumber })}</p><p>${say('Checkout session')} <code>${view.sessionId}</code></p></footer>`;
  const notice = say('Test checkout: a stand-in for the payment page. No money moves.');
  return page({ title: `${say('Test checkout')}: ${heading}`, body, notice, formAction: payable, orderNumber }, reader);
}

function choices({ action, price }: CheckoutView, reader: Reader): Html {
  const { say } = reader;
  return html`<form class="choices" method="post" action="${action}">
<div class="fields"><div class="field"><label for="email">${say('Your e-mail address')}</label>
<input id="email" name="email" inputmode="email" autocomplete="email" maxlength="254" aria-describedby="news"></div></div>
<p id="news">${say('It may be empty. News of the order goes there, if you have asked for it.')}</p>
<button class="button" name="action" value="pay" aria-describedby="pay">${say('Pay {total}', { total: total(price, reader) })}</button>
<p id="pay">${say('As if the card had been accepted.')}</p>
<button class="button quiet" name="action" value="decline" aria-describedby="decline">${say('Decline')}</button>
<p id="decline">${say('As if the bank had refused the card. You can try again.')}</p>
<button class="button quiet" name="action" value="expire" aria-describedby="expire">${say('Expire')}</button>
<p id="expire">${say('As if nobody had paid in time. The order is cancelled.')}</p>
</form>`;
}
