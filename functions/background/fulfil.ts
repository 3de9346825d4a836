/** Drains the queue of jobs. */
import { worker } from '../../shared/doors/queue.ts';
import { actingHere } from '../../shared/fulfilment/acting.ts';
import { advance } from '../../shared/fulfilment/advance.ts';

const acts = actingHere();

/** A message of a region that does not act is dropped: the other one finds the job in the table. */
export const handler = worker('fulfil', async (deps, jobId) => {
  if (await acts(deps)) await advance(deps, jobId);
});
