/** The documentation of faxes. */
import { priceList } from '../../../products/price-list.ts';
import { coded, type ProductDocs } from './product-docs.ts';

const { firstPage, extraPage } = priceList.fax;
const inUsd = { US: 'USD', CA: 'USD' } as const;

export const faxDocs: ProductDocs = {
  name: 'fax',
  plural: 'faxes',
  summary: 'Sent to one number in the US or Canada.',
  leftAs: 'sent',
  prices: `- Fax: ${coded(firstPage, 'USD')} for the first page, ${coded(extraPage, 'USD')} for each extra page; USD to Canada, too.`,
  priceLines: [
    { label: 'Fax, one page', cents: { US: firstPage, CA: firstPage }, currency: inUsd },
    { label: 'Each further page of a fax', cents: { US: extraPage, CA: extraPage }, currency: inUsd },
  ],
  prompt: {
    description: 'From a few words to a sent fax: written, priced, approved and paid by you.',
    asks: { number: 'The fax number, in the US or Canada.', about: 'What it should say.' },
    text: ({ number, about }) =>
      `Help me to send a fax.\nTo: ${number}\nAbout: ${about}\nAsk me for whatever is missing.`,
  },
};
