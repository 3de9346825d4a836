/** POST /v1/jobs/{job_id}/cancel, which takes no body. */
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(cancelJob);
