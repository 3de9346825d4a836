/** E-mails on the pay page: the payer's tick beside the button to pay, and who is written to. */
import { type Html, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { EmailChoice, PayView } from './view.ts';

type WrittenEmails = Pick<PayView, 'progress'> & { readonly emails: EmailChoice };

const action = ({ progress }: WrittenEmails): string => `${progress.path}/emails`;

const token = ({ emails }: WrittenEmails): Html => html`<input type="hidden" name="token" value="${emails.token}">`;

const tickLabel = ({ emails }: WrittenEmails, { say }: Reader): string =>
  emails.to.length === 0 ? say('E-mail me about this order') : say('E-mail me, too');

/** The form of the button to pay: pressing it sends the tick along. */
export const payForm = (view: WrittenEmails, reader: Reader): Html =>
  html`<form id="pay" class="tick" method="post" action="${action(view)}">${token(view)}
<label><input type="checkbox" name="emails" value="yes" aria-describedby="emails"${view.emails.isTicked && html` checked`}> ${tickLabel(view, reader)}</label></form>`;

export const tickHint = (view: WrittenEmails, reader: Reader): Html =>
  html`<p id="emails">${reader.say('If you tick “{label}”, we write to the e-mail address that you give on the payment page. Each e-mail has an unsubscribe link.', { label: tickLabel(view, reader) })}</p>`;

/** A line does not end behind the dots, which would read as the end of the sentence. */
const unbroken = (masked: string): string => masked.replace('…', '…\u2060');

/** `hasEnded`: the reader has just pressed the button that ends them. */
export function told(view: WrittenEmails, hasEnded: boolean, { say }: Reader): Html | false {
  const { to } = view.emails;
  if (to.length === 0)
    return hasEnded && html`<p class="message" role="status">${say('No more e-mails are sent about this order.')}</p>`;
  return html`<section class="told">
<h2>${say('E-mails')}</h2>
<p>${say('News of this order goes to {addresses}.', { addresses: to.map(unbroken).join(', ') })}</p>
<form method="post" action="${action(view)}">${token(view)}
<p class="actions"><button class="button quiet" name="step" value="stop">${say('Stop these e-mails')}</button></p>
</form>
</section>`;
}
