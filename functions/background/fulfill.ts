/** Does the work that is due for each job in the queue. */
import { advance } from '../../shared/orders/advance.ts';
import { worker } from '../../shared/web/queue.ts';

export const handler = worker('fulfill', advance);
