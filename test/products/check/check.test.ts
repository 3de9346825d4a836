/** Checks: prices, accepted and refused input, warnings, receipts. */
import canonicalize from 'canonicalize';
import type { AddressInput } from '../../../shared/domain/address.ts';
import type { BankAccount } from '../../../shared/domain/bank-account.ts';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import { type CheckOrder, check } from '../../../shared/products/check/check.ts';
import { priceList } from '../../../shared/products/common.ts';
import { account } from '../../support/fakes/deps.ts';

const us = { addressLine1: '1 Way', city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701' } as const;
const ca = { addressLine1: '1 Rue', city: 'Laval', provinceOrState: 'QC', postalOrZip: 'H2X 1Y4' } as const;
const ada: AddressInput = { ...us, name: 'Ada King', countryCode: 'US' };
const zoe: AddressInput = { ...ca, name: 'Zoé Roy', countryCode: 'CA' };

/** The items that a check to this country refers to: its quote, and the bank account. */
const storedFor = (country: 'US' | 'CA', from: BankAccount = account): Parameters<typeof check.accept>[1] => ({
  quote: { country, options: {} } as Quote,
  account: from,
  now: Date.UTC(2026, 10, 21, 12),
});
const canadianAccount: BankAccount = { ...account, country: 'CA' };

const input = { to: ada, from: ada, bank_account: account.id, amount_cents: 12_550 };
const parseWith = (changes: object) => check.order().safeParse({ ...input, ...changes });

test.each([
  ['US', 500, 'USD'],
  ['CA', 700, 'CAD'],
] as const)('a check to %s costs %i cents flat', (country, amountCents, currency) => {
  expect(check.price({}, country, 1)).toEqual({ amountCents, currency, priceList: priceList.version });
});

test.each([100, 101, 2_499_999, 2_500_000])('the amount of a check may be %i cents', (amount_cents) => {
  expect(parseWith({ amount_cents }).success).toBe(true);
});

test.each([99, 0, -100, 2_500_001, 100.5, '12550', null, Number.NaN])(
  'the amount of a check may not be %p cents',
  (amount_cents) => {
    expect(parseWith({ amount_cents }).error?.issues[0]?.path).toEqual(['amount_cents']);
  },
);

test('a check is in the currency of the bank account’s country, with a warning if the payee’s country has another', () => {
  const { order, warnings } = check.accept(input, storedFor('US'));
  expect([order.currency, warnings]).toEqual(['USD', []]);
  const abroad = check.accept({ ...input, to: zoe }, storedFor('CA'));
  expect(abroad.order.currency).toBe('USD');
  expect(abroad.warnings).toEqual([{ code: 'check_currency', currency: 'USD', country: 'CA' }]);
  expect(check.accept({ ...input, to: zoe }, storedFor('CA', canadianAccount)).order.currency).toBe('CAD');
});

test.each([
  ['*** 123 ***', ['payee_without_letters']],
  ['⑆021000021⑆', ['characters_unprintable', 'payee_without_letters']],
  ['房东', ['characters_unprintable']],
  ['3M', []],
])('a check to "%s" is accepted with the warnings %j', (name, codes) => {
  const { warnings } = check.accept({ ...input, to: { ...ada, name } }, storedFor('US'));
  expect(warnings.map(({ code }) => code)).toEqual(codes);
});

test('a memo may have 40 characters, but not 41', () => {
  expect(parseWith({ memo: 'x'.repeat(40) }).success).toBe(true);
  const message = expect.stringMatching('40');
  expect(parseWith({ memo: 'x'.repeat(41) }).error?.issues).toMatchObject([{ path: ['memo'], message }]);
});

test.each(['two\nlines', 'a\u0000b', 'zero\u200bwidth'])(
  'a memo may not have line breaks or invisible characters: %j',
  (memo) => {
    expect(parseWith({ memo }).success).toBe(false);
  },
);

test.each([
  ['房租', '房租'],
  ['Thanks 😀😀', '😀'],
  ['⑆021000021⑆', '⑆'],
  ['Été n° 17 – loyer', undefined],
])('the warning about unprintable characters in the memo "%s" has: %s', (memo, unprintable) => {
  const warnings = unprintable === undefined ? [] : [{ code: 'memo_unprintable', input: unprintable }];
  expect(check.accept({ ...input, memo }, storedFor('US')).warnings).toEqual(warnings);
});

test.each([
  [{ check: { account_number: '000123456789' } }, 'check.account_number'],
  [{ check: { from: { bank: { routingNumber: '021000021' } } } }, 'check.from.bank.routingNumber'],
  [{ transit_number: '12345' }, 'transit_number'],
])('a raw bank number is refused anywhere in a request, and never repeated: %j', (raw, field) => {
  const refusal = () => check.screen?.(raw);
  expect(refusal).toThrow(expect.objectContaining({ code: 'invalid_request', field }));
  expect(refusal).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/\d{3}/) }));
});

const order: CheckOrder = {
  ...check.accept({ ...input, memo: 'Rent' }, storedFor('US')).order,
  message: '<p>Thanks</p>',
};
const job = { order, drawing: { accountId: account.id, partnerId: 'p', checkNumber: 1_001 } } as Job<CheckOrder>;

test('the receipt of a check has the hash of its instruction as canonical JSON, but not the account’s id', () => {
  const { to, from } = order;
  const instruction = {
    payee: to,
    sender: from,
    bank_account: account.id,
    amount_cents: 12_550,
    currency: 'USD',
    memo: 'Rent',
    message: '<p>Thanks</p>',
  };
  const fields = check.receiptFields(job);
  expect(fields).toMatchObject({
    to,
    from,
    check_amount_cents: 12_550,
    check_amount: '$125.50',
    check_currency: 'USD',
    memo: 'Rent',
    instruction_sha256: sha256Hex(canonicalize(instruction) ?? ''),
  });
  expect(JSON.stringify(fields)).not.toContain(account.id);
});

test.each([
  { amountCents: 12_551 },
  { currency: 'CAD' },
  { memo: 'Rent.' },
  { message: '<p>Thanks.</p>' },
  { to: { ...order.to, city: 'Shelbyville' } },
  { from: { ...order.from, city: 'Shelbyville' } },
] as Partial<CheckOrder>[])('a change of the order changes the hash of its instruction: %j', (change) => {
  const changed = { ...job, order: { ...order, ...change } };
  expect(check.receiptFields(changed).instruction_sha256).not.toBe(check.receiptFields(job).instruction_sha256);
});
