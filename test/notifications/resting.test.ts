/** A receiver that hangs takes little time from the others, and misses nothing. */
import { receiverRestMs, tellingTimeoutMs } from '../../shared/core/retry.ts';
import { noteTime } from '../../shared/notifications/resting.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ordered, orderFor, quoted, reconcileFor } from '../support/fakes/orders.ts';

const hanging = 'https://hangs.example.com/hook';
const quick = 'https://quick.example.com/hook';
const minutes = 60_000;

async function orderedFor(deps: MemoryDeps, webhook_url: string): Promise<void> {
  const { quote_id } = await quoted(deps);
  await ordered(deps, orderFor(quote_id, {}, { notify: { webhook_url } }));
}

const heardAt = (deps: MemoryDeps, url: string) => deps.receivers.heard.filter((heard) => heard.url === url).length;

const stateOf = (deps: MemoryDeps, url: string) =>
  deps.outboxes
    .all()
    .filter(({ to }) => to === url)
    .flatMap(({ deliveries }) => deliveries.map(({ state }) => state));

/** It has agreed to events, and then lets the sender wait. */
async function withHanging(jobs: number) {
  const deps = memoryDeps();
  await orderedFor(deps, hanging);
  await deps.clock.wind(1_000);
  const { answer } = deps.receivers;
  deps.receivers.answer = async (heard) => {
    if (heard.url !== hanging) return answer(heard);
    await deps.clock.sleep(tellingTimeoutMs);
    return { outcome: 'unreachable', code: 'timeout', body: '' };
  };
  for (let job = 0; job < jobs; job += 1) await orderedFor(deps, hanging);
  return { deps, recover: () => Object.assign(deps.receivers, { answer }) };
}

test('thirty jobs of a receiver that hangs take the time of a few attempts, and none of another receiver', async () => {
  const { deps } = await withHanging(30);
  await deps.clock.wind(minutes);
  const first = heardAt(deps, hanging) - 1;
  expect(first).toBeLessThanOrEqual(40);
  await orderedFor(deps, quick);
  await deps.clock.wind(1_000);
  expect(stateOf(deps, quick)).toEqual(['delivered']);
  await reconcileFor(deps, 60);
  // Without rests it would be four attempts for each job.
  expect(heardAt(deps, hanging) - 1 - first).toBeLessThanOrEqual(20);
});

test('when it answers again it is told everything, and no rest was counted as an attempt', async () => {
  const { deps, recover } = await withHanging(5);
  await deps.clock.wind(20 * minutes);
  expect(stateOf(deps, hanging).filter((state) => state === 'waiting')).toHaveLength(5);
  recover();
  await reconcileFor(deps, 45);
  expect(new Set(stateOf(deps, hanging))).toEqual(new Set(['delivered']));
  const codes = deps.outboxes.all().flatMap(({ deliveries }) => deliveries.flatMap(({ attempts }) => attempts));
  expect(codes.length).toBe(deps.receivers.heard.length);
});

test('attempts that hang together count as one, and the next one lengthens the rest', async () => {
  const { deps } = await withHanging(1);
  const [receiver] = deps.endpoints.all();
  if (receiver === undefined) throw new Error('no receiver is known');
  const hang = (attempts: number) =>
    Promise.all(Array.from({ length: attempts }, () => noteTime(deps, receiver, 'timeout')));
  const hung = async () => (await deps.endpoints.get(receiver.id))?.hung;
  await hang(10);
  expect(await hung()).toBe(1);
  await deps.clock.wind(receiverRestMs(1));
  await hang(3);
  expect(await hung()).toBe(2);
});

test('one slow answer delays the next attempt of that job by nothing', async () => {
  const { deps, recover } = await withHanging(1);
  recover();
  await deps.clock.wind(tellingTimeoutMs + 5_000);
  expect(stateOf(deps, hanging)).toEqual(['delivered', 'delivered']);
});
