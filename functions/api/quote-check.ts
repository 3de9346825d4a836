/** POST /v1/check-quotes */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { catalogue } from '../../shared/products/index.ts';
import { quote } from '../../shared/usecases/quote/quote.ts';

export const handler = endpoint(quote(catalogue.check), 'body');
