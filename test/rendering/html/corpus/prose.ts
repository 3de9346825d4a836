/** Letters and reports: running text, headings, notes, page breaks. */
import { belowAddresses, paragraphs, prose, repeat, sentence } from './words.ts';

const chapter = (number: number) =>
  `<h2>${number}. ${sentence(number)}</h2>${paragraphs(6, number)}<h3>${number}.1 Findings</h3><ul>${repeat(4, (item) => `<li>${sentence(item + number)}</li>`)}</ul>${paragraphs(3, number + 40)}`;

export const proseDocuments: Record<string, string> = {
  'a short letter': `${belowAddresses}<p>Dear Mrs. Álvarez,</p>${paragraphs(2)}<p>Sincerely,<br>The office</p>`,
  'a letter of two pages': belowAddresses + paragraphs(14),
  'one endless paragraph': `<p>${prose(400)}</p>`,
  'line breaks only': repeat(130, (index) => `${sentence(index)}<br>`),
  'headings of every size': repeat(
    6,
    (level) => `<h${level + 1}>${sentence(level)}</h${level + 1}>${paragraphs(2, level)}`,
  ),
  'headings that would stand alone at the foot': repeat(
    30,
    (index) => `<h3>${sentence(index)}</h3><p>${prose(4, index)}</p>`,
  ),
  'forced page breaks': repeat(
    5,
    (index) => `<section style="page-break-after: always"><p>${prose(3, index)}</p></section>`,
  ),
  'boxes that may not break': repeat(
    12,
    (index) => `<div style="break-inside: avoid; border: 1px solid; padding: 8pt">${paragraphs(3, index)}</div>`,
  ),
  'two columns': `<div style="columns: 2; column-gap: 0.3in">${paragraphs(24)}</div>`,
  'long words': repeat(
    30,
    (index) => `<p>${'Donaudampfschifffahrtsgesellschaft'.repeat(1 + (index % 6))} ${sentence(index)}</p>`,
  ),
  'an address of the web that is longer than a line': `<p>${sentence(1)} https://example.com/${'path/'.repeat(60)} ${prose(3)}</p>`,
  'soft hyphens': `<p>${repeat(300, () => 'admin\u00adis\u00adtra\u00adtion')}</p>`,
  'footnotes and exponents': repeat(
    40,
    (index) => `<p>${sentence(index)}<sup>${index}</sup> H<sub>2</sub>O ${prose(2, index)}</p>`,
  ),
  'Cyrillic and Greek': repeat(
    25,
    () =>
      '<p>Настоящим уведомляем вас о получении письма. Με την παρούσα σας ενημερώνουμε για την παραλαβή της επιστολής.</p>',
  ),
  Hebrew: '<div dir="rtl"><p>שלום רב, קיבלנו את מכתבך מיום 3 במאי.</p></div>',
  'a right-to-left page of Latin': `<div dir="rtl">${paragraphs(5)}</div>`,
  'quotations and code': repeat(
    6,
    (index) =>
      `<blockquote>${prose(4, index)}</blockquote><pre>${repeat(6, (line) => `line ${line}: ${sentence(line)}\n`)}</pre><p><code>a = b</code></p><hr>`,
  ),
  'definitions and notes': `<dl>${repeat(30, (index) => `<dt>${sentence(index)}</dt><dd>${prose(2, index)}</dd>`)}</dl>`,
  'a report of sixty pages': `<h1>Annual report</h1>${repeat(50, (index) => chapter(index + 1))}`,
};
