/** GET /v1/jobs/{job_id}/events */

import { getJobEvents } from '../../shared/notify/get-job-events.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(getJobEvents, 'path');
