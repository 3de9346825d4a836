/** GET /v1/jobs/{job_id} */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { getJob } from '../../shared/usecases/jobs/get-job.ts';

export const handler = endpoint(getJob, 'path');
