/** POST /v1/addresses/verify */

import { verifyAddress } from '../../shared/web/verify-address.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(verifyAddress, 'body');
