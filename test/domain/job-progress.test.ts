/** The partner's updates may arrive in any order, and twice: the latest stage and the fullest evidence are stored. */
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

const afterUpdates = (all: readonly Progress[]): Lifecycle =>
  all.reduce<Lifecycle>(
    (life, progress, at) => apply(life, { kind: 'progressed', progress }, now + at) as Lifecycle,
    jobIn('fulfilled'),
  );

test('updates in any order lead to the latest stage, and no evidence is lost', () => {
  fc.assert(
    fc.property(fc.array(update, { minLength: 1, maxLength: 8 }), (all) => {
      const { partner } = afterUpdates(all);
      expect(partner?.id).toBe(order.id);
      expect(partner?.stage).toBe(stages.findLast((stage) => all.some((each) => each.stage === stage)));
      expect(partner?.delivered ?? false).toBe(all.some(({ delivered }) => delivered));
      expect(partner?.returned ?? false).toBe(all.some(({ returned }) => returned));
      expect(partner?.final ?? false).toBe(all.some(({ final }) => final));
      expect(partner?.tracking).toEqual(all.findLast((one) => one.tracking !== undefined)?.tracking);
    }),
  );
});

test('the stage does not go back if the partner refuses to stop the order', () => {
  const dispatched = { ...order, stage: 'dispatched', readAt: birth } as const;
  const after = apply(jobIn('recalling', { partner: dispatched }), sample.partner_refused, now);
  expect(after).toMatchObject({ state: 'fulfilled', partner: { stage: 'dispatched', readAt: now } });
});

test('the stage does not go back when the order is submitted again and only accepted', () => {
  const again = apply(jobIn('fulfilled'), sample.round_failed, now) as Lifecycle;
  const claimed = apply({ ...again, dueAt: now }, sample.claimed, now) as Lifecycle;
  const accepted = apply(claimed, { kind: 'accepted', order: { id: 'order_2', stage: 'accepted' } }, now);
  expect(accepted?.partner).toMatchObject({ id: 'order_2', stage: 'in_progress' });
});

describe('returned mail', () => {
  const sent: Progress = { stage: 'dispatched' };
  const delivered: Progress = { stage: 'completed', delivered: true };
  const returned: Progress = { stage: 'dispatched', returned: true, final: true };

  test.each<[string, readonly Progress[], boolean]>([
    ['delivered, and then returned', [sent, delivered, returned], true],
    ['returned, and then delivered to its sender', [sent, returned, delivered], false],
    ['returned and delivered in one report', [sent, { ...returned, delivered: true }], false],
    ['only delivered', [sent, delivered], true],
    ['only returned', [sent, returned], false],
    ['completed, without evidence of delivery', [sent, { stage: 'completed', final: true }], false],
  ])('whether mail that is %s is treated as delivered', (_, all, expected) => {
    expect(isDelivered(afterUpdates(all))).toBe(expected);
  });

  test('the first report of a return is stored with its time, and changes neither the state nor the refund', () => {
    const before = afterUpdates([sent]);
    const once = apply(before, { kind: 'progressed', progress: returned }, now + 10) as Lifecycle;
    const twice = apply(once, { kind: 'progressed', progress: returned }, now + 20) as Lifecycle;
    expect(once.firstSeenAt).toMatchObject({ returned: now + 10 });
    expect(twice.firstSeenAt).toEqual(once.firstSeenAt);
    const { partner: _, firstSeenAt: __, ...rest } = twice;
    expect(rest).toEqual({ ...rest, state: before.state, refund: before.refund, error: before.error });
  });
});
