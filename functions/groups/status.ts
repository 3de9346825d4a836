/** The status of an order. To update it, these functions may call the order's partner, so they share that permission. */
import { getJobEvents } from '../../shared/notify/notifications.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getLetter } from '../../shared/orders/follow/get-letter.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  /** GET /v1/jobs/{job_id} */
  'get-job': endpoint(getJob),
  /** GET /v1/jobs/{job_id}/events */
  'get-job-events': endpoint(getJobEvents),
  /** GET /v1/letters/{letter_id} */
  'get-letter': endpoint(getLetter),
};

export const handler = dispatchAmong(handlers);
