/** Bank numbers in requests are found by the name of a field or the format of a value, and errors don't reveal them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { looksLikeBankNumber, rawBankNumber } from '../../../shared/products/check/raw-bank-numbers.ts';

test.each([
  'account_number accountNumber AccountNumber ACCOUNT-NUMBER account_no acctNumber bank_account_number'.split(' '),
  'routing_number routingNumber routing_no aba_number abaRouting institution_number transitNumber'.split(' '),
  'iban IBAN swift swift_code bic micr_line account_numbers account_number_2'.split(' '),
  'numero_de_compte numéro_de_compte no_compte numéro_de_transit numéro_institution numéro_d_institution'.split(' '),
])('fields with these names hold bank numbers: %s, %s, %s, %s, %s, %s, …', (...names) => {
  expect(names.filter((name) => rawBankNumber({ [name]: '12345' }) === undefined)).toEqual([]);
});

test.each(['routing', 'transit', 'institution', 'aba', 'rtn', 'account', 'compte'])(
  'the field "%s" is a bank number if its value is a number, but not if it is a name',
  (name) => {
    expect(rawBankNumber({ [name]: '12345-003' })).toBe(name);
    expect(rawBankNumber({ [name]: 12345 })).toBe(name);
    expect(rawBankNumber({ [name]: 'First Bank' })).toBeUndefined();
    expect(rawBankNumber({ [name]: true })).toBeUndefined();
  },
);

test('an account number is found if it is not empty, even if it is zero', () => {
  for (const empty of [null, undefined, '', '  ']) expect(rawBankNumber({ account_number: empty })).toBeUndefined();
  expect(rawBankNumber({ account_number: 0 })).toBe('account_number');
});

test('a correct request for a check has no bank numbers', () => {
  const to = { name: 'Ada', addressLine1: '1 Main St', city: 'Laval', postalOrZip: '12345', countryCode: 'US' };
  const check = { to, from: to, bank_account: 'bank_0123456789abcdefghjkmnpqrs', amount_cents: 12345, memo: 'No. 12' };
  expect(rawBankNumber({ quote_id: 'quote_0', idempotency_key: '123456789', check })).toBeUndefined();
});

test.each([null, undefined, 'account_number', 5, [], {}])('the body %j has no bank numbers', (body) => {
  expect(rawBankNumber(body)).toBeUndefined();
});

test.each([
  [{ check: { account_number: '1' } }, 'check.account_number'],
  [{ check: { payers: [{}, { routingNumber: '1' }] } }, 'check.payers[1].routingNumber'],
  [[[{ iban: 'x' }]], '[0][0].iban'],
  [{ a: { b: 1 }, c: { swift: 'x' }, iban: 'y' }, 'c.swift'],
  [{ check: { account: { number: '1234' } } }, 'check.account.number'],
  [{ bank_accounts: [{ number: '1234' }] }, 'bank_accounts[0].number'],
])('the path of the first bank number in %j is %s', (body, path) => {
  expect(rawBankNumber(body)).toBe(path);
});

test.each([
  [{ '021000021': { account_number: '1' } }, 'account_number'],
  [{ 'a.b': { c: { account_number: '1' } } }, 'account_number'],
  [{ a1: [{ account_number: '1' }] }, 'account_number'],
  [{ a: { 'account_number 123456789': true } }, 'accountnumber'],
  [{ ['x'.repeat(200)]: { account_number: '1' } }, 'account_number'],
])(
  'a bank number is named without its path if a key in the path is long, or has other characters than a field: %j',
  (body, name) => {
    expect(rawBankNumber(body)).toBe(name);
  },
);

test('a bank number is found at any depth, and only if there is one', () => {
  const anyLayers = fc.array(fc.constantFrom('object', 'array'), { maxLength: 60 });
  fc.assert(
    fc.property(anyLayers, fc.boolean(), (layers, hasNumber) => {
      let body: unknown = hasNumber ? { note: 1, account_number: '1234' } : { note: '1234' };
      for (const layer of layers) body = layer === 'array' ? [0, body, 'x'] : { x: 1, y: body };
      expect(rawBankNumber(body) !== undefined).toBe(hasNumber);
    }),
  );
});

test('a body of two million numbers is read with 64 MB of memory', async () => {
  const { href } = new URL('../../../shared/products/check/raw-bank-numbers.ts', import.meta.url);
  const script = `import('${href}').then(({ rawBankNumber }) => rawBankNumber(Array(2_000_000).fill(1)))`;
  const worker = new Worker(script, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64 } });
  expect(await once(worker, 'exit')).toEqual([0]);
});

test.each([
  '1234',
  '021000021',
  '12345-003-1234567',
  '12345 003 1234567',
  '12345/003/1234567',
  '0210.0002.1',
  '#123456789',
  'x1234567',
  '⑆021000021⑆',
  ' 00123456789 ',
])('%s looks like a bank number', (text) => {
  expect(looksLikeBankNumber(text)).toBe(true);
});

test.each(['', '123', 'Office rent', 'bank_1', 'bank_0123456789abcdefghjkmnpqrs', 'acct', 'bank_PaTz9', '2nd of 3'])(
  '%s does not look like a bank number',
  (text) => {
    expect(looksLikeBankNumber(text)).toBe(false);
  },
);
