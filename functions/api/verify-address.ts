/** POST /v1/addresses/verify */
import { endpoint } from '../../shared/web/http/endpoint.ts';
import { verifyAddress } from '../../shared/web/verify-address.ts';

export const handler = endpoint(verifyAddress);
