/** The form on which a person orders a check: the amount, the account, and the note below the check. */

import { isId } from '../../domain/ids.ts';
import type { Phrase } from '../../domain/words.ts';
import { address, dayField, mailOf, news, newsOfMail, placeOfMail, sender } from './fields.ts';
import type { OrderForm } from './shape.ts';

const noAmount: Phrase = {
  en: 'Please enter an amount between 1 and 25,000, such as 125.50.',
  fr: 'Veuillez entrer un montant entre 1 et 25 000, par exemple 125,50.',
};

const unknownAccount: Phrase = {
  en: 'There is no account of this id. Please check that it was copied whole.',
  fr: 'Aucun compte n’a cet identifiant. Veuillez vérifier que vous l’avez copié en entier.',
};

/** `$1,250.00`, `1 250,00`, `125.5` → whole cents; undefined if it is no amount of money. */
export function centsIn(text: string): number | undefined {
  const figures = text.replace(/[\s\u00a0$]/g, '');
  const [, whole = '', part = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/.exec(figures) ?? [];
  return whole === '' ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}

const isAccount = (value: string): boolean => isId('bank', value.trim());

export const checkForm: OrderForm = {
  title: { en: 'Send a check', fr: 'Envoyer un chèque' },
  description: {
    en: 'Drawn on your bank account, printed and mailed.',
    fr: 'Tiré sur votre compte bancaire, imprimé et posté.',
  },
  price: {
    en: 'It costs {us} to the US and {ca} to Canada, before tax, whatever the amount.',
    fr: 'L’envoi coûte {us} vers les États-Unis et {ca} vers le Canada, avant taxes, quel que soit le montant.',
  },
  groups: [
    address('to', { en: 'Pay to', fr: 'À l’ordre de' }),
    {
      legend: { en: 'The check', fr: 'Le chèque' },
      fields: [
        {
          name: 'amount',
          label: { en: 'Amount', fr: 'Montant' },
          hint: {
            en: 'In the currency of the bank account, such as 125.50.',
            fr: 'Dans la monnaie du compte bancaire, par exemple 125,50.',
          },
          kind: 'line',
          isRequired: true,
          most: 20,
          keyboard: 'decimal',
          problem: (value) => (centsIn(value) === undefined ? noAmount : undefined),
          refused: noAmount,
        },
        {
          name: 'memo',
          label: { en: 'Memo (optional)', fr: 'Objet (facultatif)' },
          hint: {
            en: 'Printed on the check: at most 40 characters.',
            fr: 'Imprimé sur le chèque : au plus 40 caractères.',
          },
          kind: 'line',
          most: 40,
        },
        {
          name: 'bank_account',
          label: { en: 'Bank account', fr: 'Compte bancaire' },
          hint: {
            en: 'Its code, bank_…, which was shown when it was registered. If you have none yet, register it below.',
            fr: 'Son code, bank_…, affiché à l’inscription. Si vous n’en avez pas encore, inscrivez-le ci-dessous.',
          },
          register: { en: 'Register an account', fr: 'Inscrire un compte' },
          kind: 'line',
          isRequired: true,
          most: 100,
          autocomplete: 'off',
          problem: (value) => (isAccount(value) ? undefined : unknownAccount),
          refused: unknownAccount,
          // A bank number that was typed by mistake is never shown again.
          mayShow: isAccount,
        },
        {
          name: 'message',
          label: { en: 'Message (optional)', fr: 'Message (facultatif)' },
          hint: { en: 'Printed below the check.', fr: 'Imprimé sous le chèque.' },
          kind: 'text',
          most: 10_000,
        },
      ],
    },
    address('from', sender),
    { legend: { en: 'Options', fr: 'Options' }, fields: [dayField] },
    news(newsOfMail),
  ],
  placeOf: placeOfMail,
  orderOf: (typed) => {
    const { bank_account = '', amount = '', memo, message } = typed;
    return { ...mailOf(typed), bank_account: bank_account.trim(), amount_cents: centsIn(amount), memo, message };
  },
};
