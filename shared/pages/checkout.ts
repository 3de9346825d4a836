/** The test checkout page, which replaces the payment provider's. The payer chooses the result of the payment. */
import { type BillLine, bill } from './bill.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';

export interface CheckoutView {
  readonly sessionId: string;
  readonly heading: string;
  readonly lines: readonly BillLine[];
  readonly total: string;
  /** The path to which the form is posted. */
  readonly action: string;
  readonly cancelUrl: string;
  /** A declined session is still open, as with a real card, so the payer may try again. */
  readonly status: 'open' | 'paid' | 'declined' | 'expired';
  readonly message?: string | undefined;
}

const outcomes: Readonly<Record<CheckoutView['status'], { readonly statusText: string; readonly lead: string }>> = {
  open: { statusText: 'Open', lead: 'Choose how this test payment ends. No card is asked for.' },
  declined: { statusText: 'Declined', lead: 'The test card was declined and nothing was charged. You can try again.' },
  paid: { statusText: 'Paid', lead: 'The test payment went through. No money has moved.' },
  expired: { statusText: 'Expired', lead: 'This checkout has expired and can no longer be paid. Nothing was charged.' },
};

export function checkoutPage(view: CheckoutView): Page {
  const { statusText, lead } = outcomes[view.status];
  const payable = view.status === 'open' || view.status === 'declined';
  const body = html`<p class="status ${view.status}">${statusText}</p>
<h1>${view.heading}</h1>
${view.message !== undefined && html`<p class="message" role="alert">${view.message}</p>`}
<p class="lead">${lead}</p>
<section>
<h2>Price</h2>
${bill(view.lines, view.total)}
</section>
${payable && choices(view)}
<p class="actions"><a class="${payable ? 'way' : 'button'}" href="${view.cancelUrl}">Back to the order</a></p>
<footer><p>Checkout session <code>${view.sessionId}</code></p></footer>`;
  const notice = 'Test checkout: a stand-in for the payment page. No money moves.';
  return page({ title: `Test checkout: ${view.heading}`, body, notice, formAction: payable });
}

function choices({ action, total }: CheckoutView): Html {
  return html`<form class="choices" method="post" action="${action}">
<button class="button" name="action" value="pay" aria-describedby="pay">Pay ${total}</button>
<p id="pay">As if the card had been accepted.</p>
<button class="button quiet" name="action" value="decline" aria-describedby="decline">Decline</button>
<p id="decline">As if the bank had refused the card. You can try again.</p>
<button class="button quiet" name="action" value="expire" aria-describedby="expire">Expire</button>
<p id="expire">As if nobody had paid in time. The order is cancelled.</p>
</form>`;
}
