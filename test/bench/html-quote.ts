/** Our HTML quote on a warm browser against bare puppeteer on the same browser, and against peers that print HTML. */

import { type Chromium, launchChromium } from '../../shared/rendering/chromium/launch-chromium.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { papers } from '../support/rendering/papers.ts';
import { type Contestant, compare } from './compare.ts';
import { htmlOf } from './documents.ts';
import { installedPeers, type Peer, peerNames, printByPeer } from './peers.ts';
import { against, milliseconds, type Section } from './report.ts';

interface Plan {
  readonly pages: number;
  readonly inARow: number;
  readonly rounds: number;
  /** Slow as they are, a few tries tell enough. */
  readonly peerRounds?: number;
}

const target = 1.15;
const plans: readonly Plan[] = [
  { pages: 1, inARow: 1, rounds: 25, peerRounds: 3 },
  { pages: 1, inARow: 10, rounds: 9 },
  { pages: 10, inARow: 1, rounds: 15, peerRounds: 3 },
  { pages: 10, inARow: 10, rounds: 7 },
  { pages: 60, inARow: 1, rounds: 11, peerRounds: 2 },
];

export async function htmlQuote(folder: string): Promise<Section> {
  const installed = await installedPeers();
  const bare = await launchChromium();
  const rows: string[][] = [];
  try {
    for (const plan of plans)
      rows.push(row(plan, installed, await compare(contestants(plan, bare, installed, folder), plan.rounds)));
  } finally {
    bare.kill();
    await closeBrowser();
  }
  const header = ['Pages', 'Ours', 'Bare puppeteer', 'Ours to bare', ...peerNames];
  return { title: 'HTML, the browser warm', header, rows };
}

function contestants(
  { pages, inARow, peerRounds }: Plan,
  bare: Chromium,
  installed: readonly Peer[],
  folder: string,
): Record<string, Contestant> {
  const html = htmlOf(pages);
  const taking = peerRounds === undefined ? [] : installed;
  return {
    ours: inSequence(inARow, () => ours(html, pages)),
    bare: inSequence(inARow, () => barely(bare, html)),
    ...Object.fromEntries(
      taking.map((peer) => [peer, { run: () => printByPeer(peer, folder, html), rounds: peerRounds ?? 0 }]),
    ),
  };
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

function row({ pages, inARow }: Plan, installed: readonly Peer[], ms: Readonly<Record<string, number>>): string[] {
  const { ours = Number.NaN, bare = Number.NaN } = ms;
  const ofPeer = (peer: Peer) => (peer in ms || !installed.includes(peer) ? milliseconds(ms[peer]) : '');
  const what = inARow === 1 ? String(pages) : `${pages}, each of ${inARow} in a row`;
  return [what, milliseconds(ours), milliseconds(bare), against(ours / bare, target), ...peerNames.map(ofPeer)];
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
