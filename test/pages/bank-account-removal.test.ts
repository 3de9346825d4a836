/** The page that removes a bank account: two steps, and no id in any address. */
import { type BankAccountRemovalView, bankAccountRemoval } from '../../shared/pages/bank-account-removal.ts';
import { attribute, elements, words } from '../support/pages/reading.ts';
import { plainReader } from '../support/pages/views.ts';

const view: BankAccountRemovalView = { action: '/v1/bank-accounts/remove', registration: '/v1/bank-accounts/new' };
const account = { bankAccountId: 'bank_0123456789abcdefghjkmnpqrs', nickname: 'Office rent' };
const shown = (change: Partial<BankAccountRemovalView> = {}, reader = plainReader) =>
  bankAccountRemoval({ ...view, ...change }, reader);
const all = (change: Partial<BankAccountRemovalView>, tag: string) =>
  elements(shown(change)).filter(({ tagName }) => tagName === tag);
const sent = (change: Partial<BankAccountRemovalView>) =>
  Object.fromEntries(all(change, 'input').map((input) => [attribute(input, 'name'), attribute(input, 'value')]));

test('it asks for the id first, and then for a yes', () => {
  expect(sent({})).toEqual({ bank_account_id: undefined });
  expect(sent({ account })).toEqual({ bank_account_id: account.bankAccountId, confirmed: 'yes' });
  expect(words(shown({ account }))).toMatch(
    /“Office rent”.*cancel checks that aren’t paid yet\..*Paid checks still go out\..*Yes, remove it/,
  );
  expect(sent({ done: { areNumbersDeleted: true } })).toEqual({});
});

test.each([{}, { account }, { done: { areNumbersDeleted: false } }, { problem: 'No.' }])(
  'the id is in no address, and forms are posted to this page alone: %j',
  (change) => {
    for (const link of all(change, 'a'))
      expect(['#main-content', '/v1', '/v1#help', '/v1/bank-accounts/new']).toContain(attribute(link, 'href'));
    for (const form of all(change, 'form'))
      expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/v1/bank-accounts/remove']);
    expect(shown(change).headers['referrer-policy']).toBe('no-referrer');
  },
);

test('a problem is announced, and belongs to the field', () => {
  const page = elements(shown({ problem: 'There is no account of this id.' }));
  const input = page.find(({ tagName }) => tagName === 'input');
  expect(attribute(input, 'aria-invalid')).toBe('true');
  const alert = page.find((each) => attribute(each, 'role') === 'alert');
  expect(attribute(input, 'aria-describedby')?.split(' ')).toContain(attribute(alert, 'id'));
});

test('it says no more than is true: the numbers stay while a paid check needs them', () => {
  expect(words(shown({ done: { areNumbersDeleted: true } }))).toContain('the print partner has deleted its numbers.');
  const kept = words(shown({ done: { areNumbersDeleted: false } }));
  expect(kept).toContain('A check that is already paid still goes out');
  expect(kept).not.toContain('has deleted');
});
