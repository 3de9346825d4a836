/** The pages for registering and removing a bank account: they are accessible, never repeat a number, and explain each refusal. */
import fc from 'fast-check';
import { Refusal } from '../../shared/domain/refusal.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { ask } from '../../shared/orders/use-case.ts';
import {
  type BankAccountFormView,
  type BankAccountRemovalView,
  bankAccountForm,
  bankAccountRemoval,
} from '../../shared/pages/bank-account.ts';
import { bankAccountSchema } from '../../shared/products/check/bank-account.ts';
import { usBank } from '../support/e2e/desk.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText, textOf } from '../support/pages/reading.ts';
import { plainReader, readerOf } from '../support/pages/views.ts';

const view: BankAccountFormView = {
  action: '/v1/bank-accounts/new',
  removalPath: '/v1/bank-accounts/remove',
  checkFormPath: '/v1/new/check',
  emailsOwner: true,
  printer: 'PostGrid',
  values: {},
};
const numbers = { routing_number: '021000021', transit_number: '12345', institution_number: '003' };
const submitted = {
  nickname: 'Office rent',
  country: 'CA',
  account_holder_name: 'Engines Ltd',
  bank_name: 'First <Bank>',
  account_number: '987654321',
  account_type: 'savings',
  authorized: 'yes',
  ...numbers,
};
const formWithProblem = (field: string, problem = 'must be checked.') =>
  bankAccountForm({ ...view, values: submitted, problem: { field, problem } }, plainReader);
const account = { bankAccountId: 'bank_0123456789abcdefghjkmnpqrs', nickname: 'Office rent' };
const registeredPage = bankAccountForm({ ...view, values: submitted, done: account }, plainReader);

type Page = ReturnType<typeof bankAccountForm>;
const inputs = (page: Page) => elements(page, 'input');
const byId = (page: Page, id: string | undefined) => elements(page).find((each) => attribute(each, 'id') === id);
/** All fields of the form. The consent isn't part of the account. */
const fields = [...Object.keys(bankAccountSchema.shape), 'authorized'];

/** All texts and attribute values of the page, without the stylesheet. */
const textsAndValues = (page: Page) =>
  [pageText(page), ...elements(page).flatMap(({ attrs }) => attrs.map(({ value }) => value))].join('\n');

test('one form posts exactly the fields that the service accepts, with the owner’s email only if we send email', () => {
  const page = bankAccountForm(view, plainReader);
  expect(elements(page, 'form').map((form) => [attribute(form, 'method'), attribute(form, 'action')])).toEqual([
    ['post', '/v1/bank-accounts/new'],
  ]);
  const namesIn = (form: Page) => new Set(inputs(form).map((input) => attribute(input, 'name')));
  expect(namesIn(page)).toEqual(new Set(fields));
  const withoutEmail = fields.filter((name) => name !== 'owner_email');
  expect(namesIn(bankAccountForm({ ...view, emailsOwner: false }, plainReader))).toEqual(new Set(withoutEmail));
});

test('every field has a label and a hint, numbers have a numeric keyboard, and the browser remembers nothing', () => {
  const page = bankAccountForm(view, plainReader);
  expect(elements(page, 'form').map((form) => attribute(form, 'autocomplete'))).toEqual(['off']);
  for (const input of inputs(page).filter((each) => !/^(radio|checkbox|hidden)$/.test(attribute(each, 'type') ?? ''))) {
    expect([attribute(input, 'autocomplete'), attribute(input, 'spellcheck')]).toEqual(['off', 'false']);
    const isNumber = /_number$/.test(attribute(input, 'name') ?? '');
    expect(attribute(input, 'inputmode')).toBe(isNumber ? 'numeric' : undefined);
    const label = elements(page, 'label').find((each) => attribute(each, 'for') === attribute(input, 'id'));
    expect(label && textOf(label)).toBeTruthy();
    expect(byId(page, attribute(input, 'aria-describedby'))).toBeDefined();
  }
});

test('the page says who gets the numbers, above the fields', () => {
  expect(pageText(bankAccountForm(view, plainReader))).toMatch(/to PostGrid, the company that prints .*Nickname/);
  expect(pageText(bankAccountForm({ ...view, printer: undefined }, plainReader))).toMatch(/to the partner that prints/);
});

test('the owner must check a box that names the operator', () => {
  const boxes = inputs(bankAccountForm(view, plainReader)).filter((each) => attribute(each, 'type') === 'checkbox');
  expect(boxes.map((box) => ['name', 'value', 'required'].map((name) => attribute(box, name)))).toEqual([
    ['authorized', 'yes', ''],
  ]);
  expect(pageText(bankAccountForm(view, readerOf('Acme Letters')))).toContain('and Acme Letters may have checks drawn');
});

test('after a problem, the form keeps names but not numbers', () => {
  const page = formWithProblem('account_number');
  const value = (name: string) => attribute(byId(page, name), 'value');
  const names = ['nickname', 'account_holder_name', 'bank_name'];
  expect(names.map(value)).toEqual(['Office rent', 'Engines Ltd', 'First <Bank>']);
  const checked = inputs(page).filter((input) => attribute(input, 'checked') !== undefined);
  expect(checked.map((input) => attribute(input, 'value'))).toEqual(['CA', 'savings', 'yes']);
  for (const name of [...Object.keys(numbers), 'account_number']) expect(value(name)).toBeUndefined();
});

test('no field repeats a number, not even one in which it was typed by mistake', () => {
  const number = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 17 });
  const hyphenated = number.map((digits) => `x ${Array.from(digits).join('-')}`);
  const submissions = fc.dictionary(fc.constantFrom(...fields), fc.oneof(number, hyphenated));
  const problem = { field: 'country', problem: 'x.' };
  const textsAfter = (values: object) =>
    textsAndValues(bankAccountForm({ ...view, values: { ...values }, problem }, plainReader));
  const empty = textsAfter({});
  fc.assert(fc.property(submissions, (values) => expect(textsAfter(values)).toBe(empty)));
  // Digits of another script, and a value that isn't text.
  expect(textsAfter({ ...submitted, nickname: '٣٤٥٦', bank_name: [1234] })).not.toMatch(/٣|1234/);
});

/** The links within the page, except the skip link. */
const fragmentLinks = (page: Page) =>
  elements(page, 'a')
    .flatMap((link) => attribute(link, 'href')?.match(/^#.*/)?.[0] ?? [])
    .filter((href) => href !== '#main-content');

test.each(fields)('a problem with %s is announced with a link to the field, and appears at the field', (field) => {
  const page = formWithProblem(field);
  const alert = elements(page).find((element) => attribute(element, 'role') === 'alert');
  expect(alert && textOf(alert)).toMatch(/^\w[\w ’]+: This field must be checked\. We cleared every field with/);
  expect(fragmentLinks(page)).toEqual([`#${field}`]);
  const invalid = elements(page).filter((element) => attribute(element, 'aria-invalid') === 'true');
  expect(invalid.map((element) => attribute(element, 'id'))).toEqual([field]);
  const described = attribute(invalid[0], 'aria-describedby')?.split(' ') ?? [];
  expect(described).toContain(`${field}-problem`);
  for (const id of described) expect(byId(page, id)).toBeDefined();
  expect(page.body).toContain('<title>Please correct: Register a bank account</title>');
});

test.each([
  ['routing_number', 'us visible'],
  ['transit_number', 'ca visible'],
])('a problem with %s is visible whichever country is chosen', (field, visibleClass) => {
  const classes = elements(formWithProblem(field)).map((element) => attribute(element, 'class'));
  expect(classes).toContain(visibleClass);
});

test.each([undefined, 'body', '__proto__', 'toString'])(
  'a problem with %s, which is not a field of the form, has no link',
  (field) => {
    const page = bankAccountForm({ ...view, problem: { field, problem: 'There are too many.' } }, plainReader);
    expect(pageText(page)).toContain('There are too many.');
    expect(fragmentLinks(page)).toEqual([]);
  },
);

test('after registration, the account code can be copied and used for a check', () => {
  const [form] = elements(registeredPage, 'form');
  expect(attribute(form, 'action')).toBe('/v1/new/check');
  const code = inputs(registeredPage).find((input) => attribute(input, 'name') === 'bank_account');
  expect(attribute(code, 'value')).toBe(account.bankAccountId);
  expect(elements(registeredPage, 'code').map(textOf)[0]).toBe(account.bankAccountId);
  expect(pageText(registeredPage)).toContain('Office rent');
  expect(pageText(registeredPage)).toContain('Give this code to your assistant, or use it as check.bank_account.');
  // The other choices are text links.
  expect(elements(registeredPage, 'button').map(textOf)).toEqual(['Write a check on this account']);
  const textLinks = elements(registeredPage, 'a').filter((link) => attribute(link, 'class') === 'text-link');
  expect(textLinks.map((link) => [textOf(link), attribute(link, 'href')])).toEqual([
    ['Register another account', '/v1/bank-accounts/new'],
    ['Remove a bank account', '/v1/bank-accounts/remove'],
  ]);
  for (const link of elements(registeredPage, 'a')) expect(attribute(link, 'href')).not.toContain('bank_');
});

const removalPage = (change: Partial<BankAccountRemovalView>) =>
  bankAccountRemoval({ action: view.removalPath, registrationPath: view.action, ...change }, plainReader);

test('the pages call an account’s code “account code” or “code”, never “id”', () => {
  for (const page of [bankAccountForm(view, plainReader), registeredPage, removalPage({})]) {
    expect(pageText(page)).toMatch(/\bcode\b/i);
    expect(pageText(page)).not.toMatch(/\bids?\b/i);
  }
});

const removalFields = (change: Partial<BankAccountRemovalView>) =>
  Object.fromEntries(inputs(removalPage(change)).map((input) => [attribute(input, 'name'), attribute(input, 'value')]));

test('the removal page sends people who lost their code to support', () => {
  const lostCode = 'If you lost the code, we can block checks on the account. Contact support.';
  expect(pageText(removalPage({}))).toContain(lostCode);
});

test('removing an account takes its code, and then a confirmation', () => {
  expect(removalFields({})).toEqual({ bank_account_id: undefined });
  const bank_account_id = account.bankAccountId;
  expect(removalFields({ account })).toEqual({ bank_account_id, confirmed: 'yes' });
  expect(pageText(removalPage({ account }))).toMatch(/“Office rent,”.*Yes, remove it/);
  expect(removalFields({ done: { areNumbersDeleted: true } })).toEqual({});
  // A paid check still needs the numbers.
  expect(pageText(removalPage({ done: { areNumbersDeleted: false } }))).not.toContain('has deleted');
});

test.each([{}, { account }, { done: { areNumbersDeleted: false } }, { problem: 'No.' }])(
  'no URL of the removal page contains the code, and forms are posted only to this page: %j',
  (change) => {
    const page = removalPage(change);
    for (const link of elements(page, 'a'))
      expect(['#main-content', '/v1', '/v1#help', '/v1/bank-accounts/new']).toContain(attribute(link, 'href'));
    for (const form of elements(page, 'form'))
      expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/v1/bank-accounts/remove']);
  },
);

test('a problem with a removal is announced and linked to the field', () => {
  const page = elements(removalPage({ problem: 'There is no account with this code.' }));
  const input = page.find(({ tagName }) => tagName === 'input');
  expect(attribute(input, 'aria-invalid')).toBe('true');
  const alert = page.find((each) => attribute(each, 'role') === 'alert');
  expect(attribute(input, 'aria-describedby')?.split(' ')).toContain(attribute(alert, 'id'));
});

const french = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });
const us = { ...usBank, account_number: '8812345670' };
const ca = { ...us, country: 'CA', routing_number: '', transit_number: '12345', institution_number: '003' };

test.each<[string, object]>([
  ...['nickname', 'account_holder_name', 'bank_name', 'account_number'].flatMap((name): [string, object][] => [
    [`an empty ${name}`, { ...us, [name]: '' }],
    [`a long ${name}`, { ...us, [name]: 'x'.repeat(101) }],
    [`several lines as ${name}`, { ...us, [name]: '12\n34' }],
    [`only punctuation as ${name}`, { ...us, [name]: '---' }],
  ]),
  ['no country', { ...us, country: undefined }],
  ['an unsupported country', { ...us, country: 'MX' }],
  ['an unknown type', { ...us, account_type: 'gold' }],
  ['stacked accents', { ...us, nickname: `e${'\u0301'.repeat(31)}` }],
  ['numbers in the nickname', { ...us, nickname: '021000021 8812345670' }],
  ['a part of a number in the nickname', { ...us, nickname: 'ends in 5670' }],
  ['a short account number', { ...us, account_number: '12' }],
  ['a short Canadian account number', { ...ca, account_number: '12' }],
  ['a transit number in the US', { ...us, transit_number: '12345' }],
  ['no routing number', { ...us, routing_number: '' }],
  ['a short routing number', { ...us, routing_number: '12' }],
  ['a wrong routing number', { ...us, routing_number: '021000022' }],
  ['a long Canadian routing number', { ...ca, routing_number: '021000021' }],
  ['no transit number', { ...ca, transit_number: '' }],
  ['no institution number', { ...ca, institution_number: '' }],
  ['a long transit number', { ...ca, transit_number: '123456' }],
  ['a long institution number', { ...ca, institution_number: '1234' }],
  ['a Canadian routing number that differs from the others', { ...ca, routing_number: '54321003' }],
  ['a bank that the partner refuses', { ...us, bank_name: 'TEST REJECT BANK' }],
  ['a partner that is down', { ...us, bank_name: 'TEST DOWN BANK' }],
])('the error about a bank account with %s is translated and contains no API field name', async (_, input) => {
  const refusal = await ask(registerBankAccount, memoryDeps(), input, caller).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error('the account was accepted');
  const { problem = refusal.message } = refusal;
  expect(problem).not.toMatch(/\w_\w/);
  expect(french.translate(problem)).not.toBe(problem);
});
