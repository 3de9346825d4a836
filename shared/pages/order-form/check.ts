/** The form on which a person orders a check: the amount, the account, and the note below the check. */

import { isId } from '../../domain/ids.ts';
import { address, dayField, mailOf, news, newsOfMail, placeOfMail } from './fields.ts';
import type { OrderForm } from './shape.ts';

const noAmount = 'Please enter an amount between 1 and 25,000, such as 125.50.';

const unknownAccount = 'There is no account of this id. Please check that it was copied whole.';

/** `$1,250.00`, `1 250,00`, `125.5` → whole cents; undefined if it is no amount of money. */
export function centsIn(text: string): number | undefined {
  const figures = text.replace(/[\s\u00a0$]/g, '');
  const [, whole = '', part = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/.exec(figures) ?? [];
  return whole === '' ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}

const isAccount = (value: string): boolean => isId('bank', value.trim());

export const checkForm: OrderForm = {
  title: 'Send a check',
  description: 'Drawn on your bank account, printed and mailed.',
  price: 'It costs {us} to the US and {ca} to Canada, before tax, whatever the amount.',
  groups: [
    address('to', 'Pay to'),
    {
      legend: 'The check',
      fields: [
        {
          name: 'amount',
          label: 'Amount',
          hint: 'In the currency of the bank account, such as 125.50.',
          kind: 'line',
          isRequired: true,
          most: 20,
          keyboard: 'decimal',
          problem: (value) => (centsIn(value) === undefined ? noAmount : undefined),
          refused: noAmount,
        },
        {
          name: 'memo',
          label: 'Memo (optional)',
          hint: 'Printed on the check: at most 40 characters.',
          kind: 'line',
          most: 40,
        },
        {
          name: 'bank_account',
          label: 'Bank account',
          hint: 'Its code, bank_…, which was shown when it was registered. If you have none yet, register it below.',
          register: 'Register an account',
          kind: 'line',
          isRequired: true,
          most: 100,
          autocomplete: 'off',
          problem: (value) => (isAccount(value) ? undefined : unknownAccount),
          refused: unknownAccount,
          // A bank number that was typed by mistake is never shown again.
          mayShow: isAccount,
        },
        { name: 'message', label: 'Message (optional)', hint: 'Printed below the check.', kind: 'text', most: 10_000 },
      ],
    },
    address('from', 'Sender'),
    { legend: 'Options', fields: [dayField] },
    news(newsOfMail),
  ],
  placeOf: placeOfMail,
  orderOf: (typed) => {
    const { bank_account = '', amount = '', memo, message } = typed;
    return { ...mailOf(typed), bank_account: bank_account.trim(), amount_cents: centsIn(amount), memo, message };
  },
};
