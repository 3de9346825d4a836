/** A partner's updates may arrive in any order, and twice. The latest stage and all evidence are stored. */
import fc from 'fast-check';
import { apply } from '../../shared/domain/job/apply.ts';
import { isDelivered, type Lifecycle } from '../../shared/domain/job/lifecycle.ts';
import { type Progress, stages } from '../../shared/domain/job/progress.ts';
import { birth, jobIn, now, order, sample } from '../support/lives.ts';

const tracking = fc.record(
  { number: fc.constantFrom('1Z', '2Z', '3Z'), carrier: fc.constant('ups') },
  { requiredKeys: ['number'] },
);
const update: fc.Arbitrary<Progress> = fc.record(
  { stage: fc.constantFrom(...stages), tracking, delivered: fc.boolean(), returned: fc.boolean(), final: fc.boolean() },
  { requiredKeys: ['stage'] },
);

function afterUpdates(updates: readonly Progress[]): Lifecycle {
  let job: Lifecycle = jobIn('fulfilled');
  for (const [at, progress] of updates.entries())
    job = apply(job, { kind: 'progressed', progress }, now + at) as Lifecycle;
  return job;
}

test('updates in any order lead to the latest stage, and no evidence is lost', () => {
  fc.assert(
    fc.property(fc.array(update, { minLength: 1, maxLength: 8 }), (updates) => {
      const { partner } = afterUpdates(updates);
      expect(partner?.id).toBe(order.id);
      expect(partner?.stage).toBe(stages.findLast((stage) => updates.some((each) => each.stage === stage)));
      expect(partner?.delivered ?? false).toBe(updates.some(({ delivered }) => delivered));
      expect(partner?.returned ?? false).toBe(updates.some(({ returned }) => returned));
      expect(partner?.final ?? false).toBe(updates.some(({ final }) => final));
      expect(partner?.tracking).toEqual(updates.findLast(({ tracking }) => tracking !== undefined)?.tracking);
    }),
  );
});

test('the stage of an order does not go back if the partner refuses to stop it', () => {
  const dispatched = { ...order, stage: 'dispatched', readAt: birth } as const;
  const after = apply(jobIn('recalling', { partner: dispatched }), sample.partner_refused, now);
  expect(after).toMatchObject({ state: 'fulfilled', partner: { stage: 'dispatched', readAt: now } });
});

test('the stage of an order does not go back when it is submitted again and accepted', () => {
  const failedRound = apply(jobIn('fulfilled'), sample.round_failed, now) as Lifecycle;
  const claimed = apply({ ...failedRound, dueAt: now }, sample.claimed, now) as Lifecycle;
  const accepted = apply(claimed, { kind: 'accepted', order: { id: 'order_2', stage: 'accepted' } }, now);
  expect(accepted?.partner).toMatchObject({ id: 'order_2', stage: 'in_progress' });
});

const dispatched: Progress = { stage: 'dispatched' };
const delivered: Progress = { stage: 'completed', delivered: true };
const returned: Progress = { stage: 'dispatched', returned: true, final: true };

test.each<[string, readonly Progress[], boolean]>([
  ['delivered, and then returned', [dispatched, delivered, returned], true],
  ['returned, and then delivered to its sender', [dispatched, returned, delivered], false],
  ['returned and delivered in one report', [dispatched, { ...returned, delivered: true }], false],
  ['only delivered', [dispatched, delivered], true],
  ['only returned', [dispatched, returned], false],
  ['completed, without evidence of delivery', [dispatched, { stage: 'completed', final: true }], false],
])('mail that is %s (%j) counts as delivered: %s', (_, updates, expected) => {
  expect(isDelivered(afterUpdates(updates))).toBe(expected);
});

test('the first report of a return is stored with its time, and changes neither the state nor the refund', () => {
  const before = afterUpdates([dispatched]);
  const once = apply(before, { kind: 'progressed', progress: returned }, now + 10) as Lifecycle;
  const twice = apply(once, { kind: 'progressed', progress: returned }, now + 20) as Lifecycle;
  expect(once.firstSeenAt).toMatchObject({ returned: now + 10 });
  expect(twice.firstSeenAt).toEqual(once.firstSeenAt);
  expect([twice.state, twice.refund, twice.error]).toEqual([before.state, before.refund, before.error]);
});
