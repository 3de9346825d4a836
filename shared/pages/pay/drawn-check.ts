/** An illustration of a check. The print partner adds the bank and its numbers, which this service does not store. */
import { formatMoney } from '../../domain/money.ts';
import type { CheckFace } from '../../domain/product.ts';
import { type Html, html, withLineBreaks } from '../html.ts';
import type { Reader } from '../reader.ts';

/** Checks are printed in English. Only our note in place of the date is in the reader's language. */
export function drawnCheck(face: CheckFace, reader: Reader): Html {
  const { payTo, sender, amount, amountInWords, memo, number, accountNickname } = face;
  const [payee, ...address] = payTo;
  return html`<figure class="check">
<div class="front" lang="en">
<p class="sender">${withLineBreaks(sender)}</p>
<p class="number">${number !== undefined && `No. ${number}`}</p>
<p class="date">Date: <b lang="${reader.language}">${reader.say('the day it’s printed')}</b></p>
<p class="payee">Pay to the order of <b>${payee}</b></p>
<p class="figures"><b>${formatMoney(amount.cents, amount.currency)}</b></p>
<p class="words"><b>${amountInWords}</b> ${{ USD: 'US dollars', CAD: 'Canadian dollars' }[amount.currency]}</p>
<p class="address">${withLineBreaks(address)}</p>
<p class="drawn">Drawn on <b>${accountNickname}</b></p>
<p class="memo">Memo <b>${memo ?? ''}</b></p>
<p class="signature">${reader.isTest && html`<strong>VOID</strong>`}</p>
</div>
<figcaption>${reader.say('An illustration. Our print partner adds the date, the account holder’s name as the signature, the bank and its numbers.')}
${reader.isTest && reader.say('In test mode no check is printed.')}</figcaption>
</figure>`;
}

/** CSS for pages that draw a check. */
export const checkStyle = html`
.check { container-type: inline-size; }
.front {
  display: grid; grid-template-columns: 1fr auto; gap: .75em 1em; padding: 1.25em; border: 1px solid #8aa0bd; border-radius: .375rem;
  background: linear-gradient(120deg, #f4f8fd, #e6eef7); color: #24211c; font-size: max(.75rem, 2cqw); line-height: 1.35;
}
.front b { font-weight: 600; }
.number, .date, .figures { text-align: right; }
.date, .address, .words { grid-column: 1 / -1; }
.date b, .payee b, .words b, .memo b, .signature { border-bottom: 1px solid #645d52; }
.payee b, .memo b { display: block; min-height: 1.35em; }
.figures b { padding: .2em .5em; border: 1px solid #645d52; background: #fff; font-variant-numeric: tabular-nums; white-space: nowrap; }
.number { align-self: start; }
.figures { align-self: end; }
.drawn { grid-column: 1 / -1; }
.signature { min-width: 12em; text-align: center; }
.signature strong { display: inline-block; padding: 0 .75em; border: 3px solid #a92b25; border-radius: .25em; background: #fff; color: #a92b25; font-size: 1.5em; rotate: -6deg; }
`;
