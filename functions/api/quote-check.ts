/** POST /v1/check-quotes */
import { quote } from '../../shared/orders/quote/quote.ts';
import { catalog } from '../../shared/products/index.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(quote(catalog.check));
