/** The life of a job from quote to receipt, for every product, through the real use cases. */
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { productNamed } from '../../shared/products/index.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import {
  caller,
  orderedAs,
  paid,
  payingEvent,
  placedAs,
  quotedAs,
  received,
  reconcileFor,
  requestFor,
  sold,
} from '../support/fakes/orders.ts';

/** `fulfillment_status` while the partner holds it and once it has left, the receipt's word then, and a time by which it has. */
const mailed = { held: 'in_production', left: 'mailed', leftAs: 'mailed', leavesWithinMs: 125_000 } as const;
const sent = { held: 'queued', left: 'sent', leftAs: 'sent', leavesWithinMs: 5_000 } as const;

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);
const receipt = async (deps: MemoryDeps, jobId: string) =>
  (await ask(getReceipt, deps, { job_id: jobId }, caller)).body;

/** The same dependencies with another partner for that product. */
function withPartner(deps: MemoryDeps, product: ProductName, change: Partial<Partner>): MemoryDeps {
  const changed = { ...deps.partners[product], ...change };
  return Object.assign(deps, { partners: { ...deps.partners, [product]: changed } });
}

const silent: Partial<Partner> = {
  submit: async () => Promise.reject(new Error('no answer')),
  find: async () => ({ kind: 'unknown' as const }),
};

describe.each(productNames)('a %s', (product) => {
  const { held, left, leftAs, leavesWithinMs } = productNamed(product).leftAs === 'mailed' ? mailed : sent;
  const partnerId = new RegExp(`^${product === 'check' ? 'cheque' : product}_`);
  const idField = `${product}_id`;

  test('that is paid is with the partner when the webhook is answered, and its view says so', async () => {
    const deps = memoryDeps();
    const jobId = await placedAs(deps, product);
    expect(await status(deps, jobId)).toMatchObject({
      service: product,
      status: 'awaiting_payment',
      fulfillment_status: 'not_started',
      [idField]: null,
    });
    const { outcome, body } = await paid(deps, jobId);
    expect(outcome).toBe('done');
    const id = expect.stringMatching(partnerId);
    expect(body).toEqual({ ok: true, job_id: jobId, letter_id: null, ignored: null, [idField]: id });
    expect(await status(deps, jobId)).toMatchObject({
      status: 'fulfilled',
      payment_status: 'paid',
      fulfillment_status: held,
      delivery_status: 'untracked',
      [idField]: body[idField],
    });
  });

  test('that has left says so in its view and on its receipt, and never that it was delivered', async () => {
    const deps = memoryDeps();
    const jobId = await placedAs(deps, product);
    expect(await receipt(deps, jobId)).toMatchObject({ service: product, status: 'awaiting_payment' });
    await paid(deps, jobId);
    expect(await receipt(deps, jobId)).toMatchObject({ status: 'with_partner' });
    await deps.clock.wind(leavesWithinMs);
    expect(await status(deps, jobId)).toMatchObject({ fulfillment_status: left, delivery_status: 'untracked' });
    const said = await receipt(deps, jobId);
    expect(said).toMatchObject({ status: leftAs, times: { [`${leftAs}_at`]: expect.any(Number) } });
    expect(JSON.stringify(said)).not.toMatch(/delivered|cleared/);
  });

  test('that the partner refuses answers 502, is failed and refunded', async () => {
    const deps = memoryDeps();
    const jobId = await placedAs(deps, product, 'reject');
    expect((await paid(deps, jobId)).outcome).toBe('partner_failed');
    await reconcileFor(deps);
    expect(await status(deps, jobId)).toMatchObject({
      status: 'failed',
      fulfillment_status: 'failed',
      refund: 'issued',
    });
    expect(deps.orders.all()).toEqual([]);
  });

  test.each(['outage', 'lost_reply'] as const)(
    'that meets an %s at the partner is ordered exactly once',
    async (mood) => {
      const deps = memoryDeps();
      const jobId = await sold(deps, product, mood);
      await reconcileFor(deps, 3);
      expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled' });
      expect(deps.orders.all()).toHaveLength(1);
    },
  );

  test('that the partner cannot take for 12 hours is failed and refunded', async () => {
    const deps = memoryDeps();
    const jobId = await placedAs(deps, product, 'down');
    expect((await paid(deps, jobId)).body).toMatchObject({ [idField]: null, ignored: null });
    await reconcileFor(deps, 11 * 60);
    expect(await status(deps, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
    await reconcileFor(deps, 3 * 60);
    expect(await status(deps, jobId)).toMatchObject({ status: 'failed', refund: 'issued' });
  });

  test('that no partner was reached for is failed or cancelled, though the partner cannot be asked either', async () => {
    const unreached = {
      submit: async () => ({ kind: 'not_taken', reason: 'no connection' }) as const,
      find: () => Promise.reject(new Error('no answer')),
    };
    const deps = withPartner(memoryDeps(), product, unreached);
    const [waiting, cancelled] = [await placedAs(deps, product, 'down'), await placedAs(deps, product, 'down')];
    await paid(deps, waiting);
    await paid(deps, cancelled);
    await reconcileFor(deps, 5);
    expect((await cancel(deps, cancelled)).body).toEqual({ job_id: cancelled, cancelled: true, refund: 'issued' });
    await reconcileFor(deps, 14 * 60);
    expect(await status(deps, waiting)).toMatchObject({ status: 'failed', refund: 'issued' });
  });

  test('that a partner has put off is neither cancelled nor paid back while it does not say whether it has it', async () => {
    const unasked = { find: () => Promise.reject(new Error('no answer')) };
    const deps = withPartner(memoryDeps(), product, unasked);
    const jobId = await sold(deps, product, 'down');
    await reconcileFor(deps, 5);
    expect((await cancel(deps, jobId)).body).toMatchObject({ cancelled: false, reason: 'already_in_production' });
    await reconcileFor(deps, 14 * 60);
    expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'needs_review', refund: 'not_applicable' });
  });

  test('whose partner never answers is parked with an alarm, paid and of unknown fulfilment', async () => {
    const deps = withPartner(memoryDeps(), product, silent);
    const jobId = await placedAs(deps, product);
    expect((await paid(deps, jobId)).body).toMatchObject({ [idField]: null, ignored: null });
    expect(await status(deps, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
    await reconcileFor(deps, 14 * 60);
    expect(await status(deps, jobId)).toMatchObject({ status: 'paid', fulfillment_status: 'unknown' });
    expect(deps.alarms.map(({ message }) => message)).toContain('parked');
  });

  test('cancelled before payment charges nothing and expires the link, once and again', async () => {
    const deps = memoryDeps();
    const jobId = await placedAs(deps, product);
    for (let time = 0; time < 2; time += 1)
      expect((await cancel(deps, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'not_applicable' });
    expect(deps.sessions.all()).toMatchObject([{ status: 'expired' }]);
  });

  test('that the partner has not begun is cancelled there and refunded', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps, product);
    expect((await cancel(deps, jobId)).body).toEqual({ job_id: jobId, cancelled: true, refund: 'issued' });
    expect(deps.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
    expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued', payment_status: 'paid' });
  });

  test('that the partner is at work on, or has let go, can no longer be cancelled', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps, product, 'in_production');
    for (const waitMs of [1_000, leavesWithinMs]) {
      await deps.clock.wind(waitMs);
      expect(await cancel(deps, jobId)).toMatchObject({
        outcome: 'declined',
        body: { job_id: jobId, cancelled: false, reason: 'already_in_production' },
      });
    }
  });

  test('that meets fifty payments and fifty cancellations at once ends as one or the other, never as both', async () => {
    const deps = memoryDeps();
    const jobId = await placedAs(deps, product);
    const event = await payingEvent(deps, jobId);
    const rush = (at: number) => [received(deps, { ...event, id: `evt_${at}` }), cancel(deps, jobId)];
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => rush(at)).flat());
    await reconcileFor(deps, 3);
    expect(all.every(({ outcome }) => outcome === 'done' || outcome === 'declined')).toBe(true);
    const end = await status(deps, jobId);
    const living = deps.orders.all().filter(({ cancelledAt }) => cancelledAt === undefined);
    if (end.status === 'cancelled') expect([end.refund, living]).toEqual(['issued', []]);
    else expect([end.status, end.refund, living.length]).toEqual(['fulfilled', 'not_applicable', 1]);
  });

  test('asked for twenty times with one key is one job with one body', async () => {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, product);
    const request = requestFor(product, quote_id, 'none', { idempotency_key: 'a-key' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => orderedAs(deps, product, request)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(deps.sessions.all()).toHaveLength(1);
  });
});
