/** A partner that says nothing for more than a day, and by then has forgotten its keys. A person lets the orders go on. */

import { carefulWithKeys } from '../../../../shared/partners/assumed.ts';
import { operate } from '../../../../shared/web/operator/operate.ts';
import { withPartners } from './partners.ts';
import { type World, withoutMore } from './world.ts';

const hourMs = 3_600_000;

/** After a key's life, and while a partner's lists still show an order of that time. */
const silentMs = 26 * hourMs;

/** Its lists omit an order for this long at most, ms. The service waits for a minute. */
const mostUnlistedMs = 55_000;

const keyLivesMs = 24 * hourMs;

/** Under a key that is forgotten each call is a new order, and the answer to the first is lost. */
export const forgottenKeys: World = (made, rare) => {
  const { clock, orders } = made;
  const healsAt = clock.now() + silentMs;
  const jobIds: string[] = [];
  const memory = withPartners(made, (partner) => {
    const firstCalls = new Map<string, number>();
    const calls = new Map<string, number>();
    const madeFor = (reference: string) => orders.all().filter((order) => order.reference.split('/')[0] === reference);
    return {
      ...partner,
      assumed: carefulWithKeys,
      async submit(request) {
        const { reference } = request;
        const firstCall = firstCalls.get(reference) ?? clock.now();
        firstCalls.set(reference, firstCall);
        if (clock.now() < healsAt) return { kind: 'unknown', reason: 'no answer' };
        const count = (calls.get(reference) ?? 0) + 1;
        calls.set(reference, count);
        const isForgotten = clock.now() - firstCall > keyLivesMs;
        const outcome = await partner.submit(
          isForgotten ? { ...request, reference: `${reference}/${count}` } : request,
        );
        return count === 1 && outcome.kind === 'accepted' ? { kind: 'unknown', reason: 'no answer' } : outcome;
      },
      async find(reference, order) {
        if (clock.now() < healsAt) return { kind: 'unknown' };
        const unlistedMs = rare() * mostUnlistedMs;
        const [listed] = madeFor(reference).filter(({ createdAt }) => clock.now() - createdAt > unlistedMs);
        return listed === undefined ? { kind: 'none' } : partner.find(listed.reference, order);
      },
    };
  });
  return {
    ...withoutMore(memory),
    afterLives: async (ids) => void jobIds.push(...ids),
    async muchLater() {
      await clock.wind(Math.max(0, healsAt - clock.now()));
      for (const job_id of jobIds)
        await operate(memory, { command: 'resubmit', job_id }, clock.now() + hourMs).catch(() => undefined);
    },
  };
};
