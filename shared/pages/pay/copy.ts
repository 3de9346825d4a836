/** An identical order on the page of this one: a question before the payment, or a note. */
import { type Html, hiddenFields, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { PayView } from './view.ts';

/** Whether the payer has to confirm a second copy before the payment. */
export const asksForCopy = ({ copyChoice }: Pick<PayView, 'copyChoice'>): boolean => copyChoice?.isAsked === true;

export function copyQuestion(
  { copyChoice, progress }: Pick<PayView, 'copyChoice' | 'progress'>,
  reader: Reader,
): Html | false {
  if (copyChoice === undefined) return false;
  const { say } = reader;
  const sentence = html`<p>${factsOf(copyChoice, reader)}</p>`;
  if (!copyChoice.isAsked)
    return html`<section class="warnings">
<h2>${say('Ordered twice')}</h2>
${sentence}
<p>${say('If you want only one copy, pay for only one, or cancel one while you can.')}</p>
</section>`;
  return html`<section class="warnings" id="copy">
<h2>${say('Send a second copy?')}</h2>
${sentence}
<p>${say('If you want only one copy, don’t pay here.')}</p>
<form method="post" action="${progress.path}/address">${hiddenFields({ token: copyChoice.token })}
<p class="actions"><button class="button quiet" name="choice" value="copy">${say('Yes, send a second copy')}</button></p>
</form>
</section>`;
}

function factsOf({ isLater, other }: NonNullable<PayView['copyChoice']>, { say, write, time }: Reader): Html | string {
  if (other === undefined)
    return isLater ? say('The same order was made again.') : say('The same order was made before.');
  const facts = { number: other.number, time: time(other.createdAt) };
  if (isLater)
    return other.isPaid
      ? write('The same order was made again {time}, and is paid: order {number}.', facts)
      : write('The same order was made again {time}, and isn’t paid yet: order {number}.', facts);
  return other.isPaid
    ? write('The same order was made {time}, and is paid: order {number}.', facts)
    : write('The same order was made {time}, and isn’t paid yet: order {number}.', facts);
}
