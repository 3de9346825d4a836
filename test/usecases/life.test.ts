/** A letter's whole life, from quote to receipt, through the real use cases. */
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  caller,
  type MemoryWorld,
  memoryWorld,
  ordered,
  orderFor,
  paid,
  payingEvent,
  placed,
  quoted,
  received,
  sweep,
} from '../fakes/world.ts';

const status = async (world: MemoryWorld, jobId: string) => (await ask(getJob, world, { job_id: jobId }, caller)).body;
const cancel = (world: MemoryWorld, jobId: string) => ask(cancelJob, world, { job_id: jobId }, caller);

test('a paid letter is with the partner when the webhook is answered, and its view says so', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  expect(await status(world, jobId)).toMatchObject({ status: 'awaiting_payment', fulfillment_status: 'not_started' });
  const { outcome, body } = await paid(world, jobId);
  expect(outcome).toBe('done');
  expect(body).toEqual({ ok: true, job_id: jobId, letter_id: expect.stringMatching(/^letter_/), ignored: null });
  expect(await status(world, jobId)).toMatchObject({
    status: 'fulfilled',
    payment_status: 'paid',
    fulfillment_status: 'in_production',
    delivery_status: 'untracked',
    letter_id: body.letter_id,
  });
});

test('a letter becomes mailed when the partner has handed it over', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  await world.clock.wind(125_000);
  expect(await status(world, jobId)).toMatchObject({ fulfillment_status: 'mailed', delivery_status: 'untracked' });
});

test('a refused letter answers 502, is failed and refunded', async () => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1: '1 TEST REJECT ST' });
  const { outcome } = await paid(world, jobId);
  expect(outcome).toBe('partner_failed');
  await sweep(world);
  expect(await status(world, jobId)).toMatchObject({
    status: 'failed',
    refund: 'issued',
    fulfillment_status: 'failed',
  });
  expect(world.orders.all()).toEqual([]);
});

test.each(['1 TEST OUTAGE ST', '1 TEST LOST REPLY ST'])('%s ends with exactly one letter', async (addressLine1) => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1 });
  await paid(world, jobId);
  await sweep(world, 3);
  expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled' });
  expect(world.orders.all()).toHaveLength(1);
});

test('a letter that the partner cannot take for 12 hours is failed and refunded', async () => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1: '1 TEST DOWN ST' });
  expect((await paid(world, jobId)).body).toMatchObject({ letter_id: null, ignored: null });
  await sweep(world, 11 * 60);
  expect(await status(world, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
  await sweep(world, 3 * 60);
  expect(await status(world, jobId)).toMatchObject({
    status: 'failed',
    fulfillment_status: 'failed',
    refund: 'issued',
  });
});

test('a letter that waits for a partner that is down can be cancelled and is refunded', async () => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1: '1 TEST DOWN ST' });
  await paid(world, jobId);
  await sweep(world, 5);
  expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'issued' });
  await sweep(world, 60);
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', letter_id: null });
});

test('the same holds when the partner cannot even be asked whether it has the letter', async () => {
  const world = memoryWorld();
  const { letter } = world.partners;
  Object.assign(world, { partners: { letter: { ...letter, find: () => Promise.reject(new Error('no answer')) } } });
  const [waiting, cancelled] = [
    await placed(world, { addressLine1: '1 TEST DOWN ST' }),
    await placed(world, { addressLine1: '1 TEST DOWN ST' }),
  ];
  await paid(world, waiting);
  await paid(world, cancelled);
  await sweep(world, 5);
  expect((await cancel(world, cancelled)).body).toEqual({ job_id: cancelled, cancelled: true, refund: 'issued' });
  await sweep(world, 14 * 60);
  expect(await status(world, waiting)).toMatchObject({ status: 'failed', refund: 'issued' });
});

/** The world with a partner that takes every order and never says so. */
function mute(world: MemoryWorld): MemoryWorld {
  const { letter } = world.partners;
  const silent = {
    ...letter,
    submit: async () => Promise.reject(new Error('no answer')),
    find: async () => 'unknown' as const,
  };
  return Object.assign(world, { partners: { letter: silent } });
}

test('a partner that never answers leaves the job parked with an alarm, paid and of unknown fulfilment', async () => {
  const world = mute(memoryWorld());
  const jobId = await placed(world);
  expect((await paid(world, jobId)).body).toMatchObject({ letter_id: null, ignored: null });
  expect(await status(world, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
  await sweep(world, 14 * 60);
  expect(await status(world, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'unknown' });
  expect(world.alarms.map(({ message }) => message)).toContain('parked');
});

test('cancelling before payment charges nothing and expires the link', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'not_applicable' });
  expect(world.sessions.all()).toMatchObject([{ status: 'expired' }]);
  expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'not_applicable' });
});

test('cancelling a letter that is still ready cancels it at the partner and refunds it', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'issued' });
  expect(world.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued', payment_status: 'paid' });
});

test('a letter in print cannot be cancelled', async () => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1: '1 TEST PRINTING ST' });
  await paid(world, jobId);
  expect(await cancel(world, jobId)).toMatchObject({
    outcome: 'declined',
    body: { job_id: jobId, cancelled: false, reason: 'already_in_production' },
  });
});

test('fifty payments and fifty cancellations at once end as one or the other, never as both', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  const event = await payingEvent(world, jobId);
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, at) => [
      received(world, { ...event, id: `evt_${at}` }),
      cancel(world, jobId),
    ]).flat(),
  );
  await sweep(world, 3);
  const outcomes = new Set(all.map(({ outcome }) => outcome));
  expect([...outcomes].every((outcome) => outcome === 'done' || outcome === 'declined')).toBe(true);
  const end = await status(world, jobId);
  const living = world.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined);
  if (end.status === 'cancelled') {
    expect(end.refund).toBe('issued');
    expect(living).toEqual([]);
  } else {
    expect(end).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
    expect(living).toHaveLength(1);
  }
});

test('twenty equal requests make one job and one body', async () => {
  const world = memoryWorld();
  const { quote_id } = await quoted(world);
  const request = orderFor(quote_id, {}, { idempotency_key: 'a-key' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ordered(world, request)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
  expect(world.sessions.all()).toHaveLength(1);
});
