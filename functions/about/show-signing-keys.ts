/** GET /v1/.well-known/jwks.json */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { showSigningKeys } from '../../shared/usecases/show-signing-keys.ts';

export const handler = endpoint(showSigningKeys, 'path');
