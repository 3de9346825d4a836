/** POST /v1/jobs/{job_id}/events/{event_id}/resend, which takes no body. */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { resendEvent } from '../../shared/usecases/jobs/resend-event.ts';

export const handler = endpoint(resendEvent, 'path');
