/** POST /v1/jobs/{job_id}/events/{event_id}/resend, which takes no body. */
import { resendEvent } from '../../shared/notify/resend-event.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(resendEvent);
