/** The documents that are measured: plain business letters, as many pages as asked by every printer's count. */

const sentence =
  'Thank you for your letter of the third of May about the delivery to our warehouse in Springfield, which arrived complete and in good order.';

const paragraph = Array.from({ length: 4 }, () => sentence).join(' ');

/** Fills a page and no more, whatever the font: 24 to 30 lines of the 43 that fit. */
function section(number: number): string {
  const rows = [1, 2, 3, 4].map((item) => `<tr><td>Item ${number}.${item}</td><td>${item * 12}.00</td></tr>`);
  const body = Array.from({ length: 3 }, () => `<p>${paragraph}</p>`).join('');
  return `<section><h2>Part ${number}</h2>${body}<table border="1"><tr><th>What</th><th>USD</th></tr>${rows.join('')}</table></section>`;
}

const style =
  'section + section { page-break-before: always } h2 { margin: 0; color: #234 } table { border-collapse: collapse }';

/** HTML of exactly that many pages; the first leaves the address zone free. */
export function htmlOf(pages: number): string {
  const sections = Array.from({ length: pages }, (_, index) => section(index + 1)).join('');
  return `<!doctype html><html><head><meta charset="utf-8"><title>Letter</title><style>${style}</style></head><body><div style="height: 2in"></div>${sections}</body></html>`;
}

const linesPerParagraph = 9;

/** Text of about that many pages: what it really comes to is counted when it is set. */
export function textOf(pages: number): string {
  const paragraphs = Math.max(1, Math.floor((pages * 43 - 12) / linesPerParagraph));
  return Array.from({ length: paragraphs }, () => `${paragraph} ${sentence}`).join('\n\n');
}
