/** The mailbox in a browser, with and without its script: it can be read, used and pressed in either. */

import type { Page } from 'puppeteer-core';
import { orderCheck, orderFax, paid, registered } from '../../support/e2e/desk.ts';
import { running, startService } from '../../support/e2e/service.ts';
import { type Browsing, browse, desktop, faultsOf, open, phone, wearing } from '../../support/pages/browsing.ts';
import { sample } from '../../support/proofs.ts';

const service = running(() => startService({ SIMULATED_READY_SECONDS: '3600' }));
const mailbox = (query = '') => `${service.origin}/_mailbox${query}`;

let browsing: Browsing;
beforeAll(async () => {
  browsing = await browse();
  await Promise.all([
    service.order(),
    paid(service, service.order({ to: { name: 'A. Countess of a Remarkably Long And Unbroken-Name-Without-End' } })),
    paid(service, orderFax(service, { to_number: '+12125550106' })),
    paid(
      service,
      registered(service).then((account) => orderCheck(service, account)),
    ),
  ]);
});
afterAll(() => browsing.close());

const worn = [
  { ...desktop, scheme: 'light' },
  { ...phone, scheme: 'dark' },
  { width: 320, height: 700, scheme: 'light' },
] as const;

test.each(sample(worn, 3, 'looks of a page'))(
  'axe finds nothing and nothing overflows at %j, folded or not',
  async (look) => {
    const tab = await browsing.tab();
    await wearing(tab, look);
    await open(tab, mailbox());
    expect(await faultsOf(tab)).toEqual([]);
    await tab.$$eval('details', (all) => {
      for (const each of all) each.open = true;
    });
    expect(await faultsOf(tab)).toEqual([]);
    await tab.close();
  },
);

/** Opens the buttons of a job and presses one of them. */
async function press(tab: Page, jobId: string, action: string): Promise<void> {
  await tab.click(`#${jobId} details:has(form) summary`);
  await tab.click(`#${jobId} button[value=${action}]`);
}
const wordOf = (tab: Page, jobId: string) => tab.$eval(`#${jobId} .status`, ({ textContent }) => textContent);

describe('with its script', () => {
  test('new mail and new states appear by themselves, and what is open stays open', async () => {
    const known = await paid(service, service.order());
    const tab = await browsing.tab();
    await open(tab, mailbox('?kind=letter'));
    await tab.click(`#${known.job_id} details:last-of-type summary`);
    const next = await service.order();
    await service.post(mailbox(`/${known.job_id}`), { action: 'mail' });
    await tab.waitForSelector(`#${next.job_id} .awaiting_payment`);
    await tab.waitForSelector(`#${known.job_id} .mailed`);
    expect(await tab.$$eval('.item', ([first]) => first?.id)).toBe(next.job_id);
    expect(await tab.$eval(`#${known.job_id} details:last-of-type`, ({ open }) => open)).toBe(true);
    await tab.close();
  });

  test('a button acts in its place: the card changes, the address does not, and the focus stays', async () => {
    const { job_id } = await paid(service, service.order());
    const tab = await browsing.tab();
    await open(tab, mailbox());
    await press(tab, job_id, 'mail');
    await tab.waitForSelector(`#${job_id} .mailed`);
    expect(tab.url()).toBe(mailbox());
    expect(await tab.$eval('#says', ({ textContent }) => textContent)).toContain('It is mailed');
    expect(await tab.$$(`#${job_id}:focus-within`)).toHaveLength(1);
    await tab.close();
  });
});

describe('without a script', () => {
  test('a button leads back to its card, which shows what came of it', async () => {
    const { job_id } = await paid(service, service.order());
    const tab = await browsing.tab({ script: false });
    await open(tab, mailbox('?kind=letter'));
    await Promise.all([tab.waitForNavigation(), press(tab, job_id, 'mail')]);
    expect(tab.url()).toBe(mailbox(`?kind=letter&said=mail#${job_id}`));
    expect(await wordOf(tab, job_id)).toBe('mailed');
    await tab.close();
  });

  test('a search, a filter and emptying need nothing but the keyboard', async () => {
    const tab = await browsing.tab({ script: false });
    await open(tab, mailbox());
    await tab.focus('#q');
    await tab.keyboard.type('Countess');
    await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
    expect(await tab.$$eval('.item h2', (names) => names.map(({ textContent }) => textContent))).toHaveLength(1);
    await tab.focus('.emptying summary');
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Tab');
    await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
    expect(await tab.$$('.item')).toEqual([]);
    expect(await tab.$eval('#says', ({ textContent }) => textContent)).toBe('Removed from this view.');
    await Promise.all([tab.waitForNavigation(), tab.click('#line a:last-of-type')]);
    expect((await tab.$$('.item')).length).toBeGreaterThan(1);
    await tab.close();
  });
});
