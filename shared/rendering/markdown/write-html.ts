/** Writes the HTML of an author's Markdown without holding up other callers: long Markdown in a child process. */
import type { Rendered } from '../../domain/paper.ts';
import { htmlLimits } from '../html/html-limits.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';

interface WrittenHtml {
  readonly html?: string;
  /** In place of HTML that is too long to be printed. */
  readonly bytes?: number;
}

const writeLimits: WorkLimits = { timeMs: 4_000, memoryBytes: 600_000_000 };

/** The worst text of this length takes 30 ms, half of what a child takes to start. */
const mostAtOnce = 16_000;

/** Rows may leave out cells, so few characters make many of them. */
const manyColumns = /(?:\|[^|\n]*){40}/;

/** The HTML, not yet checked. Unprintable: Markdown that takes too long, or becomes too long. Throws `MachineBusy`. */
export async function writeHtml(markdown: string, network: string): Promise<Rendered<{ readonly html: string }>> {
  const isShort = markdown.length <= mostAtOnce && !manyColumns.test(markdown);
  const { html, bytes } = isShort ? await writtenHere(markdown) : await writtenInChild(markdown, network);
  if (html !== undefined) return { ok: true, warnings: [], html };
  const problem =
    bytes === undefined
      ? 'The Markdown takes too much time or memory to read. Repeat fewer marks, quotes and links inside one another.'
      : `The Markdown becomes ${bytes} bytes of HTML, and less than a million can be printed. Use smaller images, or send it in parts.`;
  return { ok: false, problem };
}

async function writtenHere(markdown: string): Promise<WrittenHtml> {
  const { markdownToHtml: toHtml } = await import('./to-html.ts');
  return { html: toHtml(markdown) };
}

async function writtenInChild(markdown: string, network: string): Promise<WrittenHtml> {
  const child = besideModule('to-html-child', import.meta.url);
  const work = { limits: writeLimits, network, args: [String(htmlLimits.bytes)] };
  const { findings } = await readInChild<WrittenHtml>(child, Buffer.from(markdown), work);
  return findings[0] ?? {};
}
