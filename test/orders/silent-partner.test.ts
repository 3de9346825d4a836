/** A partner that repeatedly reports no status, or does not finish, raises an alarm. A single failed read does not. */
import { advance } from '../../shared/orders/advance.ts';
import type { PartnerView } from '../../shared/partners/partner.ts';
import { forEachProduct, memoryDeps } from '../support/fakes/deps.ts';
import { given } from '../support/fakes/given.ts';
import { changeJob, submitted } from '../support/fakes/orders.ts';

test.each<[string, () => PartnerView]>([
  ['reports no status', () => ({ kind: 'unknown' })],
  [
    'responds with an error',
    () => {
      throw new Error('no');
    },
  ],
])('a partner that %s raises an alarm every ten reads, until it reports a status', async (_, withoutStatus) => {
  const deps = memoryDeps();
  let answer = withoutStatus;
  let reads = 0;
  const { letter } = deps.partners;
  const read = async (): Promise<PartnerView> => {
    reads += 1;
    return answer();
  };
  Object.assign(deps, {
    partners: { ...forEachProduct((product) => deps.partners[product]), letter: { ...letter, read } },
  });
  const jobId = await submitted(deps, 'letter');
  const alarms = () =>
    deps.alarms.filter(({ message }) => message === 'a partner reports no status').map(({ fields }) => fields.tries);
  const readUntil = async (count: number) => {
    for (let rounds = 0; reads < count && rounds < 100; rounds += 1) {
      const { dueAt = 0 } = (await deps.jobs.get(jobId)) ?? {};
      await deps.clock.advance(Math.max(1, dueAt - deps.clock.now()));
      await advance(deps, jobId);
    }
    expect(reads).toBe(count);
  };
  await readUntil(9);
  expect(alarms()).toEqual([]);
  await readUntil(20);
  expect(alarms()).toEqual([10, 20]);
  answer = () => ({ kind: 'progress', progress: { stage: 'accepted' } });
  await readUntil(21);
  answer = withoutStatus;
  await readUntil(30);
  expect(alarms()).toEqual([10, 20]);
  expect((await deps.jobs.get(jobId))?.partner).toMatchObject({ failedReads: 9 });
});

test.each([
  ['letter', 'real', 7 * 24, 3],
  ['fax', 'real', 4, 3],
  ['fax', 'test', 4, 0],
] as const)('a %s for %s money that takes over %i hours raises %i alarms', async (product, money, hours, count) => {
  const order = await given('submitted', { product });
  order.whenPartner({ read: async () => ({ kind: 'progress', progress: { stage: 'in_progress' } }) });
  const alarmsWithin = async (span: number) => {
    const before = order.alarms().length;
    for (let hour = 0; hour < span; hour += 1) {
      await order.later(1);
      await order.deps.clock.advance(59 * 60_000);
      // A caller's read on the same day does not raise a second alarm.
      await order.status();
    }
    return order.alarms().slice(before);
  };
  await changeJob(order.deps, order.id, ({ payment }) => ({
    payment: payment && { ...payment, isTest: money === 'test' },
  }));
  expect(await alarmsWithin(hours - 1)).toEqual([]);
  expect(await alarmsWithin(3 * 24)).toEqual(Array(count).fill('a partner does not finish'));
  await order.providerSends('refunded');
  expect(await alarmsWithin(2 * 24)).toEqual([]);
});
