/** Drains the queue of jobs. */
import { worker } from '../../shared/doors/queue.ts';
import { advance } from '../../shared/fulfilment/advance.ts';

export const handler = worker('fulfil', advance);
