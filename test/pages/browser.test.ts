/** The pay page in a browser without scripts: what the first screen holds, and how large the pages are drawn. */
import type { Page as Tab } from 'puppeteer-core';
import type { Price } from '../../shared/domain/money.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { docsPage } from '../../shared/pages/docs.ts';
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { desktop, inBrowser, phone } from '../support/pages/browsing.ts';
import { everyWarning } from '../support/pages/every-warning.ts';
import { readerFor } from '../support/pages/reader.ts';
import { checkFace, moment, payView, plainReader, progressView, readerOf, stamps } from '../support/pages/views.ts';

const browsing = inBrowser();
let tab: Tab;

beforeAll(async () => {
  tab = await browsing.tab({ script: false });
  // Pictures never load.
  await tab.setOfflineMode(true);
}, 60_000);

const price: Price = {
  currency: 'USD',
  amountCents: 20_000,
  priceList: 'one',
  tax: { label: 'HST 13%', cents: 2_600 },
};
const lines = ['Ada Lovelace', 'Engines and Company', '12 Analytical Way', 'Suite 5', 'Springfield IL 62701', 'Canada'];

/** Everything that can make a page long. */
function orderOf(service: ProductName, pages: number): PayView {
  const mailed = service === 'fax' ? [] : ['To', 'From'].map((label) => ({ label, value: lines }));
  return {
    ...payView('Ada Lovelace of the Analytical Engines'),
    emails: { token: 'token', isTicked: false, to: [] },
    service,
    country: 'CA',
    price,
    warnings: everyWarning,
    proof: { path: '/v1/pay/code', pages },
    facts: [...mailed, { label: 'Mail', value: 'Standard mail, without tracking. A mailed check cannot be changed.' }],
    stamps: service === 'letter' ? { ...stamps(), to: lines, from: lines } : undefined,
    checkFace: service === 'check' ? checkFace('Compilers Ltd') : undefined,
  };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function show(view: PayView, width: number, height: number, language = 'en'): Promise<void> {
  await tab.setViewport({ width, height });
  const { operator } = readerOf('Analytical Letters');
  const reader = readerFor({ acceptLanguage: language, operator: { ...operator, logoUrl: undefined }, isTest: true });
  await tab.setContent(payPage(view, reader).body);
}

const boxesOf = (selector: string): Promise<Box[]> =>
  tab.$$eval(selector, (found) =>
    found
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width > 0)
      .map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
  );

const isOnScreen = ({ left, top, right, bottom }: Box, width: number, height: number) =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

const orders = (['letter', 'check', 'fax'] as const).flatMap((service) =>
  [1, 200].map((pages) => [service, pages] as const),
);
const screens = [desktop, phone].map(({ width, height }) => [width, height] as const);

describe.each(screens)('at %i x %i', (width, height) => {
  test.each(orders)(
    'the first screen of a %s of %i pages holds the total, the tick and Pay',
    async (service, pages) => {
      for (const language of ['en', 'fr-CA']) {
        await show(orderOf(service, pages), width, height, language);
        const [pay, ...others] = await boxesOf('.button');
        expect(others).toEqual([]);
        expect(pay && isOnScreen(pay, width, height)).toBe(true);
        const [tick] = await boxesOf('[name=emails]');
        expect(tick && isOnScreen(tick, width, height)).toBe(true);
        const totals = await boxesOf('.bill .total dd, .bar b');
        expect(totals.some((box) => isOnScreen(box, width, height))).toBe(true);
      }
    },
  );

  test('the bar covers nothing at the end of the page', async () => {
    await show(orderOf('letter', 200), width, height);
    await tab.evaluate('scrollTo(0, document.body.scrollHeight)');
    const [last] = await boxesOf('.next > :last-child');
    const [imprint] = await boxesOf('.imprint');
    const [bar] = await boxesOf('.bar');
    if (!last || !imprint || !bar) throw new Error('a part of the page is missing');
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
])('at %i px a page is at least %i px wide, and nothing is cut off at the side', async (width, least) => {
  for (const service of ['letter', 'check', 'fax'] as const) {
    await show(orderOf(service, 3), width, 800);
    const pages = await boxesOf('.leaf');
    expect(pages).toHaveLength(3);
    for (const { left, right } of pages) expect(right - left).toBeGreaterThanOrEqual(least);
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
});

test('the addresses lie within the windows, and the windows within the free space of a letter', async () => {
  for (const [width] of screens) {
    await show(orderOf('letter', 1), width, 800);
    const [page] = await boxesOf('.leaf');
    const blocks = await boxesOf('.stamps p');
    if (!page) throw new Error('there is no page');
    const inch = (page.right - page.left) / 8.5;
    const [from, to] = blocks.map((box) => [(box.top - page.top) / inch, (box.bottom - page.top) / inch]);
    expect(from?.[0]).toBeGreaterThan(0.4);
    expect(from?.[1]).toBeLessThan(1.4);
    expect(to?.[0]).toBeGreaterThan(1.66);
    expect(to?.[1]).toBeLessThan(3);
  }
});

test.each([
  [844, 390, ['static', 'static']],
  [320, 256, ['static', 'static']],
  [390, 700, ['sticky', 'sticky']],
])(
  'at %i x %i the bar and the banner are %j: low screens are left to what is read',
  async (width, height, positions) => {
    await show(orderOf('letter', 1), width, height);
    const position = (one: string) => tab.evaluate(`getComputedStyle(document.querySelector('${one}')).position`);
    expect([await position('.bar'), await position('.notice')]).toEqual(positions);
  },
);

const showPage = async ({ body }: Page): Promise<void> => {
  await tab.setViewport(phone);
  await tab.setContent(body, { waitUntil: 'domcontentloaded' });
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
  await showPage(mailedOrder());
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
});

test('F2: the link is out of sight until the keyboard comes to it', async () => {
  await showPage(mailedOrder());
  const top = () => tab.$eval('.skip', (link) => link.getBoundingClientRect().bottom);
  expect(await top()).toBeLessThanOrEqual(0);
  await tab.keyboard.press('Tab');
  expect(await top()).toBeGreaterThan(40);
});

test('C1: on a phone each row of a table of the documentation is a block, and no column lies outside', async () => {
  const text = `# A\n\n| Field | Type | Meaning |\n|---|---|---|\n| \`a_field\` | string | ${'Its meaning. '.repeat(20)} |`;
  await showPage(docsPage({ docs: '/v1/docs', path: '', text, pages: [] }, plainReader));
  const [table] = await tab.$$eval('article table', (all) => all.map(({ clientWidth }) => clientWidth));
  const cells = await tab.$$eval('td', (all) => all.map(({ clientWidth }) => clientWidth));
  expect(cells).toEqual([table, table, table]);
  // The headings are hidden, so each cell says its own.
  const labels = await tab.evaluate(
    `[...document.querySelectorAll('td')].map((cell) => getComputedStyle(cell, '::before').content)`,
  );
  expect(labels).toEqual(['"Field:"', '"Type:"', '"Meaning:"']);
  expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
});

test('F4: at twice the size of letters, Help stays in one piece', async () => {
  await showPage(mailedOrder());
  await tab.addStyleTag({ content: 'html { font-size: 200% }' });
  const lines = await tab.evaluate(`(() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.masthead > a + a'));
    return words.getClientRects().length;
  })()`);
  expect(lines).toBe(1);
});

test('F5: the printed order is one sheet', async () => {
  await showPage(mailedOrder());
  const pdf = Buffer.from(await tab.pdf({ format: 'letter' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
});
