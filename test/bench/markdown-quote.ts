/** A Markdown quote on a warm browser, beside the very same pages sent as HTML. */
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { markdownStyle } from '../../shared/rendering/markdown/markdown-style.ts';
import { printMarkdown } from '../../shared/rendering/markdown/print-markdown.ts';
import { markdownToHtml } from '../../shared/rendering/markdown/to-html.ts';
import { papers } from '../support/rendering/papers.ts';
import { type Contestant, compare } from './compare.ts';
import { markdownOf } from './documents.ts';
import { milliseconds, type Section } from './report.ts';

const plans = [
  { pages: 1, rounds: 25 },
  { pages: 60, rounds: 11 },
];

export async function markdownQuote(): Promise<Section> {
  const rows: string[][] = [];
  try {
    for (const { pages, rounds } of plans) {
      const markdown = markdownOf(pages);
      const html = markdownStyle(papers.letter) + markdownToHtml(markdown);
      const { ours = Number.NaN, same = Number.NaN } = await compare(
        {
          ours: timed(pages, () => printMarkdown(markdown, papers.letter)),
          same: timed(pages, () => printHtml(html, papers.letter)),
        },
        rounds,
      );
      rows.push([String(pages), milliseconds(ours), milliseconds(same), (ours / same).toFixed(2)]);
    }
  } finally {
    await closeBrowser();
  }
  return {
    title: 'Markdown, the browser warm',
    header: ['Pages', 'Markdown', 'The same as HTML', 'Markdown to HTML'],
    rows,
  };
}

function timed(pages: number, print: () => ReturnType<typeof printHtml>): Contestant {
  return {
    run: async () => {
      const startedAt = performance.now();
      const printed = await print();
      if (!printed.ok || printed.pages !== pages)
        throw new Error(printed.ok ? `${printed.pages} pages` : printed.problem);
      return performance.now() - startedAt;
    },
  };
}
