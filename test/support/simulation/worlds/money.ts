/** A payment provider that refuses and postpones refunds. */

import type { RefundOutcome } from '../../../../shared/partners/payments.ts';
import { type MemoryDeps, paymentsBut } from '../../fakes/deps.ts';
import { oneOf } from '../chance.ts';
import { type Besides, type World, withoutMore } from './world.ts';

type Refund = MemoryDeps['payments']['mock']['refund'];

const withRefund = (made: MemoryDeps, change: (refund: Refund) => Refund): MemoryDeps => ({
  ...made,
  payments: paymentsBut(made, { refund: change(made.payments.mock.refund) }),
});

/** More calls than any retry makes in so short a time. */
const mostCalls = 8;
const shortMs = 5_000;

/** Sees whether a refund is asked for again and again without a pause. */
function countingRefunds(made: MemoryDeps): { readonly memory: MemoryDeps; readonly broken: Besides['broken'] } {
  const hot = new Set<string>();
  const times = new Map<string, number[]>();
  const memory = withRefund(made, (refund) => async (jobId, payment) => {
    const now = made.clock.now();
    const recent = [...(times.get(jobId) ?? []), now].filter((at) => at > now - shortMs);
    times.set(jobId, recent);
    if (recent.length > mostCalls) hot.add(jobId);
    return refund(jobId, payment);
  });
  return { memory, broken: ({ id }) => (hot.has(id) ? ['the provider is not asked without a pause'] : []) };
}

/** Refunds are refused, each time anew or as it is stored under the key, or postponed. */
export const refusedRefunds: World = (made, rare, mayFail) => {
  const stored = new Map<string, RefundOutcome>();
  const often = 0.2 + 0.4 * rare();
  const refusing = withRefund(made, (refund) => async (jobId, payment) => {
    const session = made.sessions.all().find(({ request }) => request.jobId === jobId);
    const isMade = session?.refundedAt !== undefined;
    if (isMade || !mayFail() || rare() >= often) return stored.get(jobId) ?? refund(jobId, payment);
    const outcome = stored.get(jobId) ?? oneOf(['refused', 'refused', 'not_now'] as const, rare);
    if (outcome === 'refused' && rare() < 0.3) stored.set(jobId, outcome);
    return outcome;
  });
  const { memory, broken } = countingRefunds(refusing);
  return { ...withoutMore(memory), broken, forgetsRefusals: true };
};
