/** Readings of an order, which may ask its partner for news. */
import { handler as getJob } from '../api/get-job.ts';
import { handler as getJobEvents } from '../api/get-job-events.ts';
import { handler as getLetter } from '../api/get-letter.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({ 'get-job': getJob, 'get-job-events': getJobEvents, 'get-letter': getLetter });
