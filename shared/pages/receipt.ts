/** The receipt page: the seller, the order, amounts and times, and how to verify the receipt. */
import { crc32, deflateSync } from 'node:zlib';
import { type Html, html, withLineBreaks } from './html.ts';
import { type Page, page } from './page.ts';
import { type Reader, readerOfOrder } from './reader.ts';
import { type ReceiptRow, type ReceiptView, receiptParts } from './receipt/parts.ts';

export function receiptPage(view: ReceiptView, visitor: Reader): Page {
  const reader = readerOfOrder(visitor, view);
  const { say } = reader;
  const parts = receiptParts(view, reader);
  const seller = { label: say('Seller'), lines: [parts.seller.name, ...parts.seller.lines] };
  const asOf = { label: say('As of'), lines: [], at: view.receipt.issued_at };
  const texts = [...parts.facts, ...parts.evidence].flatMap(({ lines }) => lines).concat(seller.lines);
  const printedLines = texts.reduce((sum, text) => sum + Math.ceil(text.length / 45), 0);
  const imageSize = parts.code.length + 2 * quietZone;
  const png = `data:image/png;base64,${encodePng(parts.code, imageSize).toString('base64')}`;
  // Beyond 24 lines of 45 characters, a printed receipt fits on one sheet only in smaller type.
  const body = html`<div class="receipt${printedLines > 24 && ' dense'}">
<h1>${parts.title}</h1>
<p><strong>${parts.heading}</strong></p>
<p>${parts.statement}</p>
<section>
<dl class="facts about">${[seller, ...parts.about, asOf].map((row) => fact(row, reader))}</dl>
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
<img class="code" src="${png}" alt="${say('QR code that verifies this receipt')}" width="${2 * imageSize}" height="${2 * imageSize}">
<div>
${parts.proof.map((sentence) => html`<p>${sentence}</p>\n`)}
<p><a href="${parts.link}">${say('What it proves and what it doesn’t')}</a></p>
</div>
</div>
<details><summary>${say('Evidence')}</summary>
<dl class="facts hash">${parts.evidence.map((row) => fact(row, reader))}</dl>
</details>
</section>
<p class="forms"><a class="text-link" href="${view.path.replace(/receipt$/, 'evidence.pdf')}">${say(view.hasDocument ? 'Receipt and document in one PDF' : 'Receipt as a PDF')}</a> <a class="text-link" href="${view.path.replace(/\/receipt$/, '')}">${say('Back to the order')}</a></p>
</div>`;
  const { orderNumber } = view;
  return page({ title: `${parts.title} ${orderNumber}`, body, orderNumber, style, images: 'data:' }, reader);
}

const fact = ({ label, lines, at }: ReceiptRow, { time }: Reader): Html =>
  html`<div><dt>${label}</dt><dd>${at === undefined ? withLineBreaks(lines) : time(at)}</dd></div>`;

const amount = ({ label, lines }: ReceiptRow, kind = ''): Html =>
  html`<div class="${kind}"><dt>${label}</dt><dd>${lines.join(' ')}</dd></div>`;

/** The light margin of a QR code, in modules. */
const quietZone = 4;

/**
 * An image with one bit per module: as SVG it would be larger than the rest of the page. Each line of a PNG starts with a filter
 * byte, here zero. A bit of 1 is light.
 */
function encodePng(rows: ReturnType<typeof receiptParts>['code'], size: number): Buffer {
  const line = 1 + Math.ceil(size / 8);
  const lines = Buffer.alloc(size * line, 0xff);
  for (let y = 0; y < size; y += 1) lines[y * line] = 0;
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) {
      const byteIndex = (y + quietZone) * line + 1 + ((x + quietZone) >> 3);
      if (isDark) lines[byteIndex] = (lines[byteIndex] ?? 0) & ~(0x80 >> ((x + quietZone) & 7));
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit, gray.
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(lines, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The seller is in the receipt, so the footer leaves it out. On paper, a receipt fits on one page, A4 or Letter. */
const style = html`
.receipt h1 + p { margin-top: .75rem; }
.receipt .facts dt { flex-basis: 9rem; }
.receipt .facts > div { padding: .375rem 0; }
.receipt dd { min-width: 0; overflow-wrap: anywhere; }
.receipt .hash { font: .8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.receipt .about { color: var(--soft); font-size: .875rem; }
.proof { display: flex; flex-wrap: wrap; gap: 1.5rem; }
.code { flex: none; align-self: start; max-width: 100%; height: auto; image-rendering: pixelated; }
.receipt details { margin-top: 1rem; }
.proof > div { flex: 1 1 14rem; min-width: 0; }
.proof p + p { margin-top: .5rem; }
.sheet:has(.receipt) + .imprint p:not(.links) { display: none; }
.forms { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 1rem; }
@media print {
  /* Without a page margin, browsers don't print the URL in the footer, which would reveal the order's link. */
  @page { margin: 0; }
  html { font-size: 10px; }
  html:has(.dense) { font-size: 8px; }
  body { display: block; min-height: 0; line-height: 1.35; }
  .receipt { padding: 0 14mm; }
  .notice, .masthead { margin: 8mm 14mm 0; padding: 1mm 2mm; }
  .imprint, .forms { display: none; }
  section { margin-top: 1.25rem; }
  .receipt .facts > div { padding: .125rem 0; }
  .receipt .columns { display: grid; grid-template-columns: 3fr 2fr; gap: 0 2rem; }
  .proof { flex-wrap: nowrap; }
  .code { width: 50mm; }
  .receipt details::details-content { content-visibility: visible; height: auto; }
  .receipt details { margin-top: .5rem; }
  .receipt details summary { display: none; }
  .receipt details dl { padding: 0; }
}
`;
