/** Works on the queue of jobs. */
import { advance } from '../../shared/orders/advance.ts';
import { worker } from '../../shared/web/queue.ts';

export const handler = worker('fulfill', advance);
