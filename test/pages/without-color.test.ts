/** States that do not need color, and ways that do not need a mouse: on paper, in forced colors, by a keyboard. */
import type { Page as Tab } from 'puppeteer-core';
import type { Page } from '../../shared/pages/page.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { inBrowser, phone } from '../support/pages/browsing.ts';
import { attribute, elements } from '../support/pages/reading.ts';
import { everyPage, moment, payView, plainReader, progressView } from '../support/pages/views.ts';

const browsing = inBrowser();

const show = async ({ body }: Page): Promise<Tab> => {
  const tab = await browsing.tab({ script: false });
  await tab.setOfflineMode(true);
  await tab.setViewport(phone);
  await tab.setContent(body, { waitUntil: 'domcontentloaded' });
  return tab;
};

const mailedOrder = () =>
  payPage(
    {
      ...payView('word'),
      status: 'paid',
      payUrl: undefined,
      proof: { path: '/v1/pay/code', pages: 1 },
      progress: progressView('word', {
        stage: 'passing_on',
        steps: [{ name: 'paid', at: moment }, { name: 'mailed' }],
      }),
    },
    plainReader,
  );

test('F1: a step that is done is a disk of border, one to come a ring, so paper and forced colors show it', async () => {
  const tab = await show(mailedOrder());
  const widths = () =>
    tab.evaluate(
      `[...document.querySelectorAll('.timeline li')].map((step) => getComputedStyle(step, '::before').borderTopWidth)`,
    );
  for (const emulate of [
    () => tab.emulateMediaType('print'),
    async () => {
      await tab.emulateMediaType('screen');
      const session = await tab.createCDPSession();
      await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    },
  ]) {
    await emulate();
    // Half a disk: 6 px in the small letters of print, 8 px on screen.
    expect(await widths()).toEqual([expect.stringMatching(/^[68]px$/), '2px']);
  }
  expect(
    await tab.$$eval('.timeline li', (steps) => steps.map(({ textContent }) => /not yet/.test(textContent))),
  ).toEqual([false, true]);
  await tab.close();
});

test.each(Object.entries(everyPage()))('F2: the first link of the page leads to its content: %s', (_, page) => {
  const all = elements(page());
  const first = all.find((element) => element.tagName === 'a');
  expect(first && attribute(first, 'href')).toBe('#main-content');
  expect(all.find((element) => attribute(element, 'id') === 'main-content')?.tagName).toBe('main');
});

test('F2: the link is out of sight until the keyboard comes to it', async () => {
  const tab = await show(mailedOrder());
  const top = () => tab.$eval('.skip', (link) => link.getBoundingClientRect().bottom);
  expect(await top()).toBeLessThanOrEqual(0);
  await tab.keyboard.press('Tab');
  expect(await top()).toBeGreaterThan(40);
  await tab.close();
});

test('F4: at twice the size of letters, Help stays in one piece', async () => {
  const tab = await show(mailedOrder());
  await tab.addStyleTag({ content: 'html { font-size: 200% }' });
  const lines = await tab.evaluate(`(() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.masthead > a + a'));
    return words.getClientRects().length;
  })()`);
  expect(lines).toBe(1);
  await tab.close();
});

test('F5: the printed order is one sheet', async () => {
  const tab = await show(mailedOrder());
  const pdf = Buffer.from(await tab.pdf({ format: 'letter' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await tab.close();
});
