/** Real mode over HTTP, with doubles of the partners: a letter, a check and a fax, each from its quote to its receipt. */
import { eventFor, until } from '../../support/e2e/client.ts';
import { freshNumber, orderCheck, orderFax, paid, receiptOf, registerAccount } from '../../support/e2e/desk.ts';
import { runningReal } from '../../support/e2e/real.ts';
import { letterPrice } from '../../support/prices.ts';

const service = runningReal();

/** A minute less than a day, because Stripe allows at most a day. */
const checkoutMs = (24 * 60 - 1) * 60_000;

const partner_id_hash = expect.stringMatching(/^[0-9a-f]{32}$/);

describe('a letter', () => {
  test('is quoted, paid on Stripe’s page, printed by PostGrid, and mailed when PostGrid’s event says so', async () => {
    const { stripe, postgrid } = service;
    const captures = stripe.captures();
    const job = await service.order();
    const { job_id } = job;
    const checkout_url = expect.stringContaining(stripe.url);
    expect(job).toMatchObject({ payment_mode: 'real', ...letterPrice(), checkout_url });
    expect(Math.abs(job.expires_at - (job.created_at + checkoutMs))).toBeLessThan(2_000);
    expect(stripe.sessions.get(service.sessionOf(job))).toMatchObject({
      amount_total: letterPrice().total_cents,
      currency: 'usd',
      client_reference_id: job_id,
      metadata: { job_id },
      intentMetadata: { job_id },
      success_url: `${job.pay_url}/paid`,
      cancel_url: job.pay_url,
    });
    expect((await service.get(job.pay_url)).text).toContain(job.checkout_url);
    expect(await service.atPartner(job_id)).toEqual([]);
    expect((await service.pay(job.checkout_url)).status).toBe(200);
    const inProduction = { status: 'fulfilled', fulfillment_status: 'in_production' };
    const { letter_id } = await service.jobUntil(job_id, inProduction);
    const [item] = await service.atPartner(job_id);
    expect(item).toMatchObject({ id: letter_id, kind: 'letter', status: 'ready' });
    expect(await receiptOf(service, job)).toMatchObject({ status: 'with_partner', partner_id_hash });

    expect(postgrid.orders().find(({ id }) => id === letter_id)).toMatchObject({
      color: false,
      doubleSided: false,
      mailingClass: 'first_class',
      addressPlacement: 'top_first_page',
      metadata: { job_id },
      to: { firstName: 'Ada', lastName: 'Lovelace' },
    });
    postgrid.proceed('printing');
    const letter = await until(
      () => service.get(`/letters/${letter_id}`),
      ({ body }) => body.status === 'printing',
    );
    expect(letter.text).not.toContain(job_id);
    postgrid.proceed('processed_for_delivery');
    expect(await service.jobUntil(job_id, { fulfillment_status: 'mailed' })).toMatchObject({
      status: 'fulfilled',
      delivery_status: 'untracked',
      refund: 'not_applicable',
      error: null,
    });
    expect(await receiptOf(service, job)).toMatchObject({
      status: 'mailed',
      payment_mode: 'real',
      document_sha256: item.document_sha256,
      times: { mailed_at: expect.any(Number) },
    });
    expect(stripe.captures() - captures).toBe(1);
    expect(stripe.sessions.get(service.sessionOf(job))).toMatchObject({ payment_status: 'paid' });
  });
});

describe('a check', () => {
  test('is drawn on an account at PostGrid, paid, printed, and mailed when PostGrid’s event says so', async () => {
    const { postgrid, stripe } = service;
    const account = await registerAccount(service);
    const stored = [...postgrid.accounts.values()].at(-1);
    expect(stored).toMatchObject({ bankCountryCode: 'US', routingNumber: '021000021', accountNumberLast4: '4605' });
    const captures = stripe.captures();
    const job = await paid(service, orderCheck(service, account, { memo: 'Engine, part 1' }));
    expect(stripe.sessions.get(service.sessionOf(job))).toMatchObject({ threeDSecure: 'any' });
    const { check_id } = await service.jobUntil(job.job_id, { status: 'fulfilled' });
    expect(postgrid.orders().find(({ id }) => id === check_id)).toMatchObject({
      object: 'cheque',
      amount: 12_550,
      currencyCode: 'USD',
      bankAccount: stored?.id,
      memo: 'Engine, part 1',
      metadata: { job_id: job.job_id },
    });
    postgrid.proceed('completed');
    await service.jobUntil(job.job_id, { fulfillment_status: 'mailed', delivery_status: 'untracked' });
    expect(await receiptOf(service, job)).toMatchObject({ status: 'mailed', service: 'check', partner_id_hash });
    expect(stripe.captures() - captures).toBe(1);
  });
});

describe('a fax', () => {
  test('is uploaded to Telnyx, and sent when Telnyx’s events say so, without polling', async () => {
    const { telnyx, stripe } = service;
    const captures = stripe.captures();
    const to_number = freshNumber();
    const job = await paid(service, orderFax(service, { to_number }));
    const { fax_id } = await service.jobUntil(job.job_id, { fulfillment_status: 'sent' });
    expect(telnyx.faxes().find(({ id }) => id === fax_id)).toMatchObject({
      status: 'delivered',
      to: to_number,
      from: telnyx.settings.fromNumber,
      quality: 'high',
      webhook_url: `${service.baseUrl}/webhooks/telnyx`,
    });
    const [{ document_sha256 }, ...others] = await service.atPartner(job.job_id);
    expect(others).toEqual([]);
    expect(await receiptOf(service, job)).toMatchObject({ status: 'sent', partner_id_hash, document_sha256 });
    expect(stripe.captures() - captures).toBe(1);
    expect(telnyx.requestCounts.get).toBe(0);
  });
});

test('in real mode there is no test checkout, and an unsigned event pays for nothing', async () => {
  const job = await service.order();
  expect((await service.get('/checkout/cs_test_x')).status).toBe(404);
  expect((await service.post('/webhooks/stripe', eventFor(job))).status).toBe(401);
  expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
});
