/** The layout of pages in a browser without scripts: what fits on the first screen, and how large page pictures are. */
import type { Page as Tab } from 'puppeteer-core';
import type { Price } from '../../shared/domain/money.ts';
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { docsPage } from '../../shared/pages/docs.ts';
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { desktop, inBrowser, phone } from '../support/pages/browsing.ts';
import { everyWarning } from '../support/pages/every-warning.ts';
import { readerFor } from '../support/pages/reader.ts';
import {
  checkFace,
  everyPage,
  moment,
  payView,
  plainReader,
  progressView,
  readerOf,
  stamps,
} from '../support/pages/views.ts';

const browsing = inBrowser();
let tab: Tab;

beforeAll(async () => {
  tab = await browsing.tab({ script: false });
  // Pages must look right before a picture loads.
  await tab.setOfflineMode(true);
}, 60_000);

const price: Price = { currency: 'USD', amountCents: 20_000, priceList: '1', tax: { label: 'HST 13%', cents: 2_600 } };
const lines = ['Ada Lovelace', 'Engines and Company', '12 Analytical Way', 'Suite 5', 'Springfield IL 62701', 'Canada'];

/** The view of an order with everything that makes its page long. */
function longOrder(service: ProductName, pages: number): PayView {
  const parties = service === 'fax' ? [] : ['To', 'From'].map((label) => ({ label, value: lines }));
  return {
    ...payView('Ada Lovelace of the Analytical Engines'),
    emails: { token: 'token', isChecked: false, to: [] },
    service,
    country: 'CA',
    price,
    warnings: everyWarning,
    preview: { path: '/v1/pay/code', pages },
    facts: [...parties, { label: 'Mail', value: 'Standard mail, without tracking. A mailed check cannot be changed.' }],
    stamps: service === 'letter' ? { ...stamps(), to: lines, from: lines } : undefined,
    checkFace: service === 'check' ? checkFace('Compilers Ltd') : undefined,
  };
}

type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;

async function showOrder(view: PayView, width: number, height: number, language = 'en'): Promise<void> {
  await tab.setViewport({ width, height });
  const { operator } = readerOf('Analytical Letters');
  const reader = readerFor({ acceptLanguage: language, operator: { ...operator, logoUrl: undefined }, isTest: true });
  await tab.setContent(payPage(view, reader).body);
}

/** The boxes of the visible elements. */
const boxesOf = (selector: string): Promise<Box[]> =>
  tab.$$eval(selector, (all) =>
    all
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width > 0)
      .map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
  );

const isOnScreen = ({ left, top, right, bottom }: Box, width: number, height: number) =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

const orders = productNames.flatMap((service) => [1, 200].map((pages) => [service, pages] as const));
const screens = [desktop, phone].map(({ width, height }) => [width, height] as const);

describe.each(screens)('at %i x %i', (width, height) => {
  test.each(orders)(
    'the first screen of a %s of %i pages has the total, the email checkbox and the Pay button',
    async (service, pages) => {
      for (const language of ['en', 'fr-CA']) {
        await showOrder(longOrder(service, pages), width, height, language);
        const [pay, ...others] = await boxesOf('.button');
        expect(others).toEqual([]);
        expect(pay && isOnScreen(pay, width, height)).toBe(true);
        const [checkbox] = await boxesOf('[name=emails]');
        expect(checkbox && isOnScreen(checkbox, width, height)).toBe(true);
        const totals = await boxesOf('.bill .total dd, .bar b');
        expect(totals.some((box) => isOnScreen(box, width, height))).toBe(true);
      }
    },
  );

  test('the bar does not cover the end of the page', async () => {
    await showOrder(longOrder('letter', 200), width, height);
    await tab.evaluate('scrollTo(0, document.body.scrollHeight)');
    const [last] = await boxesOf('.next > :last-child');
    const [imprint] = await boxesOf('.imprint');
    const [bar] = await boxesOf('.bar');
    if (!last || !imprint || !bar) throw new Error('an element of the page is missing');
    const overlaps = (box: Box) => box.top < bar.bottom && box.bottom > bar.top && box.left < bar.right;
    expect([overlaps(last), overlaps(imprint)]).toEqual([false, false]);
  });
});

test.each([
  [1024, 576],
  [1280, 560],
  [1920, 560],
  [390, 390],
  [320, 320],
])('at %i px, a page picture is at least %i px wide, and nothing overflows', async (width, minWidth) => {
  for (const service of productNames) {
    await showOrder(longOrder(service, 3), width, 800);
    const pages = await boxesOf('.leaf');
    expect(pages).toHaveLength(3);
    for (const { left, right } of pages) expect(right - left).toBeGreaterThanOrEqual(minWidth);
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
});

test('the printed addresses are inside the windows of the envelope', async () => {
  for (const [width] of screens) {
    await showOrder(longOrder('letter', 1), width, 800);
    const [page] = await boxesOf('.leaf');
    const blocks = await boxesOf('.stamps p');
    if (!page) throw new Error('there is no page picture');
    const inch = (page.right - page.left) / 8.5;
    // Tops and bottoms, in inches from the top of the page. The windows are 0.4 to 1.4 and 1.66 to 3 inches from there.
    const [from, to] = blocks.map((box) => [(box.top - page.top) / inch, (box.bottom - page.top) / inch]);
    expect(from?.[0]).toBeGreaterThan(0.4);
    expect(from?.[1]).toBeLessThan(1.4);
    expect(to?.[0]).toBeGreaterThan(1.66);
    expect(to?.[1]).toBeLessThan(3);
  }
});

test.each([
  [844, 390, 'static'],
  [320, 256, 'static'],
  [390, 700, 'sticky'],
])('%i x %i: the payment bar and test banner stick only on an upright phone', async (width, height, expected) => {
  await showOrder(longOrder('letter', 1), width, height);
  for (const selector of ['.bar', '.notice'])
    expect(await tab.evaluate(`getComputedStyle(document.querySelector('${selector}')).position`)).toBe(expected);
});

const heightOf = (selector: string) => tab.$eval(selector, (element) => element.getBoundingClientRect().height);

/** The value of a CSS property of each element's `::before`. */
const markersOf = (selector: string, property: string) =>
  tab.evaluate(
    `[...document.querySelectorAll('${selector}')].map((element) => getComputedStyle(element, '::before').${property})`,
  );

const showPage = async ({ body }: Page): Promise<void> => {
  await tab.setViewport(phone);
  await tab.setContent(body, { waitUntil: 'domcontentloaded' });
};

const steps = [{ name: 'paid', at: moment } as const, { name: 'mailed' } as const];
const progress = progressView('word', { stage: 'handing_over', steps });
const preview = { path: '/v1/pay/code', pages: 1 };
const mailedOrder = payPage({ ...payView(), status: 'paid', payUrl: undefined, preview, progress }, plainReader);

test('finished and future steps differ by their border, even in print and forced colors', async () => {
  await showPage(mailedOrder);
  const widths = () => markersOf('.timeline li', 'borderTopWidth');
  const session = await tab.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  expect(await widths()).toEqual(['6px', '2px']);
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  expect(await widths()).toEqual(['8px', '2px']);
  const texts = await tab.$$eval('.timeline li', (all) => all.map(({ textContent }) => /not yet/.test(textContent)));
  expect(texts).toEqual([false, true]);
});

test('the skip link is off screen until it has the focus', async () => {
  await showPage(mailedOrder);
  const bottom = () => tab.$eval('.skip', (link) => link.getBoundingClientRect().bottom);
  expect(await bottom()).toBeLessThanOrEqual(0);
  await tab.keyboard.press('Tab');
  expect(await bottom()).toBeGreaterThan(40);
});

test('on a phone, each row of a documentation table is a block as wide as the table', async () => {
  const text = `# A\n\n| Field | Type | Meaning |\n|---|---|---|\n| \`a_field\` | string | ${'Its meaning. '.repeat(20)} |`;
  await showPage(docsPage({ docs: '/v1/docs', path: '', text, pages: [] }, plainReader));
  const [table] = await tab.$$eval('article table', (all) => all.map(({ clientWidth }) => clientWidth));
  const cells = await tab.$$eval('td', (all) => all.map(({ clientWidth }) => clientWidth));
  expect(cells).toEqual([table, table, table]);
  // The column headings are hidden, so each cell has a label.
  expect(await markersOf('td', 'content')).toEqual(['"Field:"', '"Type:"', '"Meaning:"']);
  expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
});

test('at twice the font size, “Help” stays on one line', async () => {
  await showPage(mailedOrder);
  await tab.addStyleTag({ content: 'html { font-size: 200% }' });
  // Two lines would be at least 100 pixels high.
  expect(await heightOf('.masthead > a + a')).toBeLessThan(100);
});

test('on a phone, the button of the order form and a file’s name in the documentation are on one line each', async () => {
  await showPage(everyPage('CA$6.15 before tax')['form of an order']?.() as Page);
  expect(await heightOf('.bar .button')).toBeLessThan(60);
  const text = '# A\n\nAll of the pages are in one file: `llms-full.txt`.';
  await showPage(docsPage({ docs: '/v1/docs', path: '', text, pages: [] }, plainReader));
  expect(await heightOf('article code')).toBeLessThan(30);
});

test('an order is printed on one sheet', async () => {
  await showPage(mailedOrder);
  const pdf = Buffer.from(await tab.pdf({ format: 'letter' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
});
