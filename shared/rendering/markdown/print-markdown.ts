/** Prints an author's Markdown: as HTML, behind the same walls, in a look of its own. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import { printHtml } from '../chromium/print-html.ts';
import type { Printed } from '../chromium/print-page.ts';
import { zonePx } from '../chromium/sheet.ts';
import { htmlLimits } from '../html/parse-html.ts';
import { unprintable } from '../layout.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits, WorkOptions } from '../process/watchdog.ts';
import type { ReadMarkdown } from './to-html.ts';

/** Prints the HTML of the Markdown by `printHtml`. Letters begin below the place of the addresses. */
export async function printMarkdown(
  markdown: string,
  paper: Paper,
  { network = 'unknown' }: Pick<WorkOptions, 'network'> = {},
): Promise<Rendered<Printed>> {
  const written = await writeHtml(markdown, network);
  if (!written.ok) return written;
  const printed = await printHtml(markdownStyle(paper) + written.html, paper, { network });
  if (printed.ok) return { ...printed, warnings: [...written.warnings, ...printed.warnings] };
  return { ...printed, problem: printed.problem.replace(/\b(t)he HTML\b/i, '$1he Markdown') };
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

interface WrittenHtml extends Partial<ReadMarkdown> {
  /** In place of HTML that is too long to be printed. */
  readonly bytes?: number;
}

const writeLimits: WorkLimits = { timeMs: 4_000, memoryBytes: 600_000_000 };

/** The worst text of this length takes 30 ms, half of what a child takes to start. */
const mostAtOnce = 16_000;

/** Rows may leave out cells, so few characters make many of them. */
const manyColumns = /(?:\|[^|\n]*){40}/;

/**
 * The HTML, not yet checked. Long Markdown is read in a child process, so that it holds up nobody else. Unprintable: Markdown
 * that takes too long, or becomes too long. Throws `MachineBusy`.
 */
export async function writeHtml(markdown: string, network: string): Promise<Rendered<{ readonly html: string }>> {
  const isShort = markdown.length <= mostAtOnce && !manyColumns.test(markdown);
  const {
    html,
    warnings = [],
    bytes,
  } = isShort ? await writtenHere(markdown) : await writtenInChild(markdown, network);
  if (html !== undefined) return { ok: true, warnings, html };
  return unprintable(
    bytes === undefined
      ? 'The Markdown takes too much time or memory to read. Repeat fewer marks, quotes and links inside one another.'
      : `The Markdown becomes ${bytes} bytes of HTML, and less than a million can be printed. Use smaller images, or send it in parts.`,
  );
}

async function writtenHere(markdown: string): Promise<WrittenHtml> {
  const { readMarkdown } = await import('./to-html.ts');
  return readMarkdown(markdown);
}

async function writtenInChild(markdown: string, network: string): Promise<WrittenHtml> {
  const child = besideModule('to-html-child', import.meta.url);
  const work = { limits: writeLimits, network, args: [String(htmlLimits.bytes)] };
  const { findings } = await readInChild<WrittenHtml>(child, Buffer.from(markdown), work);
  return findings[0] ?? {};
}
