/** The question about the recipient's address, on the pay page and in the preview of the order form. */
import { orderPreview } from '../../shared/pages/order-form/preview.ts';
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { catalog } from '../../shared/products/index.ts';
import { requestsOf, withCorrections } from '../../shared/web/order-form/typed.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';
import { typedForm } from '../support/pages/typed.ts';
import { orderPreviewView, payView, plainReader } from '../support/pages/views.ts';

type AddressChoice = NonNullable<PayView['addressChoice']>;

const french = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });
const ordered = { token: 'abc', ordered: ['Ada Lovelace', '12 Main St', 'Albany NY 12208'], country: 'US' } as const;
const correction = {
  suggested: ['Ada Lovelace', '12 Main St', 'Albany NY 12207'],
  suggestion: { addressLine1: '12 Main St', city: 'Albany', postalOrZip: '12207', countryCode: 'US' },
} as const;
const choices = {
  corrected: { ...ordered, ...correction, kind: 'corrected', what: ['postalOrZip'], mayTake: true },
  elsewhere: { ...ordered, ...correction, kind: 'corrected', what: ['provinceOrState'], mayTake: false },
  doubtful: { ...ordered, kind: 'doubtful', what: ['unit_missing'] },
  taken: { ...ordered, kind: 'taken' },
  confirmed: { ...ordered, kind: 'confirmed' },
} as const satisfies Readonly<Record<string, AddressChoice>>;

const pageOf = (addressChoice: AddressChoice) => payPage({ ...payView(), warnings: [], addressChoice }, plainReader);

test('a corrected address is shown next to the ordered one, with differences marked and a button to use it', () => {
  const page = pageOf(choices.corrected);
  expect(pageText(page)).toMatch(
    /Which address is right\?.+the ZIP code.+As ordered.+Albany NY 12208 Corrected.+Albany NY 12207 Use the corrected address/,
  );
  const marks = page.body.match(/<mark>[^<]+<\/mark>/g);
  expect(marks).toEqual(['<mark>Albany NY 12208</mark>', '<mark>Albany NY 12207</mark>']);
  const forms = elements(page, 'form').map((form) => [attribute(form, 'method'), attribute(form, 'action')]);
  expect(forms).toEqual([['post', '/v1/pay/code/address']]);
  const fields = elements(page).filter(({ tagName }) => tagName === 'input' || tagName === 'button');
  expect(fields.map((field) => [attribute(field, 'name'), attribute(field, 'value')])).toEqual([
    ['token', 'abc'],
    ['choice', 'suggested'],
  ]);
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  expect(pageText(page)).toContain('CA$6.95Pay');
});

test.each([
  ['elsewhere', /in another province.+ask for a new order\. If you change nothing.+as ordered\. (?!Price)/],
  ['confirmed', /doesn’t recognize this address\. It was confirmed as entered\..*CA\$6\.95Pay/],
  ['taken', /We’ll mail your order to the corrected address below\..*CA\$6\.95Pay/],
] as const)('the pay page explains an address choice of the kind “%s”, without a button', (kind, sentence) => {
  const page = pageOf(choices[kind]);
  expect(pageText(page)).toMatch(sentence);
  expect(page.body).not.toContain('<form');
});

test('a doubtful address has to be confirmed before the order can be paid', () => {
  const page = pageOf(choices.doubtful);
  expect(pageText(page)).toMatch(/Is this address right\?.+Send it to this address anyway.+Answer a question first/);
  expect(pageText(page)).not.toContain('CA$6.95Pay');
  expect(page.body).not.toContain('https://pay.example/session');
  expect(pageText(page)).toContain('Ask the person who sent you this link for a new one.');
  const links = elements(page).flatMap((element) => attribute(element, 'href') ?? []);
  expect(links).toContain('#address');
});

test('a mistake in the address is mentioned once: in the address question, or without it in the warnings', () => {
  const warning = { code: 'address_corrected', at: 'letter.to', country: 'US', what: ['postalOrZip'] } as const;
  for (const addressChoice of [choices.corrected, undefined]) {
    const text = pageText(payPage({ ...payView(), warnings: [warning], addressChoice }, plainReader));
    expect(text.match(/have a mistake/g)).toHaveLength(1);
  }
});

test('a paid order has no address question', () => {
  const paid = { ...payView(), payUrl: undefined, status: 'paid', addressChoice: choices.corrected } as const;
  expect(pageText(payPage(paid, plainReader))).not.toMatch(/Which address|corrected/);
});

describe('the preview of the order form', () => {
  const previewPage = (addressChoice: AddressChoice, reader = plainReader) =>
    orderPreview({ ...orderPreviewView('word'), values: { text: 'Hi', 'to.city': 'Albani' }, addressChoice }, reader);
  const valuesByName = (page: Page) =>
    Object.fromEntries(elements(page, 'input').map((field) => [attribute(field, 'name'), attribute(field, 'value')]));

  test('shows both addresses, and its button submits the correction along with everything typed', () => {
    const page = previewPage(choices.elsewhere);
    expect(pageText(page)).toMatch(/Which address is right\?.+As you typed it.+Corrected.+Use the corrected address/);
    expect(valuesByName(page)).toMatchObject({
      text: 'Hi',
      'to.city': 'Albani',
      'corrected.to.city': 'Albany',
      'corrected.to.addressLine2': '',
    });
    expect(withCorrections({ 'to.city': 'Albani', 'to.name': 'Ada', 'corrected.to.city': 'Albany' })).toMatchObject({
      'to.city': 'Albany',
      'to.name': 'Ada',
    });
  });

  test('says that mail that comes back isn’t refunded, and its button confirms a doubtful address', () => {
    const page = previewPage(choices.doubtful);
    expect(pageText(page)).toMatch(/change it\. We don’t refund mail .+Change the address.+Continue with this address/);
    expect(valuesByName(page)).toMatchObject({ accept_address: 'yes' });
    const requestedLetter = (more: object) =>
      requestsOf(catalog.letter, typedForm('letter'), { baseUrl: '/v1', ...more }).job.letter;
    expect(requestedLetter({ isAddressAccepted: true })).toMatchObject({ accept_address: true });
    expect(requestedLetter({})).not.toHaveProperty('accept_address');
    expect(pageText(previewPage(choices.doubtful, french))).toContain('Continuer avec cette adresse');
  });
});
