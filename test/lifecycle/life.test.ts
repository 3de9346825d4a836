/** An order's life from its payment to its receipt, for every product, through the real use cases. */
import { productNames } from '../../shared/domain/names.ts';
import { productNamed } from '../../shared/products/index.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { given } from '../support/fakes/given.ts';
import { type Behavior, orderedAs, payingEvent, quotedAs, received, requestFor } from '../support/fakes/orders.ts';

/** `accepted`: the `fulfillment_status` at the partner. `left`: the same field and the receipt's status after `leavesWithinMs`. */
const mailed = { accepted: 'in_production', left: 'mailed', leavesWithinMs: 125_000 } as const;
const sent = { accepted: 'queued', left: 'sent', leavesWithinMs: 5_000 } as const;

const failedAndRefunded = { status: 'failed', refund: 'issued' };
const withoutLookup = { find: () => Promise.reject(new Error('no response')) };

describe.each(productNames)('a %s', (product) => {
  const { accepted, left, leavesWithinMs } = productNamed(product).leftAs === 'mailed' ? mailed : sent;
  const partnerId = new RegExp(`^${product === 'check' ? 'cheque' : product}_`);
  const idField = `${product}_id`;
  const placed = (behavior?: Behavior) => given('unpaid', { product, behavior });
  const submitted = (behavior?: Behavior) => given('submitted', { product, behavior });

  test('that is paid is with the partner when the webhook responds, and its status says so', async () => {
    const order = await placed();
    expect(await order.status()).toMatchObject({
      service: product,
      status: 'awaiting_payment',
      fulfillment_status: 'not_started',
      [idField]: null,
    });
    const { outcome, body } = await order.pay();
    expect(outcome).toBe('done');
    const id = expect.stringMatching(partnerId);
    expect(body).toEqual({ ok: true, job_id: order.id, letter_id: null, ignored: null, [idField]: id });
    expect(await order.status()).toMatchObject({
      status: 'fulfilled',
      payment_status: 'paid',
      fulfillment_status: accepted,
      delivery_status: 'untracked',
      [idField]: body[idField],
    });
  });

  test('that has left shows it in its status and on its receipt, which never says that it was delivered', async () => {
    const order = await placed();
    expect(await order.receipt()).toMatchObject({ service: product, status: 'awaiting_payment' });
    await order.pay();
    expect(await order.receipt()).toMatchObject({ status: 'with_partner' });
    await order.deps.clock.advance(leavesWithinMs);
    expect(await order.status()).toMatchObject({ fulfillment_status: left, delivery_status: 'untracked' });
    const receipt = await order.receipt();
    expect(receipt).toMatchObject({ status: left, times: { [`${left}_at`]: expect.any(Number) } });
    expect(JSON.stringify(receipt)).not.toMatch(/delivered|cleared/);
  });

  test('that the partner refuses fails and is refunded, and the webhook responds with 502', async () => {
    const order = await placed('reject');
    expect((await order.pay()).outcome).toBe('partner_failed');
    await order.later(1);
    expect(await order.status()).toMatchObject({ ...failedAndRefunded, fulfillment_status: 'failed' });
    expect(order.orders()).toEqual([]);
  });

  test.each(['outage', 'lost_reply'] as const)(
    'whose partner has the fault %s is ordered exactly once',
    async (behavior) => {
      const order = await submitted(behavior);
      await order.later(3);
      expect(await order.status()).toMatchObject({ status: 'fulfilled' });
      expect(order.orders()).toHaveLength(1);
    },
  );

  test('that the partner cannot accept for 12 hours fails and is refunded', async () => {
    const order = await placed('down');
    expect((await order.pay()).body).toMatchObject({ [idField]: null, ignored: null });
    await order.later(11 * 60);
    expect(await order.status()).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
    await order.later(3 * 60);
    expect(await order.status()).toMatchObject(failedAndRefunded);
  });

  test('that never reached a partner fails or can be canceled, even if the partner’s lookup is down', async () => {
    const [waiting, cancelled] = [await placed(), await placed()];
    for (const order of [waiting, cancelled]) {
      order.whenPartner('is unreachable');
      order.whenPartner(withoutLookup);
      await order.pay();
      await order.later(5);
    }
    expect((await cancelled.cancel()).body).toMatchObject({ cancelled: true, refund: 'issued' });
    await waiting.later(14 * 60);
    expect(await waiting.status()).toMatchObject(failedAndRefunded);
  });

  test('that the partner may have is neither canceled nor refunded while its lookup is down', async () => {
    const order = await placed('down');
    order.whenPartner(withoutLookup);
    await order.pay();
    await order.later(5);
    expect((await order.cancel()).body).toMatchObject({ cancelled: false, reason: 'already_in_production' });
    await order.later(14 * 60);
    expect(await order.job()).toMatchObject({ state: 'needs_review', refund: 'not_applicable' });
  });

  test('whose partner never responds is parked with an alarm, and its fulfillment is unknown', async () => {
    const order = await placed();
    order.whenPartner('never responds');
    expect((await order.pay()).body).toMatchObject({ [idField]: null, ignored: null });
    expect(await order.status()).toMatchObject({ status: 'paid', fulfillment_status: 'queued' });
    await order.later(14 * 60);
    expect(await order.status()).toMatchObject({ status: 'paid', fulfillment_status: 'unknown' });
    expect(order.alarms()).toContain('parked');
  });

  test('that is canceled before payment, even twice, charges nothing and expires the link', async () => {
    const order = await placed();
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await order.cancel()).body).toEqual({ job_id: order.id, cancelled: true, refund: 'not_applicable' });
    expect(order.deps.sessions.all()).toMatchObject([{ status: 'expired' }]);
  });

  test('that is canceled before the partner begins is stopped and refunded', async () => {
    const order = await submitted();
    expect((await order.cancel()).body).toEqual({ job_id: order.id, cancelled: true, refund: 'issued' });
    expect(order.orders()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
    expect(await order.receipt()).toMatchObject({ statement: 'The order was canceled. Nothing was sent.' });
    expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued', payment_status: 'paid' });
  });

  test('that the partner is working on or has sent can no longer be canceled', async () => {
    const order = await submitted('in_production');
    for (const waitMs of [1_000, leavesWithinMs]) {
      await order.deps.clock.advance(waitMs);
      const body = { job_id: order.id, cancelled: false, reason: 'already_in_production' };
      expect(await order.cancel()).toMatchObject({ outcome: 'declined', body });
    }
  });

  test('with fifty simultaneous payments and cancellations ends as either fulfilled or canceled', async () => {
    const { deps, id, ...order } = await placed();
    const event = await payingEvent(deps, id);
    const payAndCancel = (number: number) => [received(deps, { ...event, id: `evt_${number}` }), order.cancel()];
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => payAndCancel(index)).flat());
    await order.later(3);
    expect(responses.every(({ outcome }) => outcome === 'done' || outcome === 'declined')).toBe(true);
    const { status, refund } = await order.status();
    const active = order.orders().filter(({ cancelledAt }) => cancelledAt === undefined);
    expect([
      ['cancelled', 'issued', 0],
      ['fulfilled', 'not_applicable', 1],
    ]).toContainEqual([status, refund, active.length]);
  });

  test('requested twenty times with one key is one job with one response', async () => {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, product);
    const request = requestFor(product, quote_id, 'none', { idempotency_key: 'a-key' });
    const responses = await Promise.all(Array.from({ length: 20 }, () => orderedAs(deps, product, request)));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(deps.sessions.all()).toHaveLength(1);
  });
});
