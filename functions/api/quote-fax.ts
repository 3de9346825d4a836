/** POST /v1/fax-quotes */

import { quote } from '../../shared/orders/quote/quote.ts';
import { catalogue } from '../../shared/products/index.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(quote(catalogue.fax), 'body');
