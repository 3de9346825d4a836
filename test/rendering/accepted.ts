/** Results of rendering that a test expects to be accepted. A refusal fails the test with its message. */
import type { Paper } from '../../shared/domain/paper.ts';
import { printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { typeset } from '../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../shared/rendering/text/write-pdf.ts';
import { type PaperName, papers } from '../support/rendering/papers.ts';

export function accepted<R extends { readonly ok: boolean }>(result: R): Extract<R, { readonly ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<R, { readonly ok: true }>;
}

export const printedHtml = async (html: string, paper: PaperName = 'letter') =>
  accepted(await printHtml(html, papers[paper]));

export const typesetText = (text: string, paper: PaperName = 'letter') => accepted(typeset(text, papers[paper]));

export const textPdf = (text: string, paper: Paper = papers.letter): Promise<Uint8Array> =>
  writeTextPdf(accepted(typeset(text, paper)), 'Letter');
