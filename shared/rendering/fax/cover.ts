/** The cover sheet of a fax: one page with names, number, date, pages and a note. English, like all words on our paper. */
import type { Cover, CoverSheet, Paper, Rendered } from '../../domain/paper.ts';
import { composed, unitsPerEm, withoutPlace } from '../font/characters.ts';
import { POINTS_PER_INCH, sheetPt, unprintable } from '../layout.ts';
import type { TextLine } from '../text/typeset.ts';
import { wrap } from '../text/wrap.ts';
import { writeTextPdf } from '../text/write-pdf.ts';

/** `member`: the one that can't be printed. The sheet without a number has the same lines: that of the number is empty. */
export async function writeCover(
  { pages, day, number, ...words }: CoverSheet,
  paper: Paper,
): Promise<Rendered<{ readonly pdf: Uint8Array }> & { readonly member?: keyof Cover }> {
  for (const member of ['to', 'from', 'subject', 'note'] as const) {
    // A cover sheet cannot be sent as a PDF.
    const fault = withoutPlace(composed(words[member] ?? ''), '');
    if (fault !== undefined) return { ...fault, member };
  }
  const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));
  const rows = { To: words.to, Fax: number ?? '', From: words.from, Subject: words.subject, Date: date };
  const [widthPt, heightPt] = sheetPt(paper);
  const leftPt = paper.marginIn * POINTS_PER_INCH;
  const titlePt = 28;
  const lines: TextLine[] = [{ text: 'Fax', xPt: leftPt, baselinePt: leftPt + titlePt, sizePt: titlePt }];
  let baselinePt = leftPt + 2.5 * titlePt;
  const write = (text: string, xPt: number) => {
    for (const part of composed(text)
      .replaceAll('\t', '    ')
      .split(/\r\n?|\n/)) {
      for (const line of wrap(part, ((widthPt - leftPt - xPt) * unitsPerEm) / paper.fontSizePt)) {
        lines.push({ text: line, xPt, baselinePt });
        baselinePt += paper.lineHeightPt;
      }
    }
  };
  for (const [text, value] of Object.entries({ ...rows, Pages: `${pages}, including this page` })) {
    if (value === undefined) continue;
    lines.push({ text, xPt: leftPt, baselinePt });
    write(value, leftPt + POINTS_PER_INCH);
    baselinePt += 6;
  }
  baselinePt += paper.lineHeightPt;
  write(words.note ?? '', leftPt);
  const excess = Math.ceil((baselinePt - paper.lineHeightPt - (heightPt - leftPt)) / paper.lineHeightPt);
  if (excess > 0)
    return {
      ...unprintable(`It is too long by ${excess} of its lines. Shorten it.`, { kind: 'too_long' }),
      member: 'note',
    };
  const pdf = await writeTextPdf({ paper, pages: [lines.filter(({ text }) => text !== '')] }, { title: 'Fax' });
  return { ok: true, warnings: [], pdf };
}
