/** The rules of receipts alone: on paper they fill one page, A4 or Letter. */
import { html } from '../html.ts';

export const receiptStyle = html`
.receipt h1 + p { margin-top: .75rem; }
.receipt .facts dt { flex-basis: 9rem; }
.receipt .facts > div { padding: .375rem 0; }
.receipt dd { min-width: 0; overflow-wrap: anywhere; }
.receipt .hash { font: .8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.receipt .about { color: var(--soft); font-size: .875rem; }
.proof { display: flex; flex-wrap: wrap; gap: 1.5rem; }
.code { flex: none; width: min(100%, 20rem); height: auto; image-rendering: pixelated; }
.receipt details { margin-top: 1rem; }
.proof > div { flex: 1 1 14rem; min-width: 0; }
.proof p + p { margin-top: .5rem; }
.forms { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 1rem; }
@media print {
  /* Without a margin of the page, browsers print no address at its foot: it would show the order's link. */
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
