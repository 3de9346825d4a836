/** Draws the pages of a PDF, or reads their text, in a child process: the serving process never opens a file. */
import type { Look } from '../../domain/paper.ts';
import { readInChild, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';

/**
 * A PNG of page `page` (1 is the first), `widthPx` wide. A page that cannot be drawn within the limits gets a picture that
 * says so, so that the next request doesn't try again. Throws `MachineBusy` if the machine is too busy.
 */
export async function previewPage(
  pdf: Uint8Array,
  { page: pageNumber, paper, isInColor, widthPx }: Look & { readonly page: number; readonly widthPx: number },
  work: WorkOptions = {},
): Promise<Uint8Array> {
  const draw = async (document: Uint8Array, page: number, options: WorkOptions) => {
    const args = [`${page}`, `${widthPx}`, isInColor ? 'color' : 'gray'];
    const { findings } = await readInChild<{ readonly png: string }>(drawChild, document, { ...options, args });
    return findings[0] && Buffer.from(findings[0].png, 'base64');
  };
  const substitutePdf = () => {
    // As wide as US Letter, which has room for the lines, and in the proportions of the paper.
    const widthPt = 612;
    const heightPt = Math.round((widthPt * paper.heightIn) / paper.widthIn);
    const textTopPt = 292;
    const lines = [
      'This page cannot be shown: it takes too long to draw.',
      'We send it exactly as it is in the file.',
      'Pay only if you know what is on it.',
    ];
    const content = `BT /F 16 Tf 24 TL 72 ${heightPt - textTopPt} Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
    const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
    const objects = [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPt} ${heightPt}] /Contents 4 0 R /Resources <</Font <</F ${font}>>>>>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ];
    const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
    return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1');
  };
  const picture = (await draw(pdf, pageNumber, work)) ?? (await draw(substitutePdf(), 1, { network: work.network }));
  if (picture === undefined) throw new Error('the page that replaces an undrawable one cannot be drawn either');
  return picture;
}

/** The text of each page, for people who cannot see it. Pages that take too long are missing. */
export async function readWords(pdf: Uint8Array, network: string): Promise<string[]> {
  const { findings } = await readInChild<{ readonly text: string }>(drawChild, pdf, { network, args: ['text'] });
  // More than twice what fits on a sheet in the smallest readable print.
  const maxCharacters = 10_000;
  return findings.map(({ text }) => text.trim().slice(0, maxCharacters));
}

const drawChild = siblingScript('draw-child', import.meta.url);
