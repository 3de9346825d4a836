/** The order form turns the values that people type into API requests, or shows a problem next to each wrong field. */
import { productNames } from '../../shared/domain/names.ts';
import { invalid, Refusal, type RefusalDetails } from '../../shared/domain/refusal.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { orderForms, parseCents } from '../../shared/pages/order-form/forms.ts';
import { fieldsOf } from '../../shared/pages/order-form/shape.ts';
import type { Page } from '../../shared/pages/page.ts';
import { catalog } from '../../shared/products/index.ts';
import type { PageRequest } from '../../shared/web/http/page.ts';
import { surcharges } from '../../shared/web/order-form/prices.ts';
import { problemsIn, problemsOf } from '../../shared/web/order-form/problems.ts';
import { formOfOrder, formWithAddress } from '../../shared/web/order-form/serve.ts';
import { formPage, placeOrder, previewOrder } from '../../shared/web/order-form/steps.ts';
import { repeatableValues, requestsOf, typedIn } from '../../shared/web/order-form/typed.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText, textOf } from '../support/pages/reading.ts';
import { typedForm } from '../support/pages/typed.ts';
import { addedPrice, faxPrice, letterPrice } from '../support/prices.ts';

const baseUrl = 'https://mail.example.com/v1';

const reader = readerFor({ operator: {}, isTest: false });

/** An order being placed: the sample letter form with these changes, and the request that submits it. */
const orderingWith = (deps: MemoryDeps, change: Record<string, string> = {}, formReader = reader) => ({
  request: { deps, caller, reader: formReader, event: { rawPath: '/v1/new/letter' } } as unknown as PageRequest,
  product: catalog.letter,
  typed: typedIn(orderForms.letter, { ...typedForm('letter'), ...change }),
});

/** The problems of the sample form with these changes, by field. */
const problemsWith = (product: (typeof productNames)[number], changes: Record<string, string>) =>
  problemsIn(catalog[product], typedIn(orderForms[product], { ...typedForm(product), ...changes }), reader)?.fields;

test.each(productNames)('no two fields in the form of a %s have the same name', (product) => {
  const names = fieldsOf(orderForms[product]).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(productNames)('a complete form of a %s becomes requests that the API accepts', (product) => {
  const typed = typedIn(orderForms[product], typedForm(product));
  expect(problemsIn(catalog[product], typed, reader)).toBeUndefined();
  const requests = requestsOf(catalog[product], typed, { baseUrl });
  expect(quote(catalog[product]).input.safeParse(requests.quote)).toMatchObject({ success: true });
  const order = { quote_id: 'quote_1', ...requests.job };
  expect(createJob(catalog[product]).input.safeParse(order)).toMatchObject({ success: true });
});

test.each(productNames)('an empty form of a %s shows a problem at each required field, and at no other', (product) => {
  const required = fieldsOf(orderForms[product]).flatMap(({ name, isRequired, kind }) =>
    isRequired === true || kind === 'paste' ? [name] : [],
  );
  const problems = problemsIn(catalog[product], typedIn(orderForms[product], {}), reader)?.fields ?? {};
  expect(Object.keys(problems).sort()).toEqual(required.sort());
});

const fieldNamed = (page: Page, name: string) => elements(page).find((element) => attribute(element, 'name') === name);

/** Places the order from its preview. Returns the code of its pay link. */
async function placedFrom(ordering: Parameters<typeof previewOrder>[0]): Promise<string> {
  const quoteId = attribute(fieldNamed(await previewOrder(ordering), 'quote_id'), 'value') ?? '';
  const placed = await placeOrder(ordering, { quoteId, isAddressAccepted: false });
  return /pay_\w+/.exec('seeOther' in placed ? placed.seeOther : '')?.[0] ?? '';
}

test('the form of a placed order is filled in with the values that the person typed', async () => {
  const ordering = orderingWith(memoryDeps());
  const code = await placedFrom(ordering);
  const form = await formOfOrder({ ...ordering, typed: {} }, code);
  const text = fieldNamed(form, 'text');
  expect(text && textOf(text)).toBe(typedForm('letter').text?.replaceAll('\r\n', '\n'));
  expect(attribute(fieldNamed(form, 'to.city'), 'value')).toBe(typedForm('letter')['to.city']);
  await expect(formOfOrder({ ...ordering, product: catalog.fax }, code)).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  'quote_unknown',
  'quote_content_mismatch',
  'country_mismatch',
  'content_refused',
  'idempotency_key_reused',
] as const)('an order refused with %s shows a new preview that says why', async (code) => {
  const deps = memoryDeps();
  const { get } = deps.quotes;
  // Only the first look-up of the quote fails.
  const failures = [Promise.reject(new Refusal(code, 'letter: it is not what was quoted.'))];
  Object.assign(deps.quotes, { get: (id: string) => failures.shift() ?? get(id) });
  const ordering = orderingWith(deps);
  const page = await placeOrder(ordering, { quoteId: `quote_${'0'.repeat(26)}`, isAddressAccepted: false });
  expect(page).toMatchObject({ body: expect.stringContaining('that hour is over') });
});

describe.each(['en', 'fr'] as const)('an order that is refused when it is placed, in %s', (acceptLanguage) => {
  const localReader = readerFor({ acceptLanguage, operator: {}, isTest: false });
  async function placeRefused(refused: Refusal, isAddressAccepted = false) {
    const deps = memoryDeps();
    Object.assign(deps.quotes, { get: () => Promise.reject(refused) });
    const ordering = orderingWith(deps, {}, localReader);
    const page = await placeOrder(ordering, { quoteId: `quote_${'0'.repeat(26)}`, isAddressAccepted });
    if ('seeOther' in page) throw new Error('it was placed');
    return { page, alert: elements(page).find((element) => attribute(element, 'role') === 'alert') };
  }

  test('the form shows a problem at each field, with links above, and keeps the typed values', async () => {
    const faults = ['to.city', 'from.postalOrZip'].map((at) => ({
      field: `letter.${at}`,
      error: `letter.${at} must have at most 9 characters.`,
      problem: 'must have at most 9 characters.',
      code: 'field_invalid' as const,
    }));
    const { field } = faults[0] ?? {};
    const { page, alert } = await placeRefused(new Refusal('invalid_request', 'Two faults.', { field, faults }));
    const links = elements(page)
      .map((element) => attribute(element, 'href'))
      .filter((href) => href?.startsWith('#to') || href?.startsWith('#from'));
    expect(links).toEqual(['#to.city', '#from.postalOrZip']);
    expect(alert && textOf(alert)).toContain(localReader.translate('must have at most 9 characters.'));
    for (const name of ['to.city', 'from.postalOrZip'])
      expect(attribute(fieldNamed(page, name), 'aria-describedby')).toBe(`${name}-problem`);
    expect(attribute(fieldNamed(page, 'to.provinceOrState'), 'aria-invalid')).toBeUndefined();
    expect(attribute(fieldNamed(page, 'from.name'), 'value')).toBe('Grace Hopper');
  });

  test.each([
    [
      'not_taken',
      'This service cannot accept this order. Nothing was charged. This says nothing about you or the recipient. The operator of this service can tell you more.',
    ],
    ['over_limit', 'limits.max_total_cents allows $1.00.'],
  ] as const)('a refusal with %s, which names no field, is shown above the form', async (code, message) => {
    const { alert, page } = await placeRefused(new Refusal(code, message));
    expect(alert && textOf(alert).trim()).toBe(localReader.translate(message));
    expect(attribute(fieldNamed(page, 'from.name'), 'value')).toBe('Grace Hopper');
  });

  test.each([
    ['in_progress', true],
    ['unavailable', false],
    ['rate_limited', true],
  ] as const)('an order refused with %s can be tried again (address confirmed: %p)', async (code, isAccepted) => {
    const { page } = await placeRefused(new Refusal(code, 'later', { retryAfterSeconds: 60 }), isAccepted);
    expect(pageText(page)).toContain(localReader.say('Try again'));
    expect(fieldNamed(page, 'accept_address') !== undefined).toBe(isAccepted);
  });
});

test('a sentence meant for programs is never shown to a person', () => {
  const french = readerFor({ acceptLanguage: 'fr', operator: {}, isTest: false });
  const refused = new Refusal('invalid_request', 'letter.memo frobnicates.', { field: 'letter.to.city' });
  expect(problemsOf(refused, catalog.letter, french).fields).toEqual({ 'to.city': 'Veuillez vérifier ce champ.' });
});

test('unknown form fields are dropped, and line ends and control characters are cleaned up', () => {
  const typed = typedIn(orderForms.letter, { text: 'one\r\ntwo\u000bthree\u0007', toString: 'x', 'to.name': 'Ada' });
  expect(typed).toMatchObject({ text: 'one\ntwo\nthree', 'to.name': 'Ada', 'from.city': '' });
  expect(Object.keys(typed)).toEqual(fieldsOf(orderForms.letter).map(({ name }) => name));
});

test.each([
  ['125.50', 12_550],
  ['125,5', 12_550],
  ['$1,250.00', 125_000],
  ['1 250,00', 125_000],
  ['1\u00a0250,00 $', 125_000],
  ['1,250', 125_000],
  ['7', 700],
  ['1.250', undefined],
  ['1,25,000', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('the amount %j is read as %j cents', (text, cents) => {
  expect(parseCents(text)).toBe(cents);
});

test.each([
  ['(416) 555-0123', '+14165550123'],
  ['1-416-555-0123', '+14165550123'],
  ['+1 416.555.0123', '+14165550123'],
])('the fax number %j is read as %s', (to_number, number) => {
  const typed = typedIn(orderForms.fax, { ...typedForm('fax'), to_number });
  expect(requestsOf(catalog.fax, typed, { baseUrl })).toMatchObject({
    quote: { country: 'CA', province_or_state: 'ON' },
    job: { fax: { to_number: number } },
  });
});

const noFaxNumber = 'This isn’t a US or Canadian fax number.';

test.each([
  ...['+44 20 7946 0000', '+2125550199', '900 555 0199', 'Ada'].map((text) => [text, noFaxNumber]),
  ['555-0199', 'The area code is missing.'],
])('%j is refused as a fax number: %s', (to_number, problem) => {
  expect(problemsWith('fax', { to_number })).toEqual({ to_number: problem });
});

test('if an area code serves provinces with different taxes, the fax form asks for the province', () => {
  const to_number = '902 555 0123';
  const provinceNeeded = { province_or_state: expect.stringContaining('several provinces') };
  expect(problemsWith('fax', { to_number })).toEqual(provinceNeeded);
  expect(problemsWith('fax', { to_number, province_or_state: 'Atlantis' })).toHaveProperty('province_or_state');
  expect(problemsWith('fax', { to_number, province_or_state: 'PE' })).toBeUndefined();
  // The area code of three territories with the same tax.
  expect(problemsWith('fax', { to_number: '867 555 0123' })).toBeUndefined();
});

test('the form refuses an unknown province, but not an unknown state', () => {
  const inCanada = { 'to.postalOrZip': 'M5V 2T6', 'to.provinceOrState': 'Quelque part' };
  const unknown = 'There is no such province or territory in Canada.';
  expect(problemsWith('letter', inCanada)).toEqual({ 'to.provinceOrState': unknown });
  expect(problemsWith('letter', { 'to.provinceOrState': 'Quelque part' })).toBeUndefined();
});

test('the form infers the country from the state and the postal code, and asks for it only if they don’t determine it', () => {
  const address = (provinceOrState: string, postalOrZip: string, countryCode = '') => ({
    'to.provinceOrState': provinceOrState,
    'to.postalOrZip': postalOrZip,
    'to.countryCode': countryCode,
  });
  const requests = (change: Record<string, string>) =>
    requestsOf(catalog.letter, typedIn(orderForms.letter, { ...typedForm('letter'), ...change }), { baseUrl });
  for (const [change, country] of [
    [address('NY', '12207'), 'US'],
    [address('Ontario', 'K1A 0A6'), 'CA'],
    [address('ON', ''), 'CA'],
    [address('NY', 'K1A 0A6', 'CA'), 'CA'],
    [address('NY', '12207', 'CA'), 'US'],
  ] as const)
    expect(requests(change)).toMatchObject({ quote: { country }, job: { letter: { to: { countryCode: country } } } });
  expect(problemsWith('letter', address('NY', 'K1A 0A6'))).toEqual({ 'to.countryCode': 'Please choose one.' });
  const wrongFields = Object.keys(problemsWith('letter', address('ZZ', '2108')) ?? {});
  expect(wrongFields).toEqual(['to.provinceOrState', 'to.postalOrZip', 'to.countryCode']);
});

test('stacked accents in a province are refused as such, not as an unknown province, and a long city as too long', () => {
  const stacked = `a${'\u0301'.repeat(90)}`;
  const changes = { 'to.postalOrZip': 'M5V 2T6', 'to.provinceOrState': stacked, 'to.city': 'a'.repeat(101) };
  expect(problemsWith('letter', changes)).toEqual({
    'to.provinceOrState': 'This has too many accents in a row. Please remove them.',
    'to.city': 'This is too long. Please shorten it.',
  });
});

test('a bank number in place of the account id is refused and never shown again', () => {
  const typed = (bank_account: string) => typedIn(orderForms.check, { ...typedForm('check'), bank_account });
  expect(problemsWith('check', { bank_account: '73519284605' })).toHaveProperty('bank_account');
  const shownAgain = repeatableValues(orderForms.check, typed('73519284605'));
  expect(shownAgain).toMatchObject({ bank_account: '', amount: '125.50' });
  const withId = typed(typedForm('check').bank_account ?? '');
  expect(repeatableValues(orderForms.check, withId)).toEqual(withId);
});

test("markup typed into a check's message is printed as text", () => {
  const typed = typedIn(orderForms.check, { ...typedForm('check'), message: '1 < 2\n\n<b>two</b>\nlines' });
  const message = '<p>1 &lt; 2</p><p>&lt;b&gt;two&lt;/b&gt;<br>lines</p>';
  expect(requestsOf(catalog.check, typed, { baseUrl }).job.check).toMatchObject({ message });
});

const characters = (text: string, hasMore = false) => ({ kind: 'characters', characters: [...text], hasMore }) as const;

test.each([
  ['text', 'Please remove “漢”: we can’t print this character.', characters('漢')],
  ['text', 'Please remove “漢 😀”: we can’t print these characters.', characters('漢😀')],
  ['markdown', 'Please remove “一 二 三 四 五 …”: we can’t print these characters.', characters('一二三四五', true)],
  ['text', 'This is too long. Please shorten it.', { kind: 'too_long' }],
  [
    'markdown',
    'A picture or a style in your text is on another site, and we don’t download from other sites. Please remove it.',
    { kind: 'fetched_resource' },
  ],
  [
    'letter.markdown',
    'We can’t print this Markdown. Please make it simpler, or uncheck “My text uses Markdown.”',
    undefined,
  ],
  ['letter.text', 'Please check this field.', undefined],
] as const)('content that can’t be printed, in the field %s, gets the sentence: %s', (field, sentence, details) => {
  const refused = new Refusal('content_refused', `${field}: …`, { field, details });
  expect(problemsOf(refused, catalog.letter, reader).fields).toEqual({ text: sentence });
});

test.each([
  ['letter', 'html_unavailable', 'markdown', undefined, 'text', 'uncheck “My text uses Markdown.”'],
  ['check', 'html_unavailable', 'check.message', undefined, 'message', 'Please leave it empty'],
  ['fax', 'content_refused', 'cover.to', characters('漢'), 'cover.to', 'remove “漢”: we can’t print'],
  ['fax', 'content_refused', 'cover.note', { kind: 'too_long' }, 'cover.note', 'This is too long. Please shorten it.'],
] as const)('the form of a %s says what to do about %s at %s', (product, code, field, details, name, advice) => {
  const refused = new Refusal(code, `${field}: …`, { field, details });
  const { fields } = problemsOf(refused, catalog[product], reader);
  expect(fields).toEqual({ [name]: expect.stringContaining(advice) });
});

test('text is plain unless the Markdown box is checked', () => {
  for (const product of ['letter', 'fax'] as const) {
    const [plain, marked] = ['', 'yes'].map((markdown) =>
      typedIn(orderForms[product], { ...typedForm(product), markdown }),
    );
    const text = plain?.text;
    expect(requestsOf(catalog[product], plain ?? {}, { baseUrl })).toMatchObject({
      quote: { text },
      job: { [product]: { text } },
    });
    const requests = requestsOf(catalog[product], marked ?? {}, { baseUrl });
    expect(requests).toMatchObject({ quote: { markdown: text }, job: { [product]: { markdown: text } } });
    expect(requests.quote).not.toHaveProperty('text');
  }
});

describe('pasted addresses', () => {
  const paste = async (change: Record<string, string>, side: 'to' | 'from' = 'to') => {
    const page = await formWithAddress(orderingWith(memoryDeps(), change), side);
    const valueIn = (name: string) => {
      const element = fieldNamed(page, name);
      return element && (attribute(element, 'value') ?? textOf(element).trim());
    };
    return { page, valueIn };
  };

  test('a pasted address fills in the fields of its side and keeps everything else', async () => {
    const { page, valueIn } = await paste({
      'to.pasted': 'Grace Hopper\n12 Main St Apt 4\nAlbany, NY 12207',
      'to.companyName': 'Old',
    });
    expect(
      ['name', 'companyName', 'addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip', 'pasted'].map(
        (name) => valueIn(`to.${name}`),
      ),
    ).toEqual(['Grace Hopper', '', '12 Main St', 'Apt 4', 'Albany', 'NY', '12207', '']);
    expect(valueIn('from.city')).toBe(typedForm('letter')['from.city']);
    expect(valueIn('text')).toContain('The engine works');
    // An empty box would look as if the address were lost.
    expect(pageText(page)).toMatch(/To Grace Hopper.+Albany NY 12207 ?Edit.+ZIP.+Or paste a new address/);
  });

  test('pasted text that is not an address stays in its field with the problem', async () => {
    const { page, valueIn } = await paste({ 'from.pasted': 'Grace Hopper' }, 'from');
    expect(pageText(page)).toContain('We can’t read this address: the ZIP code');
    expect(valueIn('from.pasted')).toBe('Grace Hopper');
    expect(valueIn('from.city')).toBe(typedForm('letter')['from.city']);
  });

  test.each(['to', 'from'] as const)(
    'the page scrolls to the “%s” address, whether or not it could be read',
    async (side) => {
      for (const text of ['Grace Hopper\n12 Main St\nAlbany, NY 12207', 'Grace Hopper']) {
        const { page } = await paste({ [`${side}.pasted`]: text }, side);
        const focused = elements(page).filter((element) => attribute(element, 'autofocus') !== undefined);
        const group = elements(page).find((element) => attribute(element, 'id') === side);
        expect(focused).toHaveLength(1);
        expect(group && textOf(group)).toContain('Grace Hopper');
      }
    },
  );

  test('the preview reads a pasted address, and a problem with an address is shown together with one of the text', async () => {
    const blank = Object.fromEntries(
      ['name', 'addressLine1', 'city', 'provinceOrState', 'postalOrZip'].map((name) => [`to.${name}`, '']),
    );
    const deps = memoryDeps();
    const tooLong = { ok: false, problem: 'is too long.', details: { kind: 'too_long' } };
    Object.assign(deps.renderer, { printMarkup: async () => tooLong });
    const textOfPreview = async (pasted: string, markdown = '') =>
      pageText(await previewOrder(orderingWith(deps, { ...blank, markdown, 'to.pasted': pasted })));
    expect(await textOfPreview('Grace Hopper, 12 Main St, Albany, NY 12207')).toContain(
      'Preview: you haven’t ordered yet',
    );
    expect(await textOfPreview('Grace Hopper')).toContain('We can’t read this address: the ZIP code');
    const withBothProblems = await textOfPreview('', 'yes');
    for (const problem of ['Please fill this in.', 'This is too long. Please shorten it.'])
      expect(withBothProblems).toContain(problem);
  });
});

test.each([
  ['en', 'Certified Mail (US) or Registered Mail (Canada)'],
  ['fr', 'Courrier certifié (É.-U.) ou recommandé (Canada)'],
])('tracked mail is offered in %s under the names that the carriers use', async (acceptLanguage, label) => {
  const localReader = readerFor({ acceptLanguage, operator: {}, isTest: false });
  expect(pageText(await formPage(orderingWith(memoryDeps(), {}, localReader)))).toContain(label);
});

test('each button for files has its own label, and a PDF of the wrong page size has no live price', async () => {
  const change = { upload: `upload_${'0'.repeat(26)}` };
  const buttons = (page: Page) =>
    elements(page)
      .filter((element) => /^(?:upload|attachments|fit)$/.test(attribute(element, 'value') ?? ''))
      .map(textOf);
  expect(buttons(await formPage(orderingWith(memoryDeps())))).toEqual(['Add pages from a file', 'Send a file instead']);
  const ordering = orderingWith(memoryDeps(), change);
  expect(buttons(await formPage(ordering))).toEqual(['Add pages from a file', 'Replace file']);
  const page = await formPage(ordering, { problems: { fit: 94, fields: {}, refused: invalid('pdf_url', 'is A4.') } });
  expect(buttons(page)).toEqual(['Fit to page', 'Add pages from a file', 'Replace file']);
  expect(page.body).not.toContain('id="live"');
});

test.each(productNames)('each group of the form of a %s has a heading within its legend', async (name) => {
  const formElements = elements(await formPage({ ...orderingWith(memoryDeps()), product: catalog[name], typed: {} }));
  const legends = formElements.filter(({ tagName }) => tagName === 'legend');
  const headings = formElements.filter(
    ({ tagName, parentNode }) => tagName === 'h2' && legends.includes(parentNode as never),
  );
  expect(headings.map(textOf)).toEqual(orderForms[name].groups.map(({ legend }) => legend));
});

test('an option shows what it adds to the price', () => {
  expect(surcharges(catalog.letter, reader)).toEqual({
    color: addedPrice(letterPrice(), letterPrice({ color: true })),
    registered: expect.any(String),
    address_page: expect.any(String),
  });
  expect(surcharges(catalog.letter, reader, 'CA').color).toMatch(/^\+CA\$/);
  const free = { ...catalog.letter, price: () => ({ currency: 'USD', amountCents: 1, priceList: '1' }) } as const;
  expect(surcharges(free as unknown as typeof catalog.letter, reader).color).toBe('free');
});

describe('the cover sheet of a fax', () => {
  const cover = { to: 'Dr. Ada King', from: 'Grace Hopper', subject: 'Test results', note: 'Two pages.\nCall me.' };
  const typedCover = Object.fromEntries(Object.entries(cover).map(([name, words]) => [`cover.${name}`, words]));
  const added = addedPrice(faxPrice(), faxPrice(2));
  const typed = (change: Record<string, string>) => typedIn(orderForms.fax, { ...typedForm('fax'), ...change });
  const quoteOf = (change: Record<string, string>) => requestsOf(catalog.fax, typed(change), { baseUrl }).quote;

  test('the four fields of a cover sheet go into the quote, and empty ones are left out', () => {
    expect(quoteOf(typedCover)).toMatchObject({ cover });
    const coverOf = (change: Record<string, string>) => catalog.fax.options().parse(quoteOf(change)).cover;
    expect(coverOf({ ...typedCover, 'cover.note': '  ', 'cover.to': ' Ada ' })).toEqual({
      ...cover,
      to: 'Ada',
      note: undefined,
    });
    expect(coverOf({ 'cover.note': ' ' })).toBeUndefined();
  });

  test.each([
    ['to', 60],
    ['from', 60],
    ['subject', 80],
    ['note', 600],
  ])('cover.%s may have up to %i characters', (member, maxLength) => {
    const name = `cover.${member}`;
    expect(problemsWith('fax', { [name]: 'a'.repeat(maxLength) })).toBeUndefined();
    expect(problemsWith('fax', { [name]: 'a'.repeat(maxLength + 1) })).toEqual({
      [name]: 'This is too long. Please shorten it.',
    });
  });

  const ordering = (change: Record<string, string>, deps = memoryDeps()) => ({
    ...orderingWith(deps),
    product: catalog.fax,
    typed: typed(change),
  });

  test('the cover sheet section shows its price, is collapsed until a field is filled in, and adds a page', async () => {
    const section = async (change: Record<string, string>) => {
      const page = await formPage(ordering(change));
      return elements(page).find((one) => one.tagName === 'details' && textOf(one).includes(`Cover sheet · ${added}`));
    };
    expect(attribute(await section({}), 'open')).toBeUndefined();
    expect(attribute(await section({ 'cover.subject': 'x' }), 'open')).toBeDefined();
    for (const [subject, price] of [
      [' ', `1 page · ${faxPrice().amount}`],
      ['x', `2 pages · ${faxPrice(2).amount}`],
    ] as const)
      expect((await formPage(ordering({ 'cover.subject': subject }))).body).toContain(`<p role="status">${price}</p>`);
    const preview = pageText(await previewOrder(ordering(typedCover)));
    expect(preview).toMatch(/Pages ?2, black and white/);
    expect(preview).toContain(`Sending a fax${faxPrice().amount} Cover sheet${added.slice(1)}`);
  });

  test('"Order again" fills in the cover sheet', async () => {
    const deps = memoryDeps();
    const code = await placedFrom(ordering(typedCover, deps));
    const orderAgain = () => formOfOrder({ ...ordering({}, deps), typed: {} }, code);
    const form = await orderAgain();
    expect(attribute(fieldNamed(form, 'cover.to'), 'value')).toBe(cover.to);
    const note = fieldNamed(form, 'cover.note');
    expect(note && textOf(note).trim()).toBe(cover.note);
    // Once the draft is gone, the order still has the text.
    deps.documents.files.clear();
    expect(attribute(fieldNamed(await orderAgain(), 'cover.from'), 'value')).toBe(cover.from);
  });
});

test('an A4 PDF is called A4, and a PDF of a different size is not', () => {
  const problemOf = (isA4: boolean) => {
    const details = { kind: 'page_size', percent: 94, isA4 } as const;
    const refused = new Refusal('content_refused', 'pdf_url: …', { field: 'pdf_url', details });
    return problemsOf(refused, catalog.letter, reader);
  };
  expect(problemOf(true)).toMatchObject({ fit: 94, message: 'This PDF is A4. We can fit it to US Letter, at 94%.' });
  expect(problemOf(false).message).toBe('This PDF isn’t US Letter. We can fit it, at 94%.');
});

test('an impossible send date is refused with the first and the last possible day', () => {
  const problemsFor = (details?: RefusalDetails) =>
    problemsOf(invalid('letter.send_on', 'must be …', details), catalog.letter, reader).fields;
  expect(problemsFor({ kind: 'day_range', first: '2026-11-22', last: '2027-02-19' })).toEqual({
    send_on: 'Please choose a date from Sunday, November\u00A022,\u00A02026 to Friday, February\u00A019,\u00A02027.',
  });
  expect(problemsFor()).toEqual({ send_on: 'Please choose a date from the calendar.' });
});

const upload = `upload_${'0'.repeat(26)}`;

test.each(['letter', 'fax'] as const)(
  'an attached file goes into both requests of a %s, and no text is required',
  (product) => {
    const typed = typedIn(orderForms[product], { ...typedForm(product), text: '', upload, fit_page: 'yes' });
    expect(problemsIn(catalog[product], typed, reader)).toBeUndefined();
    const file = { pdf_url: `${baseUrl}/uploads/${upload}`, fit_page: true };
    const { quote, job } = requestsOf(catalog[product], typed, { baseUrl });
    expect(quote).toMatchObject(file);
    expect(job[product]).toMatchObject(file);
    for (const request of [quote, job[product]]) expect(request).not.toHaveProperty('text');
  },
);

test('an attached file must be an upload, at most five are attached, and a check takes none', () => {
  const uploads = Array.from({ length: 6 }, (_, at) => `upload_${'0'.repeat(25)}${at}`);
  const files = { attachments: ['junk', ...uploads].join(' '), fit_page: 'yes' };
  expect(typedIn(orderForms.letter, files)).toMatchObject({ ...files, attachments: uploads.slice(0, 5).join(' ') });
  expect(typedIn(orderForms.letter, { upload: 'https://example.com' })).not.toHaveProperty('upload');
  expect(typedIn(orderForms.check, { upload })).not.toHaveProperty('upload');
});

describe('the optional email address', () => {
  const typed = (email: string) => typedIn(orderForms.letter, { ...typedForm('letter'), email });
  const notifyOf = (email: string, language?: 'en' | 'fr') =>
    requestsOf(catalog.letter, typed(email), { baseUrl, language }).job.notify;

  test('a typed email address becomes notify.email in the language of the form, if the service sends email', () => {
    expect(notifyOf(' ada@example.com ', 'fr')).toEqual({ email: 'ada@example.com', language: 'fr' });
    const { job } = requestsOf(catalog.letter, typed('ada@example.com'), { baseUrl, language: 'fr' });
    const order = { quote_id: 'quote_1', ...job };
    expect(createJob(catalog.letter).input.safeParse(order)).toMatchObject({ success: true });
    expect([notifyOf('', 'en'), notifyOf('  ', 'en'), notifyOf('ada@example.com')]).toEqual(Array(3).fill(undefined));
  });

  test.each(['ada', 'ada@', 'ada@example', 'ada@example.com, bob@example.com', 'Ada <ada@example.com>'])(
    'the email address %j is refused next to its field',
    (email) => {
      const sentence = 'Please enter one email address, such as ada@example.com.';
      expect(problemsWith('letter', { email })).toEqual({ email: sentence });
      const refused = new Refusal('invalid_request', 'notify.email must be …', { field: 'notify.email' });
      expect(problemsOf(refused, catalog.letter, reader).fields).toEqual({ email: sentence });
    },
  );
});
