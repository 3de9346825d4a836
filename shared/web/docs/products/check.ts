/** The documentation of checks. */
import { currencyOf } from '../../../domain/money/money.ts';
import { priceList } from '../../../products/price-list.ts';
import { coded, type ProductDocs } from './product-docs.ts';

const { US, CA } = priceList.check;

export const checkDocs: ProductDocs = {
  name: 'check',
  plural: 'checks',
  summary: 'Printed and mailed, drawn on a bank account that was registered once.',
  leftAs: 'mailed',
  prices: `- Check, whatever its amount: ${coded(US, 'USD')} to the US, ${coded(CA, 'CAD')} to Canada.`,
  priceLines: [{ label: 'Check', cents: { US, CA }, currency: currencyOf }],
  prompt: {
    description: 'From a few words to a check in the mail: priced, approved and paid for by you.',
    asks: { to: 'Who gets it: name and postal address.', amount: 'The amount, in US or Canadian dollars.' },
    text: ({ to, amount }) =>
      `Help me to mail a check.\nTo: ${to}\nAmount: ${amount}\nAsk me for the return address, for the bank_… id of the account to draw on, and for whatever else is missing. Never ask me for bank numbers.`,
  },
};
