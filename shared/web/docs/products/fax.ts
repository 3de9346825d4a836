/** The documentation of faxes. */
import { sha256Hex } from '../../../domain/digest.ts';
import { priceList } from '../../../products/price-list.ts';
import { coded, jobRequest, listed, sampleHtml, sampleJob, sampleQuote } from './doc-samples.ts';
import type { ProductDocs } from './product-docs.ts';

const { firstPage, extraPage } = priceList.fax;
const price = listed('USD', firstPage + extraPage);
const inUsd = { US: 'USD', CA: 'USD' } as const;
const number = '+12125550199';

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
  quote: {
    request: { country: 'US', html: sampleHtml },
    answer: { ...sampleQuote('fax', 'US', price), pages: 2, content_hash: sha256Hex(sampleHtml) },
  },
  job: {
    request: { ...jobRequest, fax: { to_number: number, html: sampleHtml } },
    answer: { ...sampleJob('fax', price), pages: 2, fax_number: number },
  },
  prompt: {
    description: 'From a few words to a sent fax: written, priced, approved and paid by you.',
    asks: { number: 'The fax number, in the US or Canada.', about: 'What it should say.' },
    text: ({ number, about }) =>
      `Help me to send a fax.\nTo: ${number}\nAbout: ${about}\nAsk me for whatever is missing.`,
  },
};
