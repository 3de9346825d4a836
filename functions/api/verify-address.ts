/** POST /v1/addresses/verify */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { verifyAddress } from '../../shared/usecases/addresses/verify-address.ts';

export const handler = endpoint(verifyAddress, 'body');
