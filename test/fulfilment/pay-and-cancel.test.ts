/** Who pays and cancels again and again costs the operator a fee each time: counted, told, and no longer charged at once. */
import { cancelsTooOften } from '../../shared/core/fraud/pay-and-cancel.ts';
import { catalogue } from '../../shared/products/index.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';
import { createJob } from '../../shared/usecases/jobs/create-job.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, jobOf, orderFor, paid, quoted } from '../support/fakes/orders.ts';

const letters = createJob(catalogue.letter);

async function placedFrom(deps: MemoryDeps, address: string): Promise<string> {
  const { quote_id } = await quoted(deps);
  return (await ask(letters, deps, orderFor(quote_id), { ...caller, address })).body.job_id as string;
}

/** Paid, then carried out or cancelled by `by`. */
async function ended(
  deps: MemoryDeps,
  address: string,
  how: 'cancelled' | 'carried out',
  card?: string,
): Promise<void> {
  let isHeldUp = how === 'cancelled';
  const jobId = await placedFrom(deps, address);
  const { send } = deps.queue;
  Object.assign(deps.queue, { send: async (id: string, ms?: number) => (isHeldUp ? undefined : send(id, ms)) });
  await Promise.all([paid(deps, jobId), deps.clock.wind(6_000)]);
  const job = await jobOf(deps, jobId);
  if (card !== undefined && job.payment !== undefined)
    await deps.jobs.replace({
      ...job,
      payment: { ...job.payment, card: { brand: 'visa', last4: '4242', fingerprint: card } },
    });
  for (let times = 0; isHeldUp && times < 3; times += 1) await ask(cancelJob, deps, { job_id: jobId }, caller);
  isHeldUp = false;
  Object.assign(deps.queue, { send });
}

const isReserved = async (deps: MemoryDeps, address: string) =>
  (await jobOf(deps, await placedFrom(deps, address))).isReserved;

const told = ({ alarms }: MemoryDeps) =>
  alarms.filter(({ message }) => message === 'paid and cancelled again and again').map(({ fields }) => fields.reason);

test('ten in a week call a person once, and from then on the money of that network is only reserved', async () => {
  const deps = memoryDeps();
  for (let order = 0; order < 9; order += 1) await ended(deps, '192.0.2.7', 'cancelled');
  expect([told(deps), await isReserved(deps, '192.0.2.7')]).toEqual([[], undefined]);
  for (let order = 0; order < 3; order += 1) await ended(deps, '192.0.2.7', 'cancelled');
  expect([told(deps), await isReserved(deps, '192.0.2.7')]).toEqual([['network'], true]);
  expect(await isReserved(deps, '192.0.2.8')).toBeUndefined();
  await deps.clock.wind(8 * 24 * 3_600_000);
  expect(await isReserved(deps, '192.0.2.7')).toBeUndefined();
});

test('whoever lets as many orders go pays as before', async () => {
  const deps = memoryDeps();
  for (let order = 0; order < 10; order += 1) {
    await ended(deps, '192.0.2.7', 'carried out');
    await ended(deps, '192.0.2.7', 'cancelled');
  }
  expect(deps.orders.all()).toHaveLength(10);
  expect([told(deps), await isReserved(deps, '192.0.2.7')]).toEqual([['network'], undefined]);
});

test('the networks of one IPv6 site count together, and a card counts whatever the network', async () => {
  const deps = memoryDeps();
  for (let order = 0; order < 10; order += 1) await ended(deps, `2001:db8:1:${order}::5`, 'cancelled');
  expect(await isReserved(deps, '2001:db8:1:ffff::1')).toBe(true);
  for (let order = 0; order < 10; order += 1) await ended(deps, `198.51.100.${order}`, 'cancelled', 'oneCard1');
  expect(told(deps)).toEqual(['network', 'card']);
});

test('counts that fail stop no order and no cancellation', async () => {
  const deps = memoryDeps();
  const silent = () => Promise.reject(new Error('no table'));
  Object.assign(deps.requestCounters, { add: silent, count: silent });
  await ended(deps, '192.0.2.7', 'cancelled');
  await ended(deps, '192.0.2.7', 'carried out');
  expect(deps.jobs.all().map(({ state }) => state)).toEqual(['cancelled', 'fulfilled']);
});

test.each([
  [9, 0, false],
  [10, 0, true],
  [10, 10, false],
  [11, 10, true],
])('%d cancelled and %d carried out: reserved %s', (cancelled, carriedOut, isOften) => {
  expect(cancelsTooOften({ cancelled, carriedOut })).toBe(isOften);
});
