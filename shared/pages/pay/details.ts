/** The order's contents: labeled facts, the drawn check, and every page as it will be printed, with a link to the PDF. */
import { type Html, html, withLineBreaks } from '../html.ts';
import type { Reader } from '../reader.ts';
import { amountOf, linesOfValue, type PayView } from './bill.ts';
import { drawnCheck } from './drawn-check.ts';

type DetailsView = Pick<PayView, 'facts' | 'recipient' | 'country' | 'usualWait' | 'checkFace'>;

export function detailsSection(view: DetailsView, reader: Reader): Html {
  const { say } = reader;
  // The heading already has a fax's number.
  const facts = view.facts.filter(({ label, value }) => label !== 'To' || value !== view.recipient);
  const lines = facts.map((fact) => {
    const texts = linesOfValue(fact, reader, (money) => amountOf(money, view.country, reader));
    return html`<div><dt>${reader.translate(fact.label)}</dt><dd>${withLineBreaks(texts)}</dd></div>`;
  });
  return html`${
    view.checkFace &&
    html`<section>
<h2>${say('The check')}</h2>
${drawnCheck(view.checkFace, reader)}
</section>`
  }
<section>
<h2>${say('Details')}</h2>
<dl class="facts">${lines}${view.usualWait && html`<div><dt>${say('Arrival')}</dt><dd>${arrivalText(view.usualWait, reader)}</dd></div>`}</dl>
</section>`;
}

/** The usual time from payment to arrival. */
function arrivalText(usualWait: NonNullable<PayView['usualWait']>, { say }: Reader): string {
  const { min, max, unit, countsFromSendDate } = usualWait;
  if (unit === 'business days')
    return countsFromSendDate
      ? say('Usually {min} to {max} business days after that day (an estimate)', { min, max })
      : say('Usually {min} to {max} business days after payment (an estimate)', { min, max });
  return max <= 90
    ? say('Usually within {count} minutes of payment (an estimate)', { count: 5 * Math.ceil(max / 5) })
    : say('Usually within {count} hours of payment (an estimate)', { count: Math.ceil(max / 60) });
}

/** `between`: shown between the first page and the others. */
export function pagePictures(
  { preview, stamps, checkFace }: Pick<PayView, 'preview' | 'stamps' | 'checkFace'>,
  reader: Reader,
  between: Html | false = false,
): Html | false {
  if (preview === undefined || preview.pages === 0) return between;
  const { say } = reader;
  const { path, pages } = preview;
  // More pictures would make the page too slow to load. The PDF has the rest.
  const pictureCount = Math.min(pages, 61);
  const isFolded = pages > 4;
  const isSplit = pages > 1 && (between !== false || isFolded);
  const pageOf = (number: number) => say('Page {number} of {count}', { number, count: pages });
  const message = checkFace && say('The message, roughly as it will print');
  const kind = message === undefined ? 'leaves' : 'leaves below';
  const items = Array.from({ length: pictureCount - 1 }, (_, index) => pagePicture(preview, 2 + index, reader));
  const others = html`<ol class="leaves" start="2">${items}</ol>`;
  const otherPages =
    pages === 2 ? pageOf(2) : say('Pages {from} to {to} of {count}', { from: 2, to: pictureCount, count: pages });
  const note =
    pictureCount < pages &&
    html`<p class="hint">${say('These pictures show the first {count} pages. The PDF shows them all.', { count: pictureCount })}</p>`;
  // The other pages of a longer document are folded.
  const rest = isFolded
    ? html`<details class="fold"><summary>${otherPages}</summary>${note}${others}</details>`
    : html`${isSplit && html`<h2>${otherPages}</h2>`}${others}`;
  return html`<section>
<h2>${message ?? (isSplit ? pageOf(1) : say('The document'))}</h2>
<p class="hint"><a href="${path}/text">${say('Read as text')}</a> · <a href="${path}/proof.pdf">${say('Save the PDF')}</a></p>
<p class="hint">${say('If a picture doesn’t load, save the PDF.')}</p>
<ol class="${kind}">${pagePicture(preview, 1, reader, stamps)}</ol>
</section>
${between}
${pages > 1 && html`<section>${rest}</section>`}`;
}

function pagePicture(
  { path, pages }: NonNullable<PayView['preview']>,
  page: number,
  { say }: Reader,
  stamps?: PayView['stamps'],
): Html {
  const alt = say('Page {number} of {count}', { number: page, count: pages });
  const picture = html`<img src="${path}/pages/${page}" alt="${alt}"${page > 1 && html` loading="lazy"`}>`;
  if (stamps === undefined) return html`<li><div class="leaf">${picture}</div></li>`;
  const { to, from, showsWindows, isFlat } = stamps;
  // Hidden from screen readers, because the details also list the addresses.
  const stamped = html`<div class="${['stamps', showsWindows && 'windows', isFlat && 'flat'].filter(Boolean).join(' ')}" lang="en" aria-hidden="true">
<p>${withLineBreaks(from)}</p><p>${withLineBreaks(to)}</p></div>`;
  return html`<li><div class="leaf"><div class="drawn">${picture}${stamped}</div></div><p class="legend">${say('In blue: the addresses, which our print partner adds.')}
${isFlat && say('The dashed line is the window of the large envelope.')}
${showsWindows && say('The dashed lines are the windows of the envelope.')}</p></li>`;
}
