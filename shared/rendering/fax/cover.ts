/** The cover sheet of a fax: one page with names, number, date, pages and a note. In English, like everything we print. */
import type { Cover, CoverSheet, Paper, Rendered } from '../../domain/paper.ts';
import { refuseUnsettable, toNfc, unitsPerEm } from '../font/characters.ts';
import { POINTS_PER_INCH, sheetPt, unprintable } from '../layout.ts';
import type { TextLine } from '../text/typeset.ts';
import { wrap } from '../text/wrap.ts';
import { writeTextPdf } from '../text/write-pdf.ts';

/** `pages` includes this one. `member`: the field that can't be printed. The Fax line is empty without a number. */
export async function writeCover(
  { day, number, ...fields }: CoverSheet,
  pages: number,
  paper: Paper,
): Promise<Rendered<{ readonly pdf: Uint8Array }> & { readonly member?: keyof Cover }> {
  for (const member of ['to', 'from', 'subject', 'note'] as const) {
    // Does not suggest a PDF, because a cover sheet can't be one.
    const refusal = refuseUnsettable(toNfc(fields[member] ?? ''), '');
    if (refusal !== undefined) return { ...refusal, member };
  }
  const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));
  const rows = { To: fields.to, Fax: number ?? '', From: fields.from, Subject: fields.subject, Date: date };
  const [widthPt, heightPt] = sheetPt(paper);
  const marginPt = paper.marginIn * POINTS_PER_INCH;
  const titlePt = 28;
  const lines: TextLine[] = [{ text: 'Fax', xPt: marginPt, baselinePt: marginPt + titlePt, sizePt: titlePt }];
  let baselinePt = marginPt + 2.5 * titlePt;
  const write = (text: string, xPt: number) => {
    const paragraphs = toNfc(text)
      .replaceAll('\t', '    ')
      .split(/\r\n?|\n/);
    const units = ((widthPt - marginPt - xPt) * unitsPerEm) / paper.fontSizePt;
    for (const line of paragraphs.flatMap((paragraph) => wrap(paragraph, units))) {
      lines.push({ text: line, xPt, baselinePt });
      baselinePt += paper.lineHeightPt;
    }
  };
  for (const [label, value] of Object.entries({ ...rows, Pages: `${pages}, including this page` })) {
    if (value === undefined) continue;
    lines.push({ text: label, xPt: marginPt, baselinePt });
    write(value, marginPt + POINTS_PER_INCH);
    baselinePt += 6;
  }
  baselinePt += paper.lineHeightPt;
  write(fields.note ?? '', marginPt);
  const excessLines = Math.ceil((baselinePt - paper.lineHeightPt - (heightPt - marginPt)) / paper.lineHeightPt);
  if (excessLines > 0) {
    const excess = excessLines === 1 ? '1 line' : `${excessLines} lines`;
    return { ...unprintable(`It is ${excess} too long. Shorten it.`, { kind: 'too_long' }), member: 'note' };
  }
  const pdf = await writeTextPdf({ paper, pages: [lines.filter(({ text }) => text !== '')] }, 'Fax');
  return { ok: true, warnings: [], pdf };
}
