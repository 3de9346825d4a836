/** Processes that stand still, and workers that run another version of the code. */
import { advance } from '../../../../shared/fulfilment/advance.ts';
import type { Deps, Partner, PartnerRequest, SubmitOutcome } from '../../../../shared/ports.ts';
import { depsAround } from '../../fakes/around.ts';
import { forEachProduct } from '../../fakes/deps.ts';
import { stallBeforeOrderMs, stallMs } from '../schedules.ts';
import { hasKeyless } from './partners.ts';
import { type World, withoutMore } from './world.ts';

/**
 * A process stands still before a call for minutes, far beyond any claim, and goes on as if nothing had been. Before a
 * call that makes an order at a partner without keys it stands still for seconds only: nobody can take such a call back.
 */
export const stalls: World = stallsAt(() => 0.03);

/** The same, mostly between a claim and the refund that is made under it. */
export const stalledRefunds: World = stallsAt((port) => (port === 'payments.refund' ? 0.3 : 0.01));

function stallsAt(often: (port: string) => number): World {
  return (made, rare, mayFail) => {
    const isKeyless = hasKeyless(made);
    return {
      ...withoutMore(made),
      process: (deps) =>
        depsAround(deps, async (port, call) => {
          const isOrder = port === 'partner.submit' && isKeyless;
          if (mayFail() && rare() < often(port)) await made.clock.sleep((isOrder ? stallBeforeOrderMs : stallMs)(rare));
          return call();
        }),
    };
  };
}

/** A process stands still between a call that makes an order and the write of what came of it, until long after its claim. */
export const stalledOutcomes: World = (made, rare, mayFail) => ({
  ...withoutMore(made),
  process(deps) {
    let hasCalled = false;
    return depsAround(deps, async (port, call) => {
      const isNext = hasCalled && port === 'jobs.get';
      hasCalled = port === 'partner.submit' || (hasCalled && !isNext);
      if (isNext && mayFail() && rare() < 0.5) await made.clock.sleep(90_000 + rare() * 120_000);
      return call();
    });
  },
});

/** Each message meets this version of the code or the other one, whose module has this `advance`. */
export const otherWorker =
  (other: typeof advance): World =>
  (made, rare) => ({ ...withoutMore(made), advances: () => (rare() < 0.5 ? other : advance) });

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
    worker: (deps: Deps) => (rare() < 0.5 ? deps : { ...deps, partners: retitled(deps) }),
  };
};

const retitled = ({ partners }: Deps): Deps['partners'] =>
  Object.fromEntries(
    Object.entries(partners).map(([product, partner]) => [
      product,
      {
        ...partner,
        submit: (request: PartnerRequest) => partner.submit({ ...request, title: `${request.title} (2)` }),
      },
    ]),
  );
