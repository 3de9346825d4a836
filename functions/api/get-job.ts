/** GET /v1/jobs/{job_id} */

import { getJob } from '../../shared/orders/follow/get-job.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(getJob, 'path');
