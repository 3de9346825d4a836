/** The front of a check, drawn as an illustration: the print partner adds the bank and its numbers, which nobody here has. */
import { formatMoney } from '../core/money.ts';
import type { CheckFace } from '../core/product.ts';
import { type Html, html, lined } from './html.ts';
import type { Reader } from './reader.ts';

const dollars = { USD: 'US dollars', CAD: 'Canadian dollars' } as const;

/** A check is printed in English, whatever its reader speaks. */
export function drawnCheck(face: CheckFace, reader: Reader): Html {
  const { payTo, sender, amount, amountInWords, memo, number, accountNickname } = face;
  const [payee, ...address] = payTo;
  return html`<figure class="check">
<div class="front" lang="en">
<p class="sender">${lined(sender)}</p>
<p class="number">${number !== undefined && `No. ${number}`}</p>
<p class="date">Date: <b>date of printing</b></p>
<p class="payee">Pay to the order of <b>${payee}</b></p>
<p class="figures"><b>${formatMoney(amount.cents, amount.currency)}</b></p>
<p class="words"><b>${amountInWords}</b> ${dollars[amount.currency]}</p>
<p class="address">${lined(address)}</p>
<p class="drawn">Drawn on <b>${accountNickname}</b></p>
<p class="memo">Memo <b>${memo ?? ''}</b></p>
<p class="signature">${reader.isTest && html`<strong>VOID</strong>`}</p>
</div>
<figcaption>${reader.say('An illustration. Our print partner adds the date, the signature, the bank and its numbers.')}
${reader.isTest && reader.say('In test mode no check is printed.')}</figcaption>
</figure>`;
}
