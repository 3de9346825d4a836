/** Every page as it will be printed, and a PDF of all. The browser loads the later pictures when they scroll into view. */
import type { Stamps } from '../../domain/product.ts';
import { type Html, html, lined } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { PayView, ProofView } from './view.ts';

/** A document with more pages shows its first one, and the others on demand. */
const mostUnfolded = 4;

/** More pictures would make the page itself long to load. */
const mostPictures = 60;

type Pictured = Pick<PayView, 'proof' | 'stamps' | 'checkFace'>;

/** The words on a sheet whose picture is still being drawn. */
export function drawingStyle({ say }: Reader): Html {
  const [before = '', after = ''] = say('Drawing page {number}…', { number: '\n' }).split('\n');
  return html`.leaf::before { content: '${before}' counter(list-item) '${after}'; }`;
}

/** `from`: the first picture behind the fold. Without it only the PDF has the further ones. */
export function leaves(view: Pictured, from: number | undefined, reader: Reader): Html | false {
  const { proof, stamps, checkFace } = view;
  if (proof === undefined || proof.pages === 0) return false;
  const { say } = reader;
  const { pages } = proof;
  return html`<section id="pages">
<h2>${heading(pages, checkFace !== undefined, reader)}</h2>
<p class="hint"><a href="${proof.path}/text">${say('Read as text')}</a> · <a href="${proof.path}/proof.pdf">${say('Save the PDF')}</a></p>
<p class="hint">${say('The pictures show what is printed. If one does not load, open the PDF.')}</p>
<ol class="${checkFace === undefined ? 'leaves' : 'leaves below'}">${leaf(proof, 1, reader, stamps)}${pages <= mostUnfolded && between(2, pages).map((page) => leaf(proof, page, reader))}</ol>
${pages > mostUnfolded && folded(proof, from, reader)}
</section>`;
}

function heading(pages: number, isMessage: boolean, { say }: Reader): string {
  if (isMessage) return say('The message, about as it will be printed');
  return pages === 1 ? say('The page') : say('The {count} pages', { count: pages });
}

function folded(proof: ProofView, from: number | undefined, reader: Reader): Html {
  const { say } = reader;
  const all = parts(proof.pages);
  const open = all.find(({ first }) => first === from) ?? { first: 2, last: Math.min(proof.pages, 1 + mostPictures) };
  const others = from === undefined ? [] : all.filter(({ first }) => first !== open.first);
  return html`<details class="fold" ${open.first === from && html`open`}>
<summary>${say('All {count} pages', { count: proof.pages })}</summary>
<ol class="leaves" start="${open.first}">${between(open.first, open.last).map((page) => leaf(proof, page, reader))}</ol>
${others.length > 0 && html`<p>${others.map((part) => wayTo(proof, part, reader))}</p>`}
</details>`;
}

interface LeafPart {
  readonly first: number;
  readonly last: number;
}

const wayTo = ({ path }: ProofView, part: LeafPart, { say }: Reader): Html =>
  html`<a class="way" href="${`${path}?from=${part.first}#pages`}">${say('Pages {first} to {last}', { ...part })}</a> `;

/** Pages 2 and on, in parts that one page can show. */
const parts = (pages: number): LeafPart[] =>
  Array.from({ length: Math.ceil((pages - 1) / mostPictures) }, (_, at) => {
    const first = 2 + at * mostPictures;
    return { first, last: Math.min(pages, first + mostPictures - 1) };
  });

const between = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

function leaf({ path, pages }: ProofView, page: number, reader: Reader, stamps?: Stamps): Html {
  const alt = reader.say('Page {number} of {count}', { number: page, count: pages });
  const picture = html`<img src="${path}/pages/${page}" alt="${alt}"${page > 1 && html` loading="lazy"`}>`;
  if (stamps === undefined) return html`<li><div class="leaf">${picture}</div></li>`;
  return html`<li><div class="leaf"><div class="drawn">${picture}${stamped(stamps)}</div></div>${legend(stamps, reader)}</li>`;
}

/** The addresses stand in the facts, too: a screen reader need not read them again. */
const stamped = ({ to, from, showsWindows, isFlat }: Stamps): Html =>
  html`<div class="${['stamps', showsWindows && 'windows', isFlat && 'flat'].filter(Boolean).join(' ')}" lang="en" aria-hidden="true">
<p>${lined(from)}</p><p>${lined(to)}</p></div>`;

const legend = ({ showsWindows, isFlat }: Stamps, { say }: Reader): Html =>
  html`<p class="legend">${say('In blue: the addresses, which our print partner adds.')}
${isFlat && say('The dashed line is the window of a large envelope, in which it travels flat.')}
${showsWindows && say('The dashed lines are the windows of the envelope.')}
${say('An illustration: the exact place can differ a little.')}</p>`;
