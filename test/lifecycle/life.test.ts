/** One life, from quote to receipt, for every product, through the real use cases. */
import { type ProductName, productNames } from '../../shared/core/product.ts';
import type { Partner } from '../../shared/ports.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { getReceipt } from '../../shared/usecases/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  caller,
  type MemoryWorld,
  memoryWorld,
  orderedAs,
  paid,
  payingEvent,
  placedAs,
  quotedAs,
  received,
  requestFor,
  sweep,
} from '../support/fakes/world.ts';
import { lives } from '../support/product-lives.ts';

const status = async (world: MemoryWorld, jobId: string) => (await ask(getJob, world, { job_id: jobId }, caller)).body;
const cancel = (world: MemoryWorld, jobId: string) => ask(cancelJob, world, { job_id: jobId }, caller);
const receipt = async (world: MemoryWorld, jobId: string) =>
  (await ask(getReceipt, world, { job_id: jobId }, caller)).body;

/** The same world with another partner for that product. */
function withPartner(world: MemoryWorld, product: ProductName, change: Partial<Partner>): MemoryWorld {
  const changed = { ...world.partners[product], ...change };
  return Object.assign(world, { partners: { ...world.partners, [product]: changed } });
}

const silent: Partial<Partner> = {
  submit: async () => Promise.reject(new Error('no answer')),
  find: async () => 'unknown' as const,
};

describe.each(productNames)('a %s', (product) => {
  const { held, left, receipt: leftAs, leavesWithinMs, partnerId } = lives[product];
  const idField = `${product}_id`;

  test('that is paid is with the partner when the webhook is answered, and its view says so', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product);
    expect(await status(world, jobId)).toMatchObject({
      service: product,
      status: 'awaiting_payment',
      fulfillment_status: 'not_started',
      [idField]: null,
    });
    const { outcome, body } = await paid(world, jobId);
    expect(outcome).toBe('done');
    const id = expect.stringMatching(partnerId);
    expect(body).toEqual({ ok: true, job_id: jobId, letter_id: null, ignored: null, [idField]: id });
    expect(await status(world, jobId)).toMatchObject({
      status: 'fulfilled',
      payment_status: 'paid',
      fulfillment_status: held,
      delivery_status: 'untracked',
      [idField]: body[idField],
    });
  });

  test('that has left says so in its view and on its receipt, and never that it was delivered', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product);
    expect(await receipt(world, jobId)).toMatchObject({ service: product, status: 'awaiting_payment' });
    await paid(world, jobId);
    expect(await receipt(world, jobId)).toMatchObject({ status: 'with_partner' });
    await world.clock.wind(leavesWithinMs);
    expect(await status(world, jobId)).toMatchObject({ fulfillment_status: left, delivery_status: 'untracked' });
    const said = await receipt(world, jobId);
    expect(said).toMatchObject({ status: leftAs, times: { [`${leftAs}_at`]: expect.any(Number) } });
    expect(JSON.stringify(said)).not.toMatch(/delivered|cleared/);
  });

  test('that the partner refuses answers 502, is failed and refunded', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product, 'reject');
    expect((await paid(world, jobId)).outcome).toBe('partner_failed');
    await sweep(world);
    expect(await status(world, jobId)).toMatchObject({
      status: 'failed',
      fulfillment_status: 'failed',
      refund: 'issued',
    });
    expect(world.orders.all()).toEqual([]);
  });

  test.each(['outage', 'lost_reply'] as const)(
    'that meets an %s at the partner is ordered exactly once',
    async (mood) => {
      const world = memoryWorld();
      const jobId = await placedAs(world, product, mood);
      await paid(world, jobId);
      await sweep(world, 3);
      expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled' });
      expect(world.orders.all()).toHaveLength(1);
    },
  );

  test('that the partner cannot take for 12 hours is failed and refunded', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product, 'down');
    expect((await paid(world, jobId)).body).toMatchObject({ [idField]: null, ignored: null });
    await sweep(world, 11 * 60);
    expect(await status(world, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
    await sweep(world, 3 * 60);
    expect(await status(world, jobId)).toMatchObject({ status: 'failed', refund: 'issued' });
  });

  test('that waits for a partner that is down can be cancelled and is refunded', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product, 'down');
    await paid(world, jobId);
    await sweep(world, 5);
    expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'issued' });
    await sweep(world, 60);
    expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', [idField]: null });
  });

  test('that waits is failed or cancelled just so when the partner cannot even be asked whether it has it', async () => {
    const unasked = { find: () => Promise.reject(new Error('no answer')) };
    const world = withPartner(memoryWorld(), product, unasked);
    const [waiting, cancelled] = [await placedAs(world, product, 'down'), await placedAs(world, product, 'down')];
    await paid(world, waiting);
    await paid(world, cancelled);
    await sweep(world, 5);
    expect((await cancel(world, cancelled)).body).toEqual({ job_id: cancelled, cancelled: true, refund: 'issued' });
    await sweep(world, 14 * 60);
    expect(await status(world, waiting)).toMatchObject({ status: 'failed', refund: 'issued' });
  });

  test('whose partner never answers is parked with an alarm, paid and of unknown fulfilment', async () => {
    const world = withPartner(memoryWorld(), product, silent);
    const jobId = await placedAs(world, product);
    expect((await paid(world, jobId)).body).toMatchObject({ [idField]: null, ignored: null });
    expect(await status(world, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
    await sweep(world, 14 * 60);
    expect(await status(world, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'unknown' });
    expect(world.alarms.map(({ message }) => message)).toContain('parked');
  });

  test('cancelled before payment charges nothing and expires the link, once and again', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product);
    for (let time = 0; time < 2; time += 1)
      expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'not_applicable' });
    expect(world.sessions.all()).toMatchObject([{ status: 'expired' }]);
  });

  test('that the partner has not begun is cancelled there and refunded', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product);
    await paid(world, jobId);
    expect((await cancel(world, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'issued' });
    expect(world.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
    expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued', payment_status: 'paid' });
  });

  test('that the partner is at work on, or has let go, can no longer be cancelled', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product, 'in_production');
    await paid(world, jobId);
    for (const waitMs of [1_000, leavesWithinMs]) {
      await world.clock.wind(waitMs);
      expect(await cancel(world, jobId)).toMatchObject({
        outcome: 'declined',
        body: { job_id: jobId, cancelled: false, reason: 'already_in_production' },
      });
    }
  });

  test('that meets fifty payments and fifty cancellations at once ends as one or the other, never as both', async () => {
    const world = memoryWorld();
    const jobId = await placedAs(world, product);
    const event = await payingEvent(world, jobId);
    const rush = (at: number) => [received(world, { ...event, id: `evt_${at}` }), cancel(world, jobId)];
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => rush(at)).flat());
    await sweep(world, 3);
    expect(all.every(({ outcome }) => outcome === 'done' || outcome === 'declined')).toBe(true);
    const end = await status(world, jobId);
    const living = world.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined);
    if (end.status === 'cancelled') expect([end.refund, living]).toEqual(['issued', []]);
    else expect([end.status, end.refund, living.length]).toEqual(['fulfilled', 'not_applicable', 1]);
  });

  test('asked for twenty times with one key is one job with one body', async () => {
    const world = memoryWorld();
    const { quote_id } = await quotedAs(world, product);
    const request = requestFor(product, quote_id, 'none', { idempotency_key: 'a-key' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => orderedAs(world, product, request)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(world.sessions.all()).toHaveLength(1);
  });

  test('cannot be ordered with a quote for another product', async () => {
    const world = memoryWorld();
    for (const other of productNames.filter((name) => name !== product)) {
      const { quote_id } = await quotedAs(world, other);
      await expect(orderedAs(world, product, requestFor(product, quote_id, 'none'))).rejects.toMatchObject({
        code: 'quote_unknown',
        field: 'quote_id',
      });
    }
    expect(world.jobs.all()).toEqual([]);
  });
});
