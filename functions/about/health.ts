/** GET /v1/health */
import { build } from '../../shared/compose/build.ts';
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { healthOf } from '../../shared/usecases/health.ts';

export const handler = endpoint(healthOf(build), 'path');
