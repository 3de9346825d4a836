/** Partners that tell their news in events: dropped, doubled, before our write of their answer, and out of order. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import { stages } from '../../../../shared/domain/job/progress.ts';
import { receivePartnerEvent } from '../../../../shared/orders/read-progress.ts';
import type { KnownView } from '../../../../shared/partners/partner.ts';
import type { SimulatedOrder } from '../../../../shared/partners/simulated/simulated.ts';
import { forEachProduct, type MemoryDeps } from '../../fakes/deps.ts';
import { insisting } from '../people.ts';
import { type World, withoutMore } from './world.ts';

type Told = KnownView;

const minuteMs = 60_000;

/** Looks at the partner's orders of a job for so long, and tells each change of theirs through `tell`. */
async function announce(
  made: MemoryDeps,
  jobId: string,
  forMs: number,
  tell: (order: SimulatedOrder, view: Told) => Promise<void>,
): Promise<void> {
  const { clock, orders } = made;
  const known = new Map<string, string>();
  const sent: Promise<void>[] = [];
  for (const end = clock.now() + forMs; clock.now() < end; await clock.sleep(1_000))
    for (const order of orders.all().filter((each) => each.jobId === jobId)) {
      const view = await made.partners[order.kind].read(order.id);
      const word = JSON.stringify(view);
      if (view.kind === 'unknown' || known.get(order.id) === word) continue;
      known.set(order.id, word);
      sent.push(tell(order, view));
    }
  await Promise.all(sent);
}

/** True if the job as it stands knows what was answered as heard. */
async function isHeard(
  { jobs }: Pick<ServiceDeps, 'jobs'>,
  { jobId, id }: SimulatedOrder,
  view: Told,
): Promise<boolean> {
  const job = await jobs.get(jobId);
  if (job?.partner?.id !== id || (job.state !== 'fulfilled' && job.state !== 'recalling')) return true;
  return view.kind === 'progress' && stages.indexOf(job.partner.stage) >= stages.indexOf(view.progress.stage);
}

export const partnerEvents: World = (made, rare) => {
  const unheard = new Set<string>();
  const deliver = async (order: SimulatedOrder, view: Told, deps: ServiceDeps) => {
    await made.clock.sleep(rare() < 0.3 ? 0 : rare() ** 2 * 2 * minuteMs);
    const event = { kind: 'order', partnerId: order.id, view } as const;
    const answer = await insisting(made, () => receivePartnerEvent(deps, event), 5, minuteMs);
    if (answer !== undefined && !(await isHeard(made, order, view))) unheard.add(order.jobId);
  };
  return {
    // These names are of partners that send events: their orders are read rarely.
    ...withoutMore({ ...made, partnerNames: forEachProduct((product) => (product === 'fax' ? 'telnyx' : 'postgrid')) }),
    beside: (jobId, process) =>
      announce(made, jobId, 5 * minuteMs, async (order, view) => {
        const isLost = rare() < 0.3;
        const copies = isLost ? 0 : 1 + Number(rare() < 0.3);
        await Promise.all(Array.from({ length: copies }, () => deliver(order, view, process())));
      }),
    // The news that no event has told is read within two days.
    muchLater: () => made.clock.wind(60 * 60 * minuteMs),
    broken: ({ id }) => (unheard.has(id) ? ['an event that was answered is heard'] : []),
  };
};
