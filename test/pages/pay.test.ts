/** The pay page: what it says before and after paying, and when it can be paid from. */

import { type PayView, payPage } from '../../shared/pages/pay.ts';
import { attribute, elements, textOf, words } from '../support/pages/reading.ts';
import { moment, payView, plainReader, progressView } from '../support/pages/views.ts';

const order: PayView = {
  ...payView(),
  heading: 'Letter to Ada Lovelace',
  facts: [{ label: 'To', value: ['Ada Lovelace', '12 Analytical Way'] }],
  price: { currency: 'CAD', amountCents: 615, tax: { label: 'HST 13%', cents: 80 }, priceList: 'one' },
};

const payLink = (view: PayView) =>
  elements(payPage(view, plainReader)).find(({ attrs }) =>
    attrs.some(({ name, value }) => name === 'href' && value === view.payUrl),
  );

test('the order, the price, the tax and the total stand before the button', () => {
  const [before = ''] = words(payPage(order, plainReader)).split('Pay CA$6.95');
  for (const text of ['Letter to Ada Lovelace', 'Ada Lovelace12 Analytical Way', 'CA$6.15', 'HST 13%', 'CA$6.95'])
    expect(before).toContain(text);
});

test('the button is a plain link to the payment page that names the total', () => {
  const link = payLink(order);
  expect(link?.tagName).toBe('a');
  expect(link && textOf(link)).toBe('Pay CA$6.95');
});

test('it says that only pressing pay on the next page charges, and until when that is possible', () => {
  const page = payPage({ ...order, expiresAt: moment }, plainReader);
  expect(words(page)).toContain('You are charged CA$6.95 only when you press pay on that page.');
  expect(words(page)).toContain('It can be paid until March 14, 2026, 16:05 UTC.');
  expect(elements(page).map((element) => attribute(element, 'datetime'))).toContain('2026-03-14T16:05:00.000Z');
});

test('without a pay link there is no button and no promise of one', () => {
  const { payUrl: _, ...unpayable } = { ...order, progress: progressView('1', { stage: 'preparing' }) };
  expect(words(payPage(unpayable, plainReader))).toContain('The payment page is being prepared.');
  expect(words(payPage(unpayable, plainReader))).not.toMatch(/Pay CA|before you pay/);
});

test.each(['paid', 'fulfilled', 'failed', 'cancelled'] as const)(
  'a %s job cannot be paid, even if given a link',
  (status) => {
    expect(payLink({ ...order, status })).toBeUndefined();
  },
);

test('test mode is announced first of all, and only in test mode', () => {
  const notice = 'Test mode: nothing is charged, mailed or faxed.';
  expect(words(payPage({ ...order, isTest: true }, plainReader)).startsWith(notice)).toBe(true);
  expect(words(payPage({ ...order, isTest: true }, plainReader))).toContain('You would be charged');
  expect(words(payPage(order, plainReader))).not.toContain('Test mode');
});

test('a total without tax is stated once', () => {
  const untaxed: PayView = { ...order, price: { currency: 'USD', amountCents: 212, priceList: 'one' } };
  expect(words(payPage({ ...untaxed, status: 'paid' }, plainReader)).split('$2.12')).toHaveLength(2);
});

test('warnings stand before the button; without any there is no such section', () => {
  const text = words(payPage({ ...order, warnings: ['The address zone is not empty.'] }, plainReader));
  expect(text.indexOf('The address zone is not empty.')).toBeLessThan(text.indexOf('Pay CA$6.95'));
  expect(words(payPage({ ...order, warnings: [] }, plainReader))).not.toContain('Before you pay');
});

test('every page of the document is shown and can be opened, the later ones when they come into view', () => {
  const previewUrls = ['/v1/pay/code/pages/1', '/v1/pay/code/pages/2'];
  const found = elements(payPage({ ...payView(), previewUrls }, plainReader));
  const images = found.filter(({ tagName }) => tagName === 'img');
  expect(images.map((image) => attribute(image, 'src'))).toEqual(previewUrls);
  expect(images.map((image) => attribute(image, 'alt'))).toEqual(['Page 1 of 2', 'Page 2 of 2']);
  expect(images.every((image) => attribute(image, 'loading') === 'lazy')).toBe(true);
  const links = found.flatMap((element) => attribute(element, 'href') ?? []);
  expect(links).toEqual(expect.arrayContaining(previewUrls));
});
