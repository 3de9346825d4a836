/** Prints an author's Markdown: as HTML, behind the same walls, in a look of its own. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import { type PrintOptions, printHtml } from '../chromium/print-html.ts';
import type { Printed } from '../chromium/print-page.ts';
import { zonePx } from '../chromium/sheet.ts';
import { writeHtml } from './write-html.ts';

/** Prints the HTML of the Markdown by `printHtml`. Letters begin below the place of the addresses. */
export async function printMarkdown(
  markdown: string,
  paper: Paper,
  { network = 'unknown' }: Pick<PrintOptions, 'network'> = {},
): Promise<Rendered<Printed>> {
  const written = await writeHtml(markdown, network);
  if (!written.ok) return written;
  const printed = await printHtml(markdownStyle(paper) + written.html, paper, { network });
  return printed.ok ? printed : { ...printed, problem: printed.problem.replace(/\b(t)he HTML\b/i, '$1he Markdown') };
}

/** The author's own CSS, in markup within the Markdown, wins over these but for the room that addresses need. */
const markdownStyle = (paper: Paper): string => `<style>@layer {
  :host { padding-top: ${zonePx(paper)}px !important }
  h1 { font-size: 16pt }
  h2 { font-size: 14pt }
  h3 { font-size: 12pt }
  a { text-decoration: none }
  blockquote { margin-inline: 0; padding-inline: 12pt; border-inline-start: 1.5pt solid #999 }
  blockquote > :last-child, li > :last-child { margin-bottom: 0 }
  pre { border: 0.75pt solid #999; padding: 6pt 9pt }
  th { border-bottom: 0.75pt solid }
}</style>`;
