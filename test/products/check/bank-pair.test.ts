/** A routing number next to an account number is found in texts that we store, and other numbers are not. */
import fc from 'fast-check';
import { registerBankAccount } from '../../../shared/orders/bank-accounts/register-bank-account.ts';
import { createJob } from '../../../shared/orders/create/create-job.ts';
import { quote } from '../../../shared/orders/quote/quote.ts';
import { ask, type UseCase } from '../../../shared/orders/use-case.ts';
import { isRoutingNumber } from '../../../shared/products/check/bank-account.ts';
import { holdsBankPair } from '../../../shared/products/check/raw-bank-numbers.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { requestExample } from '../../../shared/web/openapi/examples.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { caller } from '../../support/fakes/orders.ts';
import { changed } from '../../support/schema-fields.ts';

test.each([
  '021000021 73519284605',
  'Routing 021000021, account 73519284605',
  'acct no. 73519284605 / RTN 021000021',
  '⑆021000021⑆ 73519284605⑈',
  '021000021-123456',
  '０２１００００２１ 73519284605',
  '12345-003 1234567',
  'transit 12345 003 account 1234567',
  'account 1234567, 12345-003',
  '000312345 1234567',
  '<b>021000021</b><br>73519284605',
  '021000021&nbsp;73519284605',
])('a routing number next to an account number is found: %s', (text) => {
  expect(holdsBankPair(text)).toBe(true);
});

test.each([
  'Rent, May 2026, invoice 20261121 of 2026-11-21',
  'Call 212-555-0101 or +14165550199',
  'Invoice 021000021, order 73519284605', // an order number
  '021000021',
  '121000249 73519284605', // a wrong check digit
  '021000021 12345', // too short for an account
  '021000021 123456789012345678', // too long
  '12345-6789 1234567', // a ZIP code
  '12345-403 1234567', // not an institution
  'order-20261121-000017 4111 1111 1111 1111', // a card number
])('other numbers are not taken for a routing and an account number: %s', (text) => {
  expect(holdsBankPair(text)).toBe(false);
});

test('each valid routing number next to an account number is found, in both orders', () => {
  const anyRouting = fc.integer({ min: 10_000_000, max: 809_999_999 }).map((number) => {
    const first8 = String(number).padStart(9, '0').slice(0, 8);
    return Array.from({ length: 10 }, (_, digit) => `${first8}${digit}`).find(isRoutingNumber) ?? '021000021';
  });
  const anyAccount = fc.bigInt({ min: 100_000n, max: 99_999_999_999_999_999n }).map(String);
  const anyGap = fc.constantFrom(' ', '-', ' / ', ', account no. ', ' acct: ');
  fc.assert(
    fc.property(anyRouting, anyGap, anyAccount, (routing, gap, account) => {
      expect(holdsBankPair(`${routing}${gap}${account}`)).toBe(true);
      expect(holdsBankPair(`${account}${gap}${routing}`)).toBe(true);
    }),
  );
});

const check = createJob(productNamed('check')) as UseCase<unknown, unknown>;
const letter = createJob(productNamed('letter')) as UseCase<unknown, unknown>;
const pair = '021000021 73519284605';

test.each([
  [check, 'check.memo', pair],
  [check, 'check.message', `<p>${pair}</p>`],
  [check, 'check.to.companyName', pair],
  [check, 'check.to.addressLine2', pair],
  [letter, 'letter.from.name', pair],
  [letter, 'idempotency_key', pair.replace(' ', '-')],
  [registerBankAccount as UseCase<unknown, unknown>, 'nickname', pair],
  [registerBankAccount as UseCase<unknown, unknown>, 'bank_name', pair],
])(
  'a routing and an account number in a stored text are refused, and the error does not repeat them (text %#)',
  async (useCase, field, value) => {
    const request = changed(requestExample(useCase), field.split('.'), value);
    const refusal = await ask(useCase, memoryDeps(), request, caller).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'invalid_request', field });
    expect(String(refusal)).not.toMatch(/\d{5}/);
  },
);

test('the text of a letter may have any number', async () => {
  const request = { country: 'US', text: `Please pay to ${pair}.` };
  const quoteLetter = quote(productNamed('letter')) as UseCase<unknown, unknown>;
  expect(await ask(quoteLetter, memoryDeps(), request, caller)).toMatchObject({ outcome: 'created' });
});
