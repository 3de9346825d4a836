/** Every page in every state, in a browser: wide and narrow, by day and by night, with and without scripts. */
import type { Page } from 'puppeteer-core';
import { running, startService } from '../support/e2e/service.ts';
import { type Browsing, browse, faultsOf, looks, open, wearing } from '../support/pages/browsing.ts';
import { pageStates, shownOperator, standing } from '../support/pages/states.ts';
import { sample } from '../support/proofs.ts';

const service = running(() => startService({ ...standing, ...shownOperator }));
let browsing: Browsing;
beforeAll(async () => {
  browsing = await browse();
});
afterAll(() => browsing.close());

/** What the browser says of a page that breaks its own policy, or that cannot load what it names. */
function complaintsIn(tab: Page): string[] {
  const complaints: string[] = [];
  tab.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  tab.on('pageerror', (error) => void complaints.push(String(error)));
  return complaints;
}

const worn = sample(looks, 4, 'looks of a page');

test.each(sample(pageStates, 40, 'pages in a browser'))(
  '$name: nothing for axe to find, nothing beyond the edge, small, without a cookie or a complaint',
  async ({ name, open: reach, posts }) => {
    const url = await reach(service);
    for (const script of [true, false]) {
      const tab = await browsing.tab({ script });
      const complaints = complaintsIn(tab);
      const markup = await open(tab, url, await posts?.(service));
      for (const look of script ? worn : worn.slice(0, 1)) {
        await wearing(tab, look);
        expect({ script, look, faults: await faultsOf(tab) }).toEqual({ script, look, faults: [] });
      }
      // The developer's mailbox grows with its items; a receipt's code to verify it is a picture.
      const withoutPictures = markup.replaceAll(/<svg.*?<\/svg>/gs, '');
      const most = name.startsWith('docs') ? 145_000 : 30_000;
      if (name !== 'mailbox') expect(Buffer.byteLength(withoutPictures)).toBeLessThan(most);
      expect(await tab.cookies()).toEqual([]);
      // A busy machine draws a page later; the page says so in words.
      expect(complaints.filter((text) => !/favicon|status of (?:4\d\d|503)/.test(text))).toEqual([]);
      await tab.close();
    }
  },
);
