/** GET /v1/jobs/{job_id}/events */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { getJobEvents } from '../../shared/usecases/jobs/get-job-events.ts';

export const handler = endpoint(getJobEvents, 'path');
