/** Converts Markdown to HTML and prints it like an author's own HTML: with the same checks, plus a few styles. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import { zonePx } from '../chromium/page/sealed.ts';
import { printHtml } from '../chromium/print-html.ts';
import type { Printed } from '../chromium/print-page.ts';
import { htmlLimits } from '../html/parse-html.ts';
import { unprintable } from '../layout.ts';
import { readInChild, readLimits, siblingScript } from '../process/read-in-child.ts';
import type { WorkOptions } from '../process/watchdog.ts';
import type { convertMarkdown } from './to-html.ts';

/** Prints Markdown. A letter starts below its address zone. Throws `MachineBusy` if the machine is too busy. */
export async function printMarkdown(
  markdown: string,
  paper: Paper,
  { network = 'unknown' }: Pick<WorkOptions, 'network'> = {},
): Promise<Rendered<Printed>> {
  const converted = await markdownToHtml(markdown, network);
  if (!converted.ok) return converted;
  // The author's CSS wins over this style, except for the space that the addresses need.
  const style = `<style>@layer {
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
  const printed = await printHtml(style + converted.html, paper, { network, language: 'Markdown' });
  return printed.ok ? { ...printed, warnings: [...converted.warnings, ...printed.warnings] } : printed;
}

/**
 * Converts Markdown to HTML, which is not checked yet. Long Markdown is converted in a child process, so that other
 * requests don't wait for it. Unprintable: it takes too long, or the HTML is too long. Throws `MachineBusy`.
 */
export async function markdownToHtml(markdown: string, network: string): Promise<Rendered<{ readonly html: string }>> {
  // The worst text of this length takes 30 ms, half the time that a child takes to start.
  const maxShortLength = 16_000;
  // Rows may omit cells, so a few characters can make many cells.
  const manyColumns = /(?:\|[^|\n]*){40}/;
  if (markdown.length <= maxShortLength && !manyColumns.test(markdown)) {
    const { convertMarkdown } = await import('./to-html.ts');
    return { ok: true, ...convertMarkdown(markdown) };
  }
  const child = siblingScript('to-html-child', import.meta.url);
  const work = { limits: { ...readLimits, timeMs: 4_000 }, network, args: [String(htmlLimits.bytes)] };
  // If the HTML is too long to print, the child reports only its size.
  type Finding = ReturnType<typeof convertMarkdown> | { readonly bytes: number };
  const { findings } = await readInChild<Finding>(child, Buffer.from(markdown), work);
  const [finding] = findings;
  if (finding === undefined)
    return unprintable('The Markdown takes too much time or memory to read. Use fewer nested quotes, lists and links.');
  if ('html' in finding) return { ok: true, ...finding };
  return unprintable(
    `The Markdown becomes ${finding.bytes} bytes of HTML; the limit is ${htmlLimits.bytes}. Use smaller images, or send it in parts.`,
    { kind: 'too_long' },
  );
}
