/** POST /v1/jobs/{job_id}/cancel, which takes no body. */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';

export const handler = endpoint(cancelJob, 'path');
