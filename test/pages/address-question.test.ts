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
const common = { token: 'abc', ordered: ['Ada Lovelace', '12 Main St', 'Albany NY 12208'], country: 'US' } as const;
const suggested = ['Ada Lovelace', '12 Main St', 'Albany NY 12207'];
const suggestion = { addressLine1: '12 Main St', city: 'Albany', postalOrZip: '12207', countryCode: 'US' } as const;
const choices = {
  corrected: { ...common, kind: 'corrected', what: ['postalOrZip'], suggestion, suggested, mayTake: true },
  elsewhere: { ...common, kind: 'corrected', what: ['provinceOrState'], suggestion, suggested, mayTake: false },
  doubtful: { ...common, kind: 'doubtful', what: ['unit_missing'] },
  taken: { ...common, kind: 'taken' },
  confirmed: { ...common, kind: 'confirmed' },
} as const satisfies Readonly<Record<string, AddressChoice>>;

const pageOf = (addressChoice: AddressChoice) => payPage({ ...payView(), warnings: [], addressChoice }, plainReader);

test('a corrected address is shown next to the ordered one, with differences marked and a button to use it', () => {
  const page = pageOf(choices.corrected);
  expect(pageText(page)).toMatch(
    /Which address is right\?.+the ZIP code.+As ordered.+Albany NY 12208 Corrected.+Albany NY 12207 Use the corrected address/,
  );
  const marks = page.body.match(/<mark>[^<]+<\/mark>/g);
  expect(marks).toEqual(['<mark>Albany NY 12208</mark>', '<mark>Albany NY 12207</mark>']);
  const [form, other] = elements(page, 'form');
  expect(other).toBeUndefined();
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/v1/pay/code/address']);
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
] as const)('an address choice of the kind “%s” is explained, without a button', (kind, sentence) => {
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

test('the warnings do not repeat the address question', () => {
  const warning = { code: 'address_corrected', at: 'letter.to', country: 'US', what: ['postalOrZip'] } as const;
  const mentions = (addressChoice?: AddressChoice) =>
    pageText(payPage({ ...payView(), warnings: [warning], addressChoice }, plainReader)).split('have a mistake').length;
  expect([mentions(choices.corrected), mentions()]).toEqual([2, 2]);
});

test('a paid order has no address question', () => {
  const paid = { ...payView(), payUrl: undefined, status: 'paid', addressChoice: choices.corrected } as const;
  expect(pageText(payPage(paid, plainReader))).not.toMatch(/Which address|corrected/);
});

describe('the preview of the order form', () => {
  const previewed = (addressChoice: AddressChoice, reader = plainReader) =>
    orderPreview({ ...orderPreviewView('word'), values: { text: 'Hi', 'to.city': 'Albani' }, addressChoice }, reader);
  const hiddenFields = (page: Page) =>
    Object.fromEntries(elements(page, 'input').map((field) => [attribute(field, 'name'), attribute(field, 'value')]));

  test('shows both addresses, and its button submits the correction along with everything typed', () => {
    const page = previewed(choices.elsewhere);
    expect(pageText(page)).toMatch(/Which address is right\?.+As you typed it.+Corrected.+Use the corrected address/);
    expect(hiddenFields(page)).toMatchObject({
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

  test('says that mail may come back, and its button confirms a doubtful address', () => {
    const page = previewed(choices.doubtful);
    expect(pageText(page)).toMatch(/If it’s wrong, change it\..+Change the address.+Continue with this address/);
    expect(hiddenFields(page)).toMatchObject({ accept_address: 'yes' });
    const letterOf = (more: object) =>
      requestsOf(catalog.letter, typedForm('letter'), { baseUrl: '/v1', ...more }).job.letter;
    expect(letterOf({ isAddressAccepted: true })).toMatchObject({ accept_address: true });
    expect(letterOf({})).not.toHaveProperty('accept_address');
    expect(pageText(previewed(choices.doubtful, french))).toContain('Continuer avec cette adresse');
  });
});
