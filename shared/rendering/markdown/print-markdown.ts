/** Prints an author's Markdown: as HTML, behind the same walls, in a look of its own. */
import type { Paper, Rendered } from '../../core/paper.ts';
import { type PrintOptions, printHtml } from '../chromium/print-html.ts';
import type { Printed } from '../chromium/print-page.ts';
import { markdownStyle } from './markdown-style.ts';
import { writeHtml } from './write-html.ts';

/** Prints the HTML of the Markdown by `printHtml`. Letters begin below the place of the addresses. */
export async function printMarkdown(
  markdown: string,
  paper: Paper,
  { network = 'unknown', marks }: Pick<PrintOptions, 'network' | 'marks'> = {},
): Promise<Rendered<Printed>> {
  const written = await writeHtml(markdown, network);
  if (!written.ok) return written;
  const printed = await printHtml(markdownStyle(paper) + written.html, paper, { network, marks });
  return printed.ok ? printed : { ...printed, problem: printed.problem.replace(/\b(t)he HTML\b/i, '$1he Markdown') };
}
