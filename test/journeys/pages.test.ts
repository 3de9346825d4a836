/** Every page in every state, in a browser: wide and narrow, by day and by night, with and without scripts. */
import type { Page } from 'puppeteer-core';
import { running, startService } from '../support/e2e/service.ts';
import { type Browsing, browse, faultsOf, type Look, looks, open, wearing } from '../support/pages/browsing.ts';
import { pageStates, shownOperator, standing } from '../support/pages/states.ts';
import { sample } from '../support/proofs.ts';

const service = running(() => startService({ ...standing, ...shownOperator }));
let browsing: Browsing;
beforeAll(async () => {
  browsing = await browse();
});
afterAll(() => browsing.close());

/** The browser's complaints about a page that breaks its own policy, or that cannot load what it names. */
function complaintsIn(tab: Page): string[] {
  const complaints: string[] = [];
  tab.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  tab.on('pageerror', (error) => void complaints.push(String(error)));
  return complaints;
}

/** Each page is worn in one look, the next page in the next: wide and narrow, by day and by night, with scripts and without. */
const wornBy = (at: number) => ({
  script: Math.floor(at / looks.length) % 2 === 0,
  look: looks[at % looks.length] as Look,
});

/** A page may have so many, and each part beside it. The developer's mailbox grows with its items. */
const mostBytes = 25_000;
/** The whole contract is one page. */
const mostBytesOfDocs = 80_000;

test.each(
  sample(
    pageStates.map((state, at) => ({ ...state, ...wornBy(at) })),
    40,
    'pages in a browser',
  ),
)('$name: nothing for axe to find, nothing beyond the edge, small, without a cookie or a complaint', async (state) => {
  const { name, open: reach, posts, script, look } = state;
  const url = await reach(service);
  const tab = await browsing.tab({ script });
  const complaints = complaintsIn(tab);
  const beside: Promise<number>[] = [];
  tab.on('response', (response) => {
    if (/[?&](?:script|style)=/.test(response.url())) beside.push(response.buffer().then(({ length }) => length));
  });
  const markup = await open(tab, url, await posts?.(service));
  await wearing(tab, look);
  expect({ script, look, faults: await faultsOf(tab) }).toEqual({ script, look, faults: [] });
  const most = name.startsWith('docs') ? mostBytesOfDocs : mostBytes;
  if (!name.startsWith('mailbox')) expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(most);
  for (const bytes of await Promise.all(beside)) expect(bytes).toBeLessThanOrEqual(mostBytes);
  expect(await tab.cookies()).toEqual([]);
  // A busy machine draws a page later; the page says so in words.
  expect(complaints.filter((text) => !/favicon|status of (?:4\d\d|503)/.test(text))).toEqual([]);
  await tab.close();
});
