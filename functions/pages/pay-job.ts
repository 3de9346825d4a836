/** POST /v1/jobs/{job_id}/pay, which takes no body: an agent pays in place of a person. */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { paying } from '../../shared/doors/http/pay.ts';
import { payJob } from '../../shared/usecases/pay/pay-job.ts';

export const handler = endpoint(payJob, 'path', paying);
