/** GET /v1/health. `build`: the version and the commit of this package. */
import { build } from '../../shared/config/self-check.ts';
import { healthOf } from '../../shared/web/health.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(healthOf(build));
