/** A second partner with orders of its own, and outages after which the first one counts as down. */
import { simulatedProduct } from '../../../../shared/adapters/partners/simulated/products.ts';
import {
  type SimulatedKey,
  type SimulatedOrder,
  simulatedPartner,
} from '../../../../shared/adapters/partners/simulated/simulated.ts';
import { downAfter } from '../../../../shared/core/retry.ts';
import { noteHealth } from '../../../../shared/fulfilment/partner.ts';
import type { Partner, PartnerRequest, SubmitOutcome } from '../../../../shared/ports/partner.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import { datedCollection, memoryCollection } from '../../fakes/memory.ts';
import { type World, withoutMore } from './world.ts';

/** Letters may go to a second partner, and so may faxes. */
export const backup: World = (made, rare, mayFail) => {
  if (made.backups.letter !== undefined) return withoutMore(made);
  const { clock, documents, random, partners } = made;
  const orders = datedCollection<SimulatedOrder>(({ kind, createdAt }) => ({ kind, at: createdAt }));
  const premises = { clock, orders, keys: memoryCollection<SimulatedKey>(), documents };
  const second = (product: 'letter' | 'fax') =>
    simulatedPartner(simulatedProduct(product, random, 20_000 + rare() * 200_000), premises);
  const outageEndsAt = clock.now() + rare() * 120_000;
  const often = rare();
  /** Other orders of the hour meet the same outage. */
  const withOutage = (partner: Partner): Partner => ({
    ...partner,
    async submit(request: PartnerRequest): Promise<SubmitOutcome> {
      const isOut = mayFail() && clock.now() < outageEndsAt && rare() < often;
      const outcome: SubmitOutcome = isOut
        ? { kind: 'unavailable', reason: 'answered 503' }
        : await partner.submit(request);
      const job = outcome.kind === 'unavailable' ? await made.jobs.get(request.jobId) : undefined;
      for (let times = 0; job !== undefined && times < downAfter; times += 1) await noteHealth(memory, job, outcome);
      return outcome;
    },
  });
  const memory: MemoryDeps = {
    ...made,
    partners: { ...partners, letter: withOutage(partners.letter), fax: withOutage(partners.fax) },
    backups: { letter: { name: 'lob', partner: second('letter') }, fax: { name: 'sinch', partner: second('fax') } },
    orders: bothBooks(made.orders, orders),
  };
  return withoutMore(memory);
};

type Book = MemoryDeps['orders'];

const bothBooks = (first: Book, second: Book): Book => ({
  all: () => [...first.all(), ...second.all()],
  get: async (id) => (await first.get(id)) ?? second.get(id),
  create: (order) => first.create(order),
  replace: async (order) => ((await first.get(order.id)) === undefined ? second : first).replace(order),
});
