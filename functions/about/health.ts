/** GET /v1/health */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { health } from '../../shared/usecases/health.ts';

export const handler = endpoint(health, 'path');
