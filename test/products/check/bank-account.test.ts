/** Bank accounts: what we check before we call a partner, and errors that never repeat a number. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  type BankAccountInput,
  bankAccountSchema,
  isRoutingNumber,
  toBankDetails,
} from '../../../shared/products/check/bank-account.ts';

const names = { nickname: 'Office rent', account_holder_name: 'Engines Ltd', bank_name: 'First Bank' };
const us = { ...names, country: 'US', routing_number: '021000021', account_number: '123456789' } as const;
const pair = { transit_number: '12345', institution_number: '003' };
const caWithoutRouting = { ...names, country: 'CA', account_number: '9876543' } as const;
const ca = { ...caWithoutRouting, ...pair } as const;

const parse = (input: object) => z.safeParse(bankAccountSchema, input);

function detailsOf(input: object) {
  const result = toBankDetails(z.parse(bankAccountSchema, input));
  if (!result.ok) throw new Error(`${result.field} ${result.problem}`);
  return result.details;
}

function problemOf(input: object): string {
  const result = toBankDetails(z.parse(bankAccountSchema, input));
  if (result.ok) throw new Error('no problem');
  return `${result.field} ${result.problem}`;
}

const schemaProblems = (input: object): string[] =>
  parse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

const partnerNames = { nickname: 'Office rent', accountHolderName: 'Engines Ltd', bankName: 'First Bank' };

test('the partner gets only the digits of the routing and account numbers of a US account', () => {
  const input = { ...us, routing_number: ' 0210-0002 1', account_number: '1234 5678\u20119', account_type: 'savings' };
  expect(detailsOf(input)).toEqual({
    ...partnerNames,
    country: 'US',
    routingNumber: '021000021',
    accountNumber: '123456789',
    accountType: 'savings',
  });
});

test.each([
  ['the pair', pair],
  ['one routing number', { routing_number: '12345003' }],
  ['one routing number as on checks', { routing_number: '12345-003' }],
  ['the number for electronic payments', { routing_number: '000312345' }],
  ['the number for electronic payments and the pair', { ...pair, routing_number: '0003-12345' }],
  ['a routing number and the same pair', { ...pair, routing_number: '12345003' }],
  ['a routing number and half of the pair', { routing_number: '12345003', transit_number: '12345' }],
])('the partner gets the transit and institution numbers of a Canadian account from %s', (_, routing) => {
  expect(detailsOf({ ...caWithoutRouting, ...routing })).toEqual({
    ...partnerNames,
    country: 'CA',
    transitNumber: '12345',
    institutionNumber: '003',
    accountNumber: '9876543',
  });
});

test.each([
  [{ routing_number: undefined }, 'routing_number is missing: a US account needs its 9-digit routing number.'],
  [{ routing_number: '02100002' }, 'routing_number must have 9 digits in the US.'],
  [{ routing_number: '021000022' }, 'routing_number is not the number of a US bank: please check each digit.'],
  [{ transit_number: '12345' }, 'transit_number must be left out in the US: only Canadian accounts have one.'],
  [{ institution_number: '003' }, 'institution_number must be left out in the US: only Canadian accounts have one.'],
  [{ account_number: '123' }, 'account_number must have 4 to 17 digits.'],
  [{ account_number: '123456789012345678' }, 'account_number must have 4 to 17 digits.'],
  [{ account_number: '12345x' }, 'account_number must have 4 to 17 digits.'],
  [{ account_number: '0000000000' }, 'account_number is nothing but zeros: please check it.'],
])('a bank account in the US is refused with %j: %s', (change, sentence) => {
  expect(problemOf({ ...us, ...change })).toBe(sentence);
});

test.each([
  [{ transit_number: '' }, 'transit_number is missing: a Canadian account needs its 5-digit transit number.'],
  [
    { institution_number: '' },
    'institution_number is missing: a Canadian account needs its 3-digit institution number.',
  ],
  [{ transit_number: '1234' }, 'transit_number must have 5 digits.'],
  [{ institution_number: '00x' }, 'institution_number must have 3 digits.'],
  [{ institution_number: '000' }, 'institution_number is not the number of a Canadian bank: please check each digit.'],
  [{ transit_number: '00000' }, 'transit_number is not the number of a Canadian bank: please check each digit.'],
  [
    { routing_number: '021000021' }, // of a US bank
    'routing_number must have 8 digits in Canada: 5 of the transit, 3 of the institution.',
  ],
  [{ account_number: '00000-000' }, 'account_number is nothing but zeros: please check it.'],
  [{ routing_number: '12345004' }, 'institution_number does not match the routing number.'],
  [{ routing_number: '12346003' }, 'transit_number does not match the routing number.'],
  [
    { account_number: '1234' },
    'account_number must have 5 to 12 digits in Canada, without the transit and institution number.',
  ],
])('a bank account in Canada is refused with %j: %s', (change, sentence) => {
  expect(problemOf({ ...ca, ...change })).toBe(sentence);
});

test.each(['719', '999', '444', '123', '011'])(
  'a bank account with the unknown institution %s is refused, however it is sent',
  (number) => {
    const noBank = 'is not the number of a Canadian bank: please check each digit.';
    expect(problemOf({ ...ca, institution_number: number })).toBe(`institution_number ${noBank}`);
    const problemOfRouting = (routing_number: string) => problemOf({ ...caWithoutRouting, routing_number });
    expect(problemOfRouting(`12345${number}`)).toBe(`routing_number ${noBank}`);
    expect(problemOfRouting(`0${number}12345`)).toMatch(/^routing_number must have 8 digits/);
  },
);

test.each(['001', '016', '117', '219', '614', '623', '703', '815', '899', '384'])(
  'a bank account with the institution %s is accepted',
  (number) => {
    expect(detailsOf({ ...ca, institution_number: number })).toMatchObject({ institutionNumber: number });
  },
);

test('a bank account in Canada is refused with the routing number of a US bank', () => {
  // The second and the third look like numbers for electronic payments at the Canadian institutions 260 and 311.
  for (const routing_number of ['021000021', '026009593', '031100209', '011401533', '021000022'])
    expect(problemOf({ ...caWithoutRouting, routing_number })).toMatch(/^routing_number must have 8 digits/);
  const canadian = detailsOf({ ...caWithoutRouting, routing_number: '070300001' });
  expect(canadian).toMatchObject({ institutionNumber: '703' });
});

test.each([
  ['the account number', us, 'Mine 123456789'],
  ['its last four digits', us, 'Mine …6789'],
  ['four of its digits, spaced out', us, 'M 3-4 5.6'],
  ['four of its digits, full-width', us, 'M ６７８９'],
  ['the routing number', us, 'Bank 021000021'],
  ['digits of the transit and institution numbers', ca, 'RBC 45-003'],
])('a bank account is refused if its nickname repeats %s', (_, account, nickname) => {
  expect(problemOf({ ...account, nickname })).toBe(
    'nickname must not contain digits of the account or routing number: it is stored and shown.',
  );
});

test.each(['Rent 2026', '1st of 3', 'No. 789'])(
  'a bank account is accepted with different or fewer digits in its nickname: "%s"',
  (nickname) => {
    expect(detailsOf({ ...us, nickname }).nickname).toBe(nickname);
  },
);

test.each(['nickname', 'country', 'account_holder_name', 'bank_name', 'account_number'])(
  'the %s of a bank account must not be missing, null, empty or blank',
  (field) => {
    for (const blank of [undefined, null, '', '  ']) expect(schemaProblems({ ...us, [field]: blank })).toHaveLength(1);
  },
);

const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

test('nine digits are a routing number only with a valid prefix and check digit', () => {
  const prefixes = Array.from({ length: 100 }, (_, prefix) => String(prefix).padStart(2, '0'));
  const checkDigits = (start: string) => Array.from('0123456789').filter((digit) => isRoutingNumber(start + digit));
  expect(prefixes.filter((prefix) => checkDigits(`${prefix}345678`).length === 1).join(' ')).toBe(
    '00 01 02 03 04 05 06 07 08 09 10 11 12 21 22 23 24 25 26 27 28 29 30 31 32 61 62 63 64 65 66 67 68 69 70 71 72 80',
  );
  const realBanks = ['02100002', '12100024', '01140153', '02600959'];
  expect(realBanks.map((start) => checkDigits(start))).toEqual([['1'], ['8'], ['3'], ['3']]);
  expect(isRoutingNumber('000000000')).toBe(false);
});

test('no error about a bank account contains four digits in a row, whatever was sent', () => {
  const text = fc.oneof(digits(0, 20), fc.string({ maxLength: 120 }), fc.constant(undefined));
  const anything = fc.record({
    nickname: fc.oneof(text, fc.constant('Rent')),
    country: fc.oneof(fc.constantFrom('US', 'CA'), text),
    account_holder_name: fc.oneof(text, fc.constant('Ada')),
    bank_name: fc.oneof(text, fc.constant('Bank')),
    institution_number: text,
    transit_number: text,
    account_number: text,
    routing_number: text,
    account_type: fc.oneof(text, fc.constant('savings')),
  });
  fc.assert(
    fc.property(anything, (input) => {
      const { data, error } = parse(input);
      const result = data === undefined ? undefined : toBankDetails(data as BankAccountInput);
      const sentences = error === undefined ? [] : [error.message, ...schemaProblems(input)];
      if (result?.ok === false) sentences.push(JSON.stringify(result));
      for (const sentence of sentences) expect(sentence).not.toMatch(/\d{4}/);
    }),
    { numRuns: 1_000 },
  );
});
