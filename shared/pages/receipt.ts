/** A receipt for people as a page: who sold what to whom, when, for how much, and how to verify it. */
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';
import { codePicture } from './receipt/code-picture.ts';
import { type ReceiptRow, type ReceiptView, receiptParts } from './receipt/parts.ts';
import { receiptStyle } from './receipt/style.ts';

export function receiptPage(view: ReceiptView, everyReader: Reader): Page {
  const reader = { ...everyReader, isTest: everyReader.isTest || view.isTest };
  const { say } = reader;
  const parts = receiptParts(view, reader);
  const seller = { label: say('Seller'), lines: [parts.seller.name, ...parts.seller.lines] };
  const issued = { label: say('Issued'), lines: [], at: view.receipt.issued_at };
  const body = html`<div class="receipt${isLong(parts) && ' dense'}">
<h1>${parts.title}</h1>
<p><strong>${parts.heading}</strong></p>
<p>${parts.statement}</p>
<section>
<dl class="facts about">${[seller, ...parts.about, issued].map((row) => fact(row, reader))}</dl>
</section>
<div class="columns">
<div>
<section>
<h2>${say('The order')}</h2>
<dl class="facts">${parts.facts.map((row) => fact(row, reader))}</dl>
</section>
</div>
<div>
<section>
<h2>${say('Amounts')}</h2>
<dl class="bill">${parts.bill.lines.map((line) => amount(line))}${amount(parts.bill.total, 'total')}${parts.bill.after.map((line) => amount(line))}</dl>
</section>
<section>
<h2>${say('Times')}</h2>
<dl class="facts">${parts.times.map((row) => fact(row, reader))}</dl>
</section>
</div>
</div>
<section>
<h2>${say('Verify this receipt')}</h2>
<div class="proof">
${codePicture(parts.code, say('QR code that verifies this receipt'))}
<div>
<p><a href="${parts.link}">${view.verifyUrl}</a></p>
${parts.proof.map((sentence) => html`<p>${sentence}</p>\n`)}
</div>
</div>
<details><summary>${say('Evidence')}</summary>
<dl class="facts hash">${parts.evidence.map((row) => fact(row, reader))}</dl>
</details>
</section>
<p class="forms"><a class="way" href="${view.path.replace(/receipt$/, 'evidence.pdf')}">${say('Receipt and document in one PDF')}</a> <a class="way" href="${view.path}.json">${say('For programs (JSON)')}</a> <a class="way" href="${view.path.replace(/\/receipt$/, '')}">${say('Back to the order')}</a></p>
</div>`;
  const { orderNumber } = view;
  return page(
    { title: `${parts.title} ${orderNumber}`, body, orderNumber, style: receiptStyle, images: 'data:' },
    reader,
  );
}

const columnCharacters = 45;
const mostLines = 24;

/** More than fits on one sheet in letters of the usual size. */
function isLong({ facts, seller, evidence }: ReturnType<typeof receiptParts>): boolean {
  const texts = [...facts, ...evidence].flatMap(({ lines }) => lines).concat(seller.name, seller.lines);
  const lines = texts.reduce((sum, text) => sum + Math.ceil(text.length / columnCharacters), 0);
  return lines > mostLines;
}

function fact({ label, lines, at }: ReceiptRow, { time }: Reader): Html {
  const shown = at === undefined ? lines.map((line, i) => html`${i > 0 && html`<br>`}${line}`) : time(at);
  return html`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
}

const amount = ({ label, lines }: ReceiptRow, kind = ''): Html =>
  html`<div class="${kind}"><dt>${label}</dt><dd>${lines.join(' ')}</dd></div>`;
