/**
 * Letters, reports, tables and pictures, and the HTML of mail programs, word processors, web editors and converters, each
 * with its number of pages. The text is generated, so that long documents take no space in the repository.
 */
import { grayPng } from '../../support/rendering/photographs.ts';

const subjects = ['The tenant', 'Our office', 'The “final” report', 'Mrs. Álvarez', 'The committee', 'Your file №7'];
const verbs = ['acknowledges', 'has received', 'cannot accept', 'refers to', 'will return', 'waives'];
const objects = [
  'the notice of 3 May',
  'the enclosed affidavit',
  'a payment of $1,204.50',
  'every earlier letter on the matter',
  'the office’s first offer',
  'the flat-rate fee (€12.50)',
];
const endings = [
  'without delay',
  'under protest',
  'as agreed — and in writing',
  'until further notice',
  'in full',
  'again',
];

function sentence(number: number): string {
  const pick = (list: readonly string[], step: number) => list[Math.floor(number / step) % list.length] ?? '';
  return `${pick(subjects, 1)} ${pick(verbs, 2)} ${pick(objects, 3)} ${pick(endings, 5)}.`;
}

/** `count` sentences, starting with number `from`. */
function prose(count: number, from = 0): string {
  return repeat(count, (index) => sentence(from + index)).trimEnd();
}

/** `count` paragraphs of three to seven sentences. */
function paragraphs(count: number, from = 0): string {
  return repeat(count, (index) => `<p>${prose(3 + ((index + from) % 5), (index + from) * 7)}</p>\n`);
}

function repeat(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${piece(index)} `).join('');
}

/** Leaves the first three inches of page 1 free for the addresses. */
const belowAddresses = '<div style="height: 2in"></div>';

const logo = grayPng(600, 80);
const photograph = grayPng(1200, 800);

const chapter = (number: number) =>
  `<h2>${number}. ${sentence(number)}</h2>${paragraphs(6, number)}<h3>${number}.1 Findings</h3><ul>${repeat(4, (item) => `<li>${sentence(item + number)}</li>`)}</ul>${paragraphs(3, number + 40)}`;

const rows = (count: number, cells = 4) =>
  repeat(
    count,
    (row) =>
      `<tr><td>${row + 1}</td>${repeat(cells - 1, (cell) => `<td>${sentence(row + cell).slice(0, 24)}</td>`)}</tr>`,
  );

const head = '<thead><tr><th>No.</th><th>Party</th><th>Subject</th><th>Amount</th></tr></thead>';

const wordStyle = `<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
 p.MsoNormal, li.MsoNormal {margin:0in; margin-bottom:.0001pt; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
 p.MsoListParagraph {margin-left:.5in; text-indent:-.25in;}
 @page WordSection1 {size:595.3pt 841.9pt; margin:70.85pt 70.85pt 2.0cm 70.85pt;} div.WordSection1 {page:WordSection1;} --></style>`;

/** HTML as Microsoft Word saves it. */
const wordHtml = (body: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"><meta name=Generator content="Microsoft Word 15">${wordStyle}<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=EN-US link="#0563C1" style='tab-interval:.5in'><div class=WordSection1>${body}</div></body></html>`;

const mailRow = (index: number) =>
  `<tr><td align="center" bgcolor="#f4f4f4" style="padding:10px 20px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#333333">${prose(3, index)}</td></tr>`;

export const corpus: Readonly<Record<string, readonly [pages: number, html: string]>> = {
  'a short letter': [1, `${belowAddresses}<p>Dear Mrs. Álvarez,</p>${paragraphs(2)}<p>Sincerely,<br>The office</p>`],
  'one endless paragraph': [7, `<p>${prose(400)}</p>`],
  'headings that would be alone at the bottom of a page': [
    4,
    repeat(30, (index) => `<h3>${sentence(index)}</h3><p>${prose(4, index)}</p>`),
  ],
  'soft hyphens': [2, `<p>${repeat(300, () => 'admin\u00adis\u00adtra\u00adtion')}</p>`],
  Hebrew: [1, '<div dir="rtl"><p>שלום רב, קיבלנו את מכתבך מיום 3 במאי.</p></div>'],
  'a report of 59 pages': [59, `<h1>Annual report</h1>${repeat(50, (index) => chapter(index + 1))}`],
  'a table across pages with its header on each': [5, `<table>${head}<tbody>${rows(140)}</tbody></table>`],
  'a list across pages': [5, `<ol>${repeat(120, (index) => `<li>${prose(1 + (index % 2), index)}</li>`)}</ol>`],
  'a word processor’s letter': [
    2,
    wordHtml(
      `${belowAddresses}${repeat(16, (index) => `<p class=MsoNormal><span style='font-size:11.0pt;mso-bidi-font-size:10.0pt'>${prose(4, index)}<o:p></o:p></span></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>`)}<br clear=all style='mso-special-character:line-break;page-break-before:always'><p class=MsoNormal>Annex</p>`,
    ),
  ],
  'a newsletter 600 pixels wide': [
    3,
    `<body style="margin:0;padding:0"><div style="display:none;max-height:0;overflow:hidden">Preview text</div><center><table role="presentation" width="600" border="0" cellpadding="0" cellspacing="0" align="center"><tr><td><img src="${logo}" width="600" height="80" alt="" style="display:block;border:0"></td></tr>${repeat(25, mailRow)}<tr><td><a href="https://example.com/unsubscribe" style="color:#888888;font-size:11px">Unsubscribe</a></td></tr></table></center></body>`,
  ],
  'a reply with quoted emails': [
    2,
    `<div dir="ltr"><div>${prose(4)}</div><br><div class="gmail_quote">${repeat(5, (depth) => `<div class="gmail_attr">On Mon, ${sentence(depth)} wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${paragraphs(3, depth)}`)}${'</blockquote>'.repeat(5)}</div></div>`,
  ],
  'Markdown, converted': [
    3,
    `<h1 id="readme">Lease</h1>\n${repeat(8, (index) => `<h2 id="s${index}">${sentence(index)}</h2>\n<p>${prose(5, index)} <a href="#s0">back</a></p>\n<ul>\n<li><p>${sentence(index)}</p></li>\n<li><p><code>x</code></p></li>\n</ul>\n<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>${index}</td><td align="right">2</td></tr></tbody></table>\n<pre><code class="language-sh">npm ci\n</code></pre>\n<hr />`)}`,
  ],
  'a web page with navigation and footer': [
    3,
    `<!doctype html><html lang="en"><head><title>News</title><meta name="viewport" content="width=device-width"><style>:root { --ink: #222 } body { font-family: system-ui; max-width: 70ch; margin: 0 auto } nav { display: flex; gap: 1em } @media print { nav, footer { display: none } } @media (max-width: 700px) { article { font-size: 15px } } .lead { color: var(--ink); font-size: 1.2em }</style></head><body><nav><a href="/">Home</a><a href="/a">About</a></nav><main><article><h1>News</h1><p class="lead">${prose(4)}</p>${paragraphs(18)}<figure><img src="${photograph}" width="1200" height="800" alt=""><figcaption>Fig. 1</figcaption></figure></article></main><footer>© 2026</footer></body></html>`,
  ],
  'a letterhead': [1, `<img src="${logo}" alt=""><div style="height: 1.5in"></div>${paragraphs(6)}`],
  'a photograph that is taller than the page': [3, `${paragraphs(1)}<img src="${grayPng(900, 2400)}">${paragraphs(1)}`],
};
