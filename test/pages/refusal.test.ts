/** Refusals on pages: waits in words, fields by their labels, and French for whatever may be wrong with a bank account. */
import { Refusal } from '../../shared/domain/refusal.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { bankAccountFields } from '../../shared/pages/bank-account-form.ts';
import { fieldProblem, refusalWords } from '../../shared/pages/message.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';

const reader = (acceptLanguage = 'en') => readerFor({ acceptLanguage, operator: {}, isTest: false });

test.each([
  [0, 'in 1 second', 'dans 1 seconde'],
  [1, 'in 1 second', 'dans 1 seconde'],
  [59, 'in 59 seconds', 'dans 59 secondes'],
  [60, 'in 1 minute', 'dans 1 minute'],
  [61, 'in 2 minutes', 'dans 2 minutes'],
  [2_439, 'in 41 minutes', 'dans 41 minutes'],
  [3_541, 'in 1 hour', 'dans 1 heure'],
  [3_600, 'in 1 hour', 'dans 1 heure'],
  [7_201, 'in 3 hours', 'dans 3 heures'],
])('a wait of %i seconds is %s or %s', (seconds, english, french) => {
  expect(reader().wait(seconds)).toBe(english);
  expect(reader('fr-CA').wait(seconds).replaceAll('\u00A0', ' ')).toBe(french);
});

test('a page writes a rate limit as a wait in minutes, and every other error unchanged', () => {
  const limited = { code: 'rate_limited', message: 'Send it again in 2439 seconds.', retryAfterSeconds: 2_439 };
  expect(refusalWords(limited, reader())).toBe(
    'There were too many requests from your network. Please try again in 41 minutes.',
  );
  expect(refusalWords(limited, reader('fr'))).toMatch(/réessayer dans 41.minutes\.$/);
  expect(refusalWords({ code: 'unavailable', message: 'Later.', retryAfterSeconds: 9 }, reader())).toBe('Later.');
});

test('a form shows the first of several problems, without the name of a field', () => {
  const message = 'nickname must not be empty. bank_name must not be empty.';
  expect(fieldProblem({ field: 'nickname', message }, bankAccountFields)).toEqual({
    ...{ field: 'nickname', problem: 'must not be empty.' },
  });
  expect(
    fieldProblem({ field: 'account_number', message: 'The partner refused it.' }, bankAccountFields),
  ).toBeUndefined();
  expect(fieldProblem({ message }, bankAccountFields)).toBeUndefined();
});

const us = {
  ...{ nickname: 'Operating', country: 'US', account_holder_name: 'Ada King', bank_name: 'First Bank' },
  ...{ routing_number: '021000021', account_number: '8812345670' },
};
const ca = { ...us, country: 'CA', routing_number: '', transit_number: '12345', institution_number: '003' };

test.each<[string, object]>([
  ...['nickname', 'account_holder_name', 'bank_name', 'account_number'].flatMap((name): [string, object][] => [
    [`${name} empty`, { ...us, [name]: '' }],
    [`${name} long`, { ...us, [name]: 'x'.repeat(101) }],
    [`${name} of several lines`, { ...us, [name]: '12\n34' }],
    [`${name} with only punctuation`, { ...us, [name]: '---' }],
  ]),
  ['no country', { ...us, country: undefined }],
  ['another country', { ...us, country: 'MX' }],
  ['another type', { ...us, account_type: 'gold' }],
  ['accents', { ...us, nickname: `e${'\u0301'.repeat(31)}` }],
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
  ['two that differ', { ...ca, routing_number: '54321003' }],
  ['a bank that the partner refuses', { ...us, bank_name: 'TEST REJECT BANK' }],
  ['a partner that is down', { ...us, bank_name: 'TEST DOWN BANK' }],
])('the error about a bank account with %s has French and names no field', async (_, input) => {
  const refused = await ask(registerBankAccount, memoryDeps(), input, caller).catch((error: unknown) => error);
  if (!(refused instanceof Refusal)) throw new Error('it was taken');
  const { problem } = fieldProblem(refused, bankAccountFields) ?? { problem: refused.message };
  expect(problem).not.toMatch(/\w_\w/);
  expect(reader('fr-CA').sayKnown(problem)).not.toBe(problem);
});
