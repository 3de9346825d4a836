/** CSS for the pay page: two columns on a desktop, a bar at the bottom of a phone screen, page pictures. */
import type { Paper } from '../../domain/paper.ts';
import { html } from '../html.ts';
import type { Reader } from '../reader.ts';

/** CSS for a picture of a page, and the addresses that the partner prints on it. */
export const leafStyle = (paper: Paper) => html`
.leaf {
  position: relative; container-type: inline-size; aspect-ratio: ${paper.widthIn} / ${paper.heightIn}; overflow: hidden; background: #fff;
  box-shadow: var(--shade);
}
.leaf img { position: relative; display: block; width: 100%; height: 100%; color: #24211c; text-align: center; }
.leaf img::after {
  content: attr(alt); position: absolute; inset: 0; display: grid; place-content: center; background: #fff;
}

/* Where the partner stamps the addresses, in hundredths of the picture's width: 1in is 11.76cqw on US Letter */
.stamps p {
  position: absolute; left: 6.5cqw; top: 6cqw; max-width: 40cqw; margin: 0; overflow-x: clip; color: #1f4f8f;
  font-size: 1.5cqw; line-height: 1.15; white-space: nowrap;
}
.stamps p + p { top: 20.8cqw; margin: 0; font-size: 1.8cqw; }
.windows::before, .windows::after, .flat::before {
  content: ''; position: absolute; left: 4.7cqw; top: 4.9cqw; width: 38.2cqw; height: 10.3cqw;
  border: 1px dashed #1f4f8f; border-radius: 1cqw;
}
.flat::before { width: 47cqw; height: 26.5cqw; }
.windows::after { top: 19.6cqw; width: 47cqw; height: 11.8cqw; }
`;

/** On paper: one sheet, without buttons, links and hints. */
const printStyle = html`@media print {
  html { font-size: 12px; }
  .masthead { max-width: none; padding: 0; }
  .review, .order, .side { display: block; max-width: none; padding: 0; box-shadow: none; }
  .bar, .hint, .link, .order::before { display: none; }
  .leaves { display: flex; flex-wrap: wrap; gap: 1rem; }
  .leaves li { flex: 0 0 42%; margin: 0; break-inside: avoid; }
  .leaf { margin: 0; border: 1px solid #bbb; box-shadow: none; }
  .check { max-width: 30rem; }
  .price, .next { display: inline-block; width: 48%; vertical-align: top; }
  .current form { display: none; }
}`;

export function payStyle(paper: Paper, { say }: Reader) {
  // CSS counts the pages, so the sentence is split where their number goes.
  const [before = '', after = ''] = say('Drawing page {number}…', { number: '\n' }).split('\n');
  const { widthIn, heightIn, marginIn, textHeightIn } = paper;
  // On the sheet with a check's message, show only the part above the end of the message area, rounded up to half an inch.
  const endIn = Math.ceil(2 * (marginIn + textHeightIn)) / 2;
  const note = html`.below .leaf { aspect-ratio: ${widthIn} / ${endIn}; }
.below .leaf img { height: auto; aspect-ratio: ${widthIn} / ${heightIn}; }`;
  return html`
/* On a phone one column, with a bar at the bottom of the screen; on a desktop the price is next to the order. */
.review { position: relative; flex: auto; width: 100%; max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 0; background: var(--paper); }
.masthead { max-width: 46rem; padding-inline: 1.25rem; }
.side { display: contents; }
.next, .rest { padding-bottom: 2rem; }
.side > :where(p) { margin-top: 1.25rem; }
.bar {
  position: sticky; bottom: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  margin: 2rem -1.25rem 0; padding: .75rem 1.25rem max(.75rem, env(safe-area-inset-bottom));
  border-top: 1px solid var(--rule); background: var(--paper); box-shadow: 0 -4px 16px #3a2f1a1f;
}
.bar p { line-height: 1.3; }
.bar b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar .button { flex: 1 1 6rem; width: auto; max-width: 14rem; padding-inline: .75rem; text-wrap: balance; }
.bar:has(form) { flex-wrap: wrap; padding-top: .25rem; gap: 0 1rem; }
.bar form { flex: 1 0 100%; }
.bar label { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; }
.bar input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--blue); }
.order .warnings p { margin-top: .75rem; }
.order-number { font-variant-numeric: tabular-nums; }
.hint + .hint { margin-top: .25rem; }
.current h1 { font-size: 1.375rem; }
.rest::before { display: none; }
.order-number, .hint, .legend, figcaption { color: var(--soft); font-size: .875rem; }
@media (min-width: 64rem) {
  .review {
    display: grid; grid-template-columns: minmax(0, 1fr) 19rem; align-items: start; gap: 1.5rem 2rem; flex: none;
    max-width: 78rem; padding: 2rem 1.5rem 3rem; background: none;
  }
  .masthead { max-width: 78rem; padding-inline: 3.5rem 3rem; }
  .next { padding: 0; }
  .order { position: relative; padding: 2.5rem 2rem 2rem; background: var(--paper); box-shadow: var(--shade); }
  .current { grid-column: 1; }
  .rest { grid-column: 1; padding-top: .5rem; }
  .current + .side { grid-area: 1 / 2 / 3; }
  .side {
    position: sticky; top: 4.5rem; display: flex; flex-direction: column; gap: 1.5rem; padding: 1.5rem;
    background: var(--paper); box-shadow: var(--shade);
  }
  .side > * { margin: 0; }
  .side .next { font-size: .9375rem; }
  .bar { position: static; padding: 0; border: 0; box-shadow: none; }
}

${leafStyle(paper)}
/* Gray bars and a message are visible until the picture covers them. */
.leaves { margin: 1rem 0 0; padding: 0; list-style: none; }
.leaves li + li { margin-top: 1.5rem; }
.leaf {
  background: linear-gradient(#fff 30%, #0000 0 92%, #fff 0), linear-gradient(90deg, #fff 12%, #0000 0 86%, #fff 0), repeating-linear-gradient(#eee 0 1.6%, #fff 0 3.2%);
}
.leaf::before { content: '${before}' counter(list-item) '${after}'; position: absolute; inset: 16% 12% auto; color: #645d52; }
${paper.isNote && note}
/* Only as high as the picture, so that the addresses don't cover the gray bars before it has loaded. */
.drawn { position: relative; overflow: hidden; }
.leaf .drawn img { height: auto; }
.legend { margin-top: .5rem; }
.fold { margin-top: 1.5rem; }
@media (max-width: 48rem) { .leaf { margin: 0 -1.25rem; } }

figcaption { margin-top: .5rem; }
.actions + .hint, .link .hint { margin-top: .5rem; }
.link .button { width: auto; margin-top: .5rem; }
section + .hint { margin-top: 1.25rem; }
@media print, (min-width: 64rem) { .order .facts { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2rem; } }
${printStyle}
`;
}
