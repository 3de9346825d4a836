/** The home page: products, prices, links, and text that can be copied. */
import { manifest } from '../../functions/manifest.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { productNames } from '../../shared/domain/names.ts';
import { homePage } from '../../shared/pages/home.ts';
import { usualDays } from '../../shared/products/arrival.ts';
import { buildLibrary } from '../../shared/web/docs/library.ts';
import { productDocs } from '../../shared/web/docs/products.ts';
import { cardsOf } from '../../shared/web/order-form/prices.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText, textOf } from '../support/pages/reading.ts';
import { plainReader } from '../support/pages/views.ts';
import { checkPrice, faxPrice, letterPrice } from '../support/prices.ts';

const baseUrl = 'https://mail.example/v1';
const view = {
  baseUrl,
  mcpUrl: 'https://mail.example/mcp',
  prices: productDocs.flatMap(({ priceLines }) => priceLines),
  cards: cardsOf(productNames, baseUrl, plainReader),
  days: usualDays,
  firstQuote: JSON.stringify({ country: 'US', text: 'Dear Ada' }),
};
const home = homePage(view, plainReader);

test('every product has its prices in the currencies of both countries', () => {
  const text = pageText(home);
  expect(productDocs.every(({ priceLines }) => priceLines.length > 0)).toBe(true);
  for (const { label, cents, currency } of view.prices) {
    const canadian = `${currency.CA === 'USD' ? 'US' : ''}${formatMoney(cents.CA, currency.CA)}`;
    expect(text).toContain(`${label} ${formatMoney(cents.US, currency.US)} ${canadian}`);
  }
  // On a narrow phone, the labels replace the column headings.
  const labels = elements(home).flatMap((element) => attribute(element, 'data-label') ?? []);
  expect(labels.slice(0, 2)).toEqual(['United States', 'Canada']);
});

test('each box to copy contains only the text to copy', () => {
  const boxes = elements(home).filter((element) => attribute(element, 'class') === 'copy');
  expect(boxes.map(textOf)).toEqual([
    view.mcpUrl,
    `curl https://mail.example/v1/quotes -H 'content-type: application/json' -d '${view.firstQuote}'`,
  ]);
  // A single quote in the sample would end the shell's quoted text.
  expect(view.firstQuote).not.toContain("'");
});

const links = (page: ReturnType<typeof homePage>): string[] =>
  elements(page).flatMap((element) => attribute(element, 'href') ?? []);

test('each product has a card with a link to its form, the price of one page and the days until it arrives', () => {
  const text = pageText(home);
  for (const [card, path] of [
    [`Write a letter From ${letterPrice().amount}`, 'letter'],
    [`Send a check ${checkPrice().amount}`, 'check'],
    [`Send a fax From ${faxPrice().amount}`, 'fax'],
  ] as const) {
    expect(text).toContain(card);
    expect(links(home)).toContain(`/v1/new/${path}`);
  }
  expect(text.match(/Usually arrives (?:in 2 to 7 business days|within minutes)/g)).toHaveLength(productNames.length);
  expect(text.match(/Usually arrives within minutes/g)).toHaveLength(1);
  // Canadian prices are only in the table.
  expect(text.slice(0, text.indexOf('How it works'))).not.toMatch(/CA\$|before tax/);
});

test('developers have one section, and links that few people need are in the footer', () => {
  expect(elements(home, 'h2').map(textOf).slice(-3)).toEqual(['Questions', 'Prices', 'For developers']);
  // The header's Help link opens the questions.
  expect(elements(home).map((element) => attribute(element, 'id'))).toContain('help');
  expect(elements(home, 'footer').map(textOf).join()).toMatch(
    /Register a bank account\s+Remove a bank account\s+Verify a receipt/,
  );
});

test('the privacy link opens our documentation, unless the operator has its own policy', () => {
  expect(links(home)).toContain(`${baseUrl}/docs/privacy`);
  const privacyUrl = 'https://mail.example/privacy';
  const withPolicy = links(homePage(view, readerFor({ operator: { privacyUrl }, isTest: false })));
  expect(withPolicy.filter((link) => link.endsWith('/privacy'))).toEqual([privacyUrl]);
});

test('every link opens an existing route or documentation page', () => {
  const routes = manifest.flatMap(({ trigger }) => ('http' in trigger ? trigger.http : []));
  const served: readonly string[] = [...routes, ...buildLibrary().map(({ name }) => `GET /v1/docs/${name}`)];
  const linked = links(home).map((link) => `GET ${new URL(link, view.baseUrl).pathname}`);
  expect(linked.length).toBeGreaterThan(5);
  expect(linked.filter((route) => !served.includes(route))).toEqual([]);
});

test.each([
  [['letter', 'check', 'fax'], 'Letters, checks and faxes to the US and Canada'],
  [['letter', 'check'], 'Letters and checks to the US and Canada'],
  [[], 'Sent to the US and Canada'],
] as const)('the title of a service that sells %j lists its products', (sold, title) => {
  const cards = cardsOf(sold, baseUrl, plainReader);
  expect(homePage({ ...view, cards }, plainReader).body).toContain(`<title>${title}<`);
});
