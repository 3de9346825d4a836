/** Our HTML quote on a warm browser against bare puppeteer on the same browser. */
import { type Chromium, launchChromium } from '../../shared/rendering/chromium/launch-chromium.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { papers } from '../support/rendering/papers.ts';
import { type Contestant, compare } from './compare.ts';
import { htmlOf } from './documents.ts';
import { against, milliseconds, type Section } from './report.ts';

interface Plan {
  readonly pages: number;
  readonly inARow: number;
  readonly rounds: number;
}

const target = 1.15;
const plans: readonly Plan[] = [
  { pages: 1, inARow: 1, rounds: 25 },
  { pages: 1, inARow: 10, rounds: 9 },
  { pages: 10, inARow: 1, rounds: 15 },
  { pages: 10, inARow: 10, rounds: 7 },
  { pages: 60, inARow: 1, rounds: 11 },
];

export async function htmlQuote(): Promise<Section> {
  const bare = await launchChromium();
  const rows: string[][] = [];
  try {
    for (const plan of plans) rows.push(row(plan, await compare(contestants(plan, bare), plan.rounds)));
  } finally {
    bare.kill();
    await closeBrowser();
  }
  const header = ['Pages', 'Ours', 'Bare puppeteer', 'Ours to bare'];
  return { title: 'HTML, the browser warm', header, rows };
}

function contestants({ pages, inARow }: Plan, bare: Chromium): Record<string, Contestant> {
  const html = htmlOf(pages);
  return { ours: inSequence(inARow, () => ours(html, pages)), bare: inSequence(inARow, () => barely(bare, html)) };
}

/** A document alone finds a page that was made ready before it came; of several in a row, all but the first pay for theirs. */
function inSequence(times: number, print: () => Promise<void>): Contestant {
  return {
    run: async () => {
      const startedAt = performance.now();
      for (let time = 0; time < times; time++) await print();
      return (performance.now() - startedAt) / times;
    },
  };
}

function row({ pages, inARow }: Plan, ms: Readonly<Record<string, number>>): string[] {
  const { ours = Number.NaN, bare = Number.NaN } = ms;
  const what = inARow === 1 ? String(pages) : `${pages}, each of ${inARow} in a row`;
  return [what, milliseconds(ours), milliseconds(bare), against(ours / bare, target)];
}

async function ours(html: string, pages: number): Promise<void> {
  const printed = await printHtml(html, papers.letter);
  if (!printed.ok) throw new Error(printed.problem);
  if (printed.pages !== pages)
    throw new Error(`${printed.pages} pages instead of ${pages}: the documents are not alike`);
}

/** On the same paper as ours, and without tags. */
async function barely({ browser }: Chromium, html: string): Promise<void> {
  const page = await browser.newPage();
  await page.setContent(html);
  const margin = { top: '1in', right: '1in', bottom: '1in', left: '1in' };
  await page.pdf({ format: 'letter', margin, printBackground: true, tagged: false });
  await page.close();
}
