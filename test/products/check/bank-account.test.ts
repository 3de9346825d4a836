/** Bank accounts: the checks before a partner is called, and errors that never repeat a number. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  type BankAccountInput,
  bankAccountSchema,
  isRoutingNumber,
  toBankDetails,
} from '../../../shared/products/check/bank-account.ts';

const who = { nickname: 'Office rent', account_holder_name: 'Engines Ltd', bank_name: 'First Bank' };
const us = { ...who, country: 'US', routing_number: '021000021', account_number: '123456789' } as const;
const pair = { transit_number: '12345', institution_number: '003' };
const ca = { ...who, country: 'CA', ...pair, account_number: '9876543' } as const;

const parse = (input: object) => z.safeParse(bankAccountSchema, input);

function details(input: object) {
  const result = toBankDetails(z.parse(bankAccountSchema, input));
  if (!result.ok) throw new Error(`${result.field} ${result.problem}`);
  return result.details;
}

function problem(input: object): string {
  const result = toBankDetails(z.parse(bankAccountSchema, input));
  if (result.ok) throw new Error('no problem');
  return `${result.field} ${result.problem}`;
}

const complaints = (input: object): string[] =>
  parse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

const partner = { nickname: 'Office rent', accountHolderName: 'Engines Ltd', bankName: 'First Bank' };

describe('the details for the partner', () => {
  test('of a US account have the routing and the account number, digits only', () => {
    const given = {
      ...us,
      routing_number: ' 0210-0002 1',
      account_number: '1234 5678\u20119',
      account_type: 'savings',
    };
    expect(details(given)).toEqual({
      ...partner,
      country: 'US',
      routingNumber: '021000021',
      accountNumber: '123456789',
      accountType: 'savings',
    });
  });

  test.each([
    ['the pair', pair],
    ['one routing number', { routing_number: '12345003' }],
    ['one routing number as it is printed', { routing_number: '12345-003' }],
    ['the number for electronic payments', { routing_number: '000312345' }],
    ['the same beside the pair', { ...pair, routing_number: '0003-12345' }],
    ['both, in agreement', { ...pair, routing_number: '12345003' }],
    ['half of the pair beside a routing number', { routing_number: '12345003', transit_number: '12345' }],
  ])('of a Canadian account have the transit and the institution number, from %s', (_, routing) => {
    const { transit_number: _t, institution_number: _i, ...rest } = ca;
    expect(details({ ...rest, ...routing })).toEqual({
      ...partner,
      country: 'CA',
      transitNumber: '12345',
      institutionNumber: '003',
      accountNumber: '9876543',
    });
  });
});

describe('a bank account', () => {
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
  ])('in the US is refused with %j', (change, sentence) => {
    expect(problem({ ...us, ...change })).toBe(sentence);
  });

  test.each([
    [{ transit_number: '' }, 'transit_number is missing: a Canadian account needs its 5-digit transit number.'],
    [
      { institution_number: '' },
      'institution_number is missing: a Canadian account needs its 3-digit institution number.',
    ],
    [{ transit_number: '1234' }, 'transit_number must have 5 digits.'],
    [{ institution_number: '00x' }, 'institution_number must have 3 digits.'],
    [
      { institution_number: '000' },
      'institution_number is not the number of a Canadian bank: please check each digit.',
    ],
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
  ])('in Canada is refused with %j', (change, sentence) => {
    expect(problem({ ...ca, ...change })).toBe(sentence);
  });

  test.each(['719', '999', '444', '123', '011'])(
    'is refused with the unknown institution %s, however it is sent',
    (number) => {
      const noBank = 'is not the number of a Canadian bank: please check each digit.';
      const { transit_number: _t, institution_number: _i, ...rest } = ca;
      expect(problem({ ...ca, institution_number: number })).toBe(`institution_number ${noBank}`);
      expect(problem({ ...rest, routing_number: `12345${number}` })).toBe(`routing_number ${noBank}`);
      expect(problem({ ...rest, routing_number: `0${number}12345` })).toMatch(/^routing_number must have 8 digits/);
    },
  );

  test.each(['001', '016', '117', '219', '614', '623', '703', '815', '899', '384'])(
    'is accepted with the institution %s',
    (number) => {
      expect(details({ ...ca, institution_number: number })).toMatchObject({ institutionNumber: number });
    },
  );

  test('in Canada is refused with the routing number of a US bank', () => {
    const { transit_number: _t, institution_number: _i, ...rest } = ca;
    // 0260 and 0311 begin with institutions that exist.
    for (const routing_number of ['021000021', '026009593', '031100209', '011401533', '021000022'])
      expect(problem({ ...rest, routing_number })).toMatch(/^routing_number must have 8 digits/);
    expect(details({ ...rest, routing_number: '070300001' })).toMatchObject({ institutionNumber: '703' });
  });

  test.each([
    ['the account number', us, 'Mine 123456789'],
    ['its last four digits', us, 'Mine …6789'],
    ['digits of it, spaced out', us, 'M 3-4 5.6'],
    ['digits of it, full-width', us, 'M ６７８９'],
    ['the routing number', us, 'Bank 021000021'],
    ['transit and institution in one', ca, 'RBC 45-003'],
  ])('is refused if the nickname repeats %s', (_, account, nickname) => {
    expect(problem({ ...account, nickname })).toBe(
      'nickname must not contain digits of the account or routing number: it is stored and shown.',
    );
  });

  test.each(['Rent 2026', '1st of 3', 'No. 789'])(
    'is accepted with different or fewer digits in the nickname: "%s"',
    (nickname) => {
      expect(details({ ...us, nickname }).nickname).toBe(nickname);
    },
  );
});

test.each(['nickname', 'country', 'account_holder_name', 'bank_name', 'account_number'])(
  '%s must not be missing, null, empty or blank',
  (field) => {
    for (const empty of [undefined, null, '', '  ']) expect(complaints({ ...us, [field]: empty })).toHaveLength(1);
  },
);

const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

test('nine digits are a routing number only with a valid prefix and check digit', () => {
  const prefixes = Array.from({ length: 100 }, (_, prefix) => String(prefix).padStart(2, '0'));
  const lasts = (start: string) => Array.from('0123456789').filter((last) => isRoutingNumber(start + last));
  expect(prefixes.filter((prefix) => lasts(`${prefix}345678`).length === 1).join(' ')).toBe(
    '00 01 02 03 04 05 06 07 08 09 10 11 12 21 22 23 24 25 26 27 28 29 30 31 32 61 62 63 64 65 66 67 68 69 70 71 72 80',
  );
  expect(['02100002', '12100024', '01140153', '02600959'].map((start) => lasts(start).join()).join(' ')).toBe(
    '1 8 3 3',
  );
  expect(isRoutingNumber('000000000')).toBe(false);
});

test('no error contains four digits in a row, whatever was sent', () => {
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
    fc.property(anything, (given) => {
      const { data, error } = parse(given);
      const result = data === undefined ? undefined : toBankDetails(data as BankAccountInput);
      const said = error === undefined ? [] : [error.message, ...complaints(given)];
      if (result?.ok === false) said.push(JSON.stringify(result));
      for (const sentence of said) expect(sentence).not.toMatch(/\d{4}/);
    }),
    { numRuns: 1_000 },
  );
});
