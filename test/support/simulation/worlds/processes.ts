/** Processes that stand still, and workers that run another version of the code. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import { advance } from '../../../../shared/orders/advance.ts';
import type { Partner, PartnerRequest, SubmitOutcome } from '../../../../shared/partners/partner.ts';
import { depsAround } from '../../fakes/around.ts';
import { forEachProduct } from '../../fakes/deps.ts';
import type { Random } from '../chance.ts';
import { stallBrieflyMs, stallMs } from '../schedules.ts';
import { type World, withoutMore } from './world.ts';

/** A process stands still before a call for minutes, far beyond any claim, and goes on as if nothing had been. */
export const stalls: World = (made, rare, mayFail) => ({
  ...withoutMore(made),
  process: (deps, brief) =>
    depsAround(deps, async (port, call) => {
      if (mayFail() && rare() < 0.03) await made.clock.sleep((brief.has(port) ? stallBrieflyMs : stallMs)(rare));
      return call();
    }),
});

/** A process stands still between a call of this port and the next look at the job, until long after its claim: so often at most. */
const stallsAfter =
  (after: string, often: number, most: number, ms: (random: Random) => number): World =>
  (made, rare, mayFail) => ({
    ...withoutMore(made),
    process(deps) {
      let [hasCalled, times] = [false, 0];
      return depsAround(deps, async (port, call) => {
        const isNext = hasCalled && port === 'jobs.get';
        hasCalled = port === after || (hasCalled && !isNext);
        const isStill = isNext && times < most && mayFail() && rare() < often;
        times += isStill ? 1 : 0;
        if (isStill) await made.clock.sleep(ms(rare));
        return call();
      });
    },
  });

/** Between a call that makes an order and the write of what came of it. */
export const stalledOutcomes: World = stallsAfter('partner.submit', 0.8, 20, (random) => 90_000 + random() * 150_000);

/** Between the look for an order and the refund of what no partner has. */
export const stalledRefunds: World = stallsAfter('partner.find', 0.3, 2, stallMs);

/** Each message meets this version of the code or the other one: the module of each has its `advance`. */
export const otherWorker =
  (other: typeof advance, own: typeof advance = advance): World =>
  (made, rare) => ({ ...withoutMore(made), advances: () => (rare() < 0.5 ? other : own) });

/** The other version writes other bytes under the same key: the partner calls that an invalid request until it lists the order. */
export const otherBytes: World = (made, rare) => {
  const bytes = new Map<string, string>();
  const comparing = (partner: Partner): Partner => ({
    ...partner,
    async submit(request: PartnerRequest): Promise<SubmitOutcome> {
      const first = bytes.get(request.reference) ?? request.title;
      bytes.set(request.reference, first);
      if (first === request.title) return partner.submit(request);
      const isMade = made.orders.all().some(({ reference }) => reference === request.reference);
      return isMade ? { kind: 'rejected', reason: 'The request is not valid.' } : partner.submit(request);
    },
  });
  const memory = { ...made, partners: forEachProduct((product) => comparing(made.partners[product])) };
  return {
    ...withoutMore(memory),
    worker: (deps: ServiceDeps) => (rare() < 0.5 ? deps : { ...deps, partners: retitled(deps) }),
  };
};

const retitled = ({ partners }: ServiceDeps): ServiceDeps['partners'] =>
  Object.fromEntries(
    Object.entries(partners).map(([product, partner]) => [
      product,
      {
        ...partner,
        submit: (request: PartnerRequest) => partner.submit({ ...request, title: `${request.title} (2)` }),
      },
    ]),
  );
