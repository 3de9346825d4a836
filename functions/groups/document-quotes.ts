/** Quotes for the products with a document: letters and faxes. */
import { quote } from '../../shared/orders/quote/quote.ts';
import { catalog } from '../../shared/products/index.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  /** POST /v1/quotes */
  'quote-letter': endpoint(quote(catalog.letter)),
  /** POST /v1/fax-quotes */
  'quote-fax': endpoint(quote(catalog.fax)),
};

export const handler = dispatchAmong(handlers);
