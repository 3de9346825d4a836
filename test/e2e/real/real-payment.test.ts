/** Stripe's events in real mode, over HTTP: signatures, wrong amounts, disputes, refunds by hand and refunds that fail. */

import { orderNumberOf } from '../../../shared/core/ids.ts';
import { ada, type Json, until } from '../../support/e2e/client.ts';
import { orderCheck, orderFax, registered } from '../../support/e2e/desk.ts';
import { runningReal, sendSigned, silently, stripeSecret } from '../../support/e2e/real.ts';
import { letterPrice } from '../../support/prices.ts';
import { longTest } from '../../support/proofs.ts';

const retiring = 'whsec_RetiringDouble';
const service = runningReal({ STRIPE_WEBHOOK_SECRET: `${retiring},${stripeSecret}`, WEBHOOK_WAIT_MS: '5000' });

const at = (addressLine1: string) => ({ to: { ...ada, addressLine1 } });
const refundsOf = async ({ job_id }: Json) =>
  [...service.stripe.refunds.values()].filter(({ metadata }) => metadata.job_id === job_id);
const nothingSent = async ({ job_id }: Json) => expect(await service.mailed(job_id)).toEqual([]);
async function fulfilled() {
  const job = await service.order();
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  return job;
}

describe('only what Stripe has signed counts', () => {
  test.each<[string, (event: object) => { body: string; signature: string | undefined }]>([
    ['no signature', (event) => ({ ...service.stripe.signed(event), signature: undefined })],
    ['another secret', (event) => service.stripe.signed(event, { secrets: ['whsec_SomebodyElse'] })],
    ['six minutes old', (event) => service.stripe.signed(event, { at: Date.now() - 360_000 })],
    [
      'changed afterwards',
      (event) => {
        const { body, signature } = service.stripe.signed(event);
        return { body: body.replace('"paid"', '"paid" '), signature };
      },
    ],
    ['another header', (event) => ({ ...service.stripe.signed(event), signature: 't=1,v1=00' })],
  ])('%s: 401, and nothing is recorded', async (_, made) => {
    const job = await service.order();
    // The session is left open, so that nothing but this event could have paid for the job.
    const session = service.stripe.sessions.get(service.sessionOf(job));
    const object = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_test_forged' };
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object },
    };
    const { body, signature } = made(event);
    const answer = await service.post(
      '/webhooks/stripe',
      body,
      signature === undefined ? {} : { 'stripe-signature': signature },
    );
    expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    expect(service.factsOf(answer)).toEqual([]);
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
    await nothingSent(job);
  });

  test('the event of a check or of a fax likewise', async () => {
    const account = await registered(service);
    for (const job of [await orderCheck(service, account), await orderFax(service)]) {
      const forged = service.stripe.signed(service.paidEvent(job), { secrets: ['whsec_SomebodyElse'] });
      const answer = await sendSigned(service, forged);
      expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } });
      expect(service.factsOf(answer)).toEqual([]);
      expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
      await nothingSent(job);
    }
  });

  test.each([[[retiring]], [[stripeSecret]], [['whsec_SomebodyElse', stripeSecret]]])(
    'while the secret is being rotated, %p will do',
    async (secrets) => {
      const job = await service.order();
      const answer = await sendSigned(service, service.stripe.signed(service.paidEvent(job), { secrets }));
      expect(answer).toMatchObject({ status: 200, body: { job_id: job.job_id, letter_id: expect.any(String) } });
    },
  );

  test('an event of live mode is ignored', async () => {
    const job = await service.order();
    const session = service.stripe.sessions.get(service.sessionOf(job));
    const object = { ...session, payment_status: 'paid' };
    const event = {
      id: 'evt_live',
      object: 'event',
      type: 'checkout.session.completed',
      livemode: true,
      data: { object },
    };
    expect(await service.tell(event)).toMatchObject({
      status: 200,
      body: { ignored: expect.stringContaining('test mode') },
    });
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});

describe('when the partner refuses', () => {
  test('the first delivery is 502, every repeat 409, and Stripe gives back the whole sum once', async () => {
    const job = await service.order(at('1 TEST REJECT ST'));
    const event = service.paidEvent(job);
    expect(await service.tell(event)).toMatchObject({ status: 502, body: { ok: false, letter_id: null } });
    expect((await service.tell(event)).status).toBe(409);
    await service.jobUntil(job.job_id, { status: 'failed', refund: 'issued' });
    expect(await refundsOf(job)).toMatchObject([{ amount: letterPrice().total_cents, status: 'succeeded' }]);
    await nothingSent(job);
  });

  test('PostGrid cancels an order by itself: the job has failed, and the payer is refunded', async () => {
    const job = await fulfilled();
    const { letter_id } = await service.job(job.job_id);
    service.postgrid.cancel(letter_id, 'invalid_content');
    expect(await service.jobUntil(job.job_id, { status: 'failed', refund: 'issued' })).toMatchObject({
      ...{ payment_status: 'paid', fulfillment_status: 'failed', error: expect.stringContaining('cannot be printed') },
    });
    expect(await refundsOf(job)).toMatchObject([{ amount: letterPrice().total_cents }]);
    expect(await service.cancel(job.job_id)).toMatchObject({ status: 409, body: { reason: 'job_failed' } });
  });
});

describe('a price the user did not approve', () => {
  test.each<[string, object]>([
    ['less', { amount_total: letterPrice().total_cents - 1 }],
    ['more', { amount_total: letterPrice().total_cents + 1 }],
    ['another currency', { currency: 'cad' }],
  ])('%s: 409, nothing mailed, refunded, an alarm', async (_, changes) => {
    const job = await service.order();
    const event = service.paidEvent(job);
    Object.assign(event.data.object, changes);
    expect(await service.tell(event)).toMatchObject({ status: 409, body: { ok: false, job_id: job.job_id } });
    await service.jobUntil(job.job_id, { status: 'failed', payment_status: 'failed', refund: 'issued' });
    expect(await refundsOf(job)).toMatchObject([{ amount: letterPrice().total_cents }]);
    await nothingSent(job);
    expect(service.log()).toMatch(new RegExp(`"message":"mispaid".*${orderNumberOf(job.job_id)}`));
  });

  test('a session that asks for more is never given out', async () => {
    service.stripe.overcharge(100);
    const { quote_id } = await service.quote();
    const letter = { to: ada, from: ada, text: 'Dear Ada,\n\nthe engine works.' };
    const answer = await service.post('/jobs', { quote_id, letter });
    service.stripe.overcharge(0);
    expect(answer.status).toBe(503);
    expect([...service.stripe.sessions.values()].at(-1)).toMatchObject({
      amount_total: letterPrice().total_cents + 100,
      status: 'expired',
    });
  });
});

describe('a session of another service that names our job', () => {
  /** Opened at Stripe for the same order, but not by the job. */
  async function foreignSession({ job_id }: Json): Promise<string> {
    const { currency, amount_total } = { currency: 'usd', amount_total: String(letterPrice().total_cents) };
    const form = new URLSearchParams({
      ...{ mode: 'payment', client_reference_id: job_id, 'metadata[job_id]': job_id },
      ...{ success_url: 'https://example.com/', 'payment_intent_data[metadata][job_id]': job_id },
      ...{ 'line_items[0][quantity]': '1', 'line_items[0][price_data][currency]': currency },
      ...{
        'line_items[0][price_data][unit_amount]': amount_total,
        'line_items[0][price_data][product_data][name]': 'x',
      },
    });
    const headers = { authorization: `Bearer ${service.stripe.secretKey}` };
    const url = `${service.stripe.url}/v1/checkout/sessions`;
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    return ((await answer.json()) as Json).id;
  }

  test('is paid: its money goes back, and the job waits for its own', async () => {
    const job = await service.order();
    const session = await foreignSession(job);
    const event = silently(service.stripe, service, () => service.stripe.pay(session));
    for (let time = 0; time < 2; time += 1)
      expect(await service.tell(event)).toMatchObject({ status: 200, body: { ignored: expect.any(String) } });
    expect(await refundsOf(job)).toMatchObject([{ amount: letterPrice().total_cents, status: 'succeeded' }]);
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment', refund: 'not_applicable' });
    await service.pay(job.checkout_url);
    await service.jobUntil(job.job_id, { status: 'fulfilled', refund: 'not_applicable' });
  });

  test('expires: the job can still be paid', async () => {
    const job = await service.order();
    const session = await foreignSession(job);
    silently(service.stripe, service, () => service.stripe.expire(session));
    expect(await service.tell(service.stripe.events.at(-1))).toMatchObject({ status: 200 });
    expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
  });
});

describe('payments that take their time', () => {
  test.each([
    ['succeeded', { status: 'fulfilled', payment_status: 'paid' }],
    ['failed', { status: 'failed', payment_status: 'failed' }],
  ] as const)('%s', async (end, wanted) => {
    const job = await service.order();
    const session = service.sessionOf(job);
    const waiting = silently(service.stripe, service, () => service.stripe.pay(session, 'later'));
    expect(await service.tell(waiting)).toMatchObject({
      status: 200,
      body: { letter_id: null, ignored: expect.any(String) },
    });
    service.stripe.finish(session, end);
    await service.jobUntil(job.job_id, wanted);
    expect(await service.mailed(job.job_id)).toHaveLength(end === 'succeeded' ? 1 : 0);
  });

  test('a session that expires cancels the job', async () => {
    const job = await service.order();
    service.stripe.expire(service.sessionOf(job));
    await service.jobUntil(job.job_id, { status: 'cancelled', payment_status: 'pending', refund: 'not_applicable' });
  });
});

describe('the money after payment', () => {
  const logged = (message: string, { job_id }: Json) => new RegExp(`"message":"${message}".*${orderNumberOf(job_id)}`);

  test('a dispute of a mailed letter is an alarm, and refunds nothing', async () => {
    const job = await fulfilled();
    service.stripe.dispute(service.sessionOf(job));
    await until(
      async () => service.log(),
      (log) => logged('payment disputed', job).test(log),
    );
    expect(await service.job(job.job_id)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
    expect(await refundsOf(job)).toEqual([]);
  });

  test('nothing is mailed for a payment that is disputed before the partner has the letter', async () => {
    const job = await service.order(at('1 TEST DOWN ST'));
    await service.pay(job.checkout_url);
    service.stripe.dispute(service.sessionOf(job));
    await until(
      async () => service.log(),
      (log) => logged('payment disputed', job).test(log),
    );
    expect(await service.cancel(job.job_id)).toMatchObject({ status: 409, body: { reason: 'refund_failed' } });
    await nothingSent(job);
  });

  longTest('a warning of fraud stops an order that PostGrid has not begun, and gives the money back', async () => {
    const job = await fulfilled();
    service.stripe.warnOfFraud(service.sessionOf(job));
    await service.jobUntil(job.job_id, { status: 'cancelled', refund: 'issued' });
    expect(await refundsOf(job)).toMatchObject([{ amount: letterPrice().total_cents }]);
  });

  longTest('a refund by hand before the partner has the letter cancels it; nothing is paid back twice', async () => {
    const job = await service.order(at('1 TEST DOWN ST'));
    await service.pay(job.checkout_url);
    service.stripe.refundByHand(service.sessionOf(job));
    await until(
      () => service.job(job.job_id),
      ({ refund }) => refund === 'issued',
    );
    await nothingSent(job);
    expect(service.stripe.refunds.size).toBeGreaterThan(0);
    expect(await refundsOf(job)).toEqual([]);
  });

  test('a refund by hand of a mailed letter is written down, a part of the money is not', async () => {
    const job = await fulfilled();
    const part = silently(service.stripe, service, () => service.stripe.refundByHand(service.sessionOf(job), 100));
    expect(await service.tell(part)).toMatchObject({ status: 200, body: { ignored: expect.any(String) } });
    service.stripe.refundByHand(service.sessionOf(job));
    await service.jobUntil(job.job_id, { status: 'fulfilled', refund: 'issued' });
  });

  test('a refund that fails at the bank is told to people, and left to a person', async () => {
    const job = await fulfilled();
    expect(await service.cancel(job.job_id)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
    const [refund] = await refundsOf(job);
    service.stripe.failRefund(refund?.id ?? '');
    await service.jobUntil(job.job_id, { status: 'cancelled', refund: 'contact_support' });
    expect(service.log()).toMatch(logged('refund failed at the bank', job));
  });

  test('a refund whose answer is lost is made once', async () => {
    const job = await fulfilled();
    service.stripe.fail('reset_after', /^POST \/v1\/refunds$/);
    await service.cancel(job.job_id);
    await service.jobUntil(job.job_id, { status: 'cancelled', refund: 'issued' });
    expect(await refundsOf(job)).toMatchObject([{ amount: letterPrice().total_cents }]);
  });
});

longTest(
  'Stripe does not answer: 503, and the same request later is given the one session',
  async () => {
    const { quote_id } = await service.quote();
    const letter = { to: ada, from: ada, text: 'Dear Ada,\n\nthe engine works.' };
    const request = { quote_id, idempotency_key: 'once-only', letter };
    const before = service.stripe.sessions.size;
    // Stripe's client asks again by itself where a connection broke, under the same key.
    service.stripe.fail('reset_after', /^POST \/v1\/checkout\/sessions$/, 2);
    expect((await service.post('/jobs', request)).status).toBe(503);
    const made = await until(
      () => service.post('/jobs', request),
      ({ status }) => status === 200,
      25_000,
    );
    expect(made.body).toMatchObject({ checkout_url: expect.stringContaining(service.stripe.url) });
    expect(service.stripe.sessions.size - before).toBe(1);
  },
  40_000,
);
