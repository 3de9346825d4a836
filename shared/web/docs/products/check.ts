/** The documentation of checks. */
import { currencyOf, formatMoney } from '../../../domain/money/money.ts';
import { salesTax } from '../../../domain/money/sales-tax.ts';
import { priceList } from '../../../products/price-list.ts';
import { ada, coded, grace, jobRequest, listed, sampleCheck, sampleId, sampleJob, sampleQuote } from './doc-samples.ts';
import type { ProductDocs } from './product-docs.ts';

const { US, CA } = priceList.check;
const price = { ...listed('CAD', CA), tax: salesTax(CA, 'CA', 'ON') };
const faceCents = 12_550;

export const checkDocs: ProductDocs = {
  name: 'check',
  plural: 'checks',
  summary: 'Printed and mailed, drawn on a bank account that was registered once.',
  leftAs: 'mailed',
  prices: `- Check, whatever its amount: ${coded(US, 'USD')} to the US, ${coded(CA, 'CAD')} to Canada.`,
  priceLines: [{ label: 'Check', cents: { US, CA }, currency: currencyOf }],
  quote: { request: { country: 'CA', province_or_state: 'ON' }, answer: sampleQuote('check', 'CA', price) },
  job: {
    request: {
      ...jobRequest,
      check: { to: grace, from: ada, bank_account: sampleId('bank'), amount_cents: faceCents, memo: 'Invoice 17' },
    },
    answer: {
      ...sampleJob('check', price),
      check_amount_cents: faceCents,
      check_amount: formatMoney(faceCents, 'USD'),
      check_currency: 'USD',
      check_number: 1_001,
      ...sampleCheck,
    },
  },
  prompt: {
    description: 'From a few words to a check in the mail: priced, approved and paid for by you.',
    asks: { to: 'Who gets it: name and postal address.', amount: 'The amount, in US or Canadian dollars.' },
    text: ({ to, amount }) =>
      `Help me to mail a check.\nTo: ${to}\nAmount: ${amount}\nAsk me for the return address, for the bank_… id of the account to draw on, and for whatever else is missing. Never ask me for bank numbers.`,
  },
};
