/** The contract of every payment provider. Each adapter is tested against it, in memory or with a double. */
import { dayOf, spanOf } from '../../../shared/domain/job/job.ts';
import type { PaymentProviderName } from '../../../shared/domain/names.ts';
import type { CheckoutRequest, PaymentEvent, Payments, ProviderPayment } from '../../../shared/partners/payments.ts';

/** A provider, and what a payer does on its payment page. */
export interface OpenedPayments {
  readonly payments: Payments;
  /** The number of checkout sessions that were opened. */
  sessions(): number;
  /** The payer pays. Returns the provider's event. */
  pay(checkoutId: string): Promise<SentEvent>;
  /** The session expires. */
  lapse(checkoutId: string): Promise<SentEvent>;
  refundedCents(): number;
  close(): Promise<void>;
}

interface SentEvent {
  readonly body: string;
  readonly signature: string | undefined;
}

const day = 86_400_000;

export const checkoutFor = (jobId: string, now: number, fields: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  jobId,
  title: 'Letter to Zoë Łukasz, 漢',
  price: { currency: 'CAD', amountCents: 615, tax: { cents: 80, label: 'HST 13%' }, priceList: 'test' },
  expiresAt: now + day,
  baseUrl: 'http://127.0.0.1:8787/v1',
  orderNumber: 'order_7k2m9qx4td',
  returnUrl: 'http://127.0.0.1:8787/v1/pay/pay_1?a=1&b=2',
  paidUrl: 'http://127.0.0.1:8787/v1/pay/pay_1/paid?a=1&b=2',
  ...fields,
});

export function paymentsKeepTheirPromises(
  provider: PaymentProviderName,
  open: () => Promise<OpenedPayments>,
  now: () => number,
): void {
  let opened: OpenedPayments;
  let payments: Payments;
  let openedAt: number;
  beforeEach(async () => {
    opened = await open();
    openedAt = now();
    payments = opened.payments;
  });
  afterEach(() => opened.close());

  /** In cents, with tax. */
  const total = 695;
  const checkout = (jobId = 'job_1') => payments.open(checkoutFor(jobId, openedAt));

  /** A paid session, with its event and payment. */
  const paid = async (jobId = 'job_1') => {
    const { id } = await checkout(jobId);
    const event = await opened.pay(id);
    const status = await payments.status(id);
    if (status.status !== 'paid') throw new Error(`the session is ${status.status}, not paid`);
    return { id, event, payment: status.payment, payerEmail: status.payerEmail };
  };

  test('a checkout has an id, a URL and an expiry within a day', async () => {
    const { id, url, expiresAt, ...others } = await checkout();
    expect(id).toMatch(/^cs_/);
    expect(URL.canParse(url)).toBe(true);
    expect(expiresAt).toBeGreaterThan(now() + day - 3 * 60_000);
    expect(expiresAt).toBeLessThanOrEqual(now() + day);
    expect(others).toEqual({ provider });
    expect(await payments.status(id)).toEqual({ status: 'open' });
  });

  test('twenty simultaneous requests for a job get one session, and another job gets its own', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => checkout()));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await checkout()).toEqual(all[0]);
    expect(opened.sessions()).toBe(1);
    expect((await checkout('job_2')).id).not.toBe(all[0]?.id);
  });

  test('a payment is reported with its amount and currency', async () => {
    const { payment } = await paid();
    expect(payment).toEqual({
      provider,
      id: expect.stringMatching(/^pi_/),
      isTest: true,
      amountCents: total,
      currency: 'CAD',
      card: { brand: 'visa', last4: '4242' },
    });
  });

  test('the payer’s email is in the status and the event, but not in the payment', async () => {
    const { event, payment, payerEmail } = await paid();
    expect(payerEmail).toBe('payer@example.com');
    expect(await payments.readEvent(event.body, { 'stripe-signature': event.signature })).toMatchObject({ payerEmail });
    expect(JSON.stringify(payment)).not.toContain('@');
  });

  test('an expired session stays expired and cannot be paid', async () => {
    const { id } = await checkout();
    for (let time = 0; time < 2; time += 1) expect(await payments.expire(id)).toEqual({ status: 'expired' });
    await opened.pay(id).catch(() => undefined);
    expect(await payments.status(id)).toEqual({ status: 'expired' });
  });

  test('expiring a session that is paid says that it is paid', async () => {
    const { id, payment } = await paid();
    const status = { status: 'paid', payment, checkoutId: id, payerEmail: expect.any(String) };
    expect(await payments.expire(id)).toEqual(status);
    expect(await payments.status(id)).toEqual(status);
  });

  test('if a session is paid and expired at the same time, one wins, and the status agrees', async () => {
    const { id } = await checkout();
    const [, outcome] = await Promise.all([opened.pay(id).catch(() => undefined), payments.expire(id)]);
    expect(['paid', 'expired']).toContain(outcome.status);
    expect(await payments.status(id)).toEqual(outcome);
  });

  test('reading or expiring an unknown session throws', async () => {
    await expect(payments.status('cs_test_nobody')).rejects.toThrow();
    await expect(payments.expire('cs_test_nobody')).rejects.toThrow();
  });

  test('a payment is refunded once, no matter how often that is requested', async () => {
    const { payment } = await paid();
    expect(await payments.refund('job_1', payment)).toBe('refunded');
    for (let time = 0; time < 3; time += 1) expect(await payments.refund('job_1', payment)).toBe('refunded');
    expect(opened.refundedCents()).toBe(total);
  });

  test('a day’s payments are listed with their jobs and refunds, on no other day, and can be looked up', async () => {
    const [kept, refunded] = [await paid('job_1'), await paid('job_2')];
    await checkout('job_3');
    await payments.refund('job_2', refunded.payment);
    const common = { provider, amountCents: total, currency: 'CAD', movedAt: expect.any(Number) };
    const expected = [
      { paymentId: kept.payment.id, jobId: 'job_1', refundedCents: 0, ...common },
      { paymentId: refunded.payment.id, jobId: 'job_2', refundedCents: total, ...common },
    ];
    // The day may change while the test runs.
    const listed = await movedOn(payments, new Set([dayOf(openedAt), dayOf(now())]));
    expect([...listed.values()].sort((a, b) => (a.jobId ?? '').localeCompare(b.jobId ?? ''))).toEqual(expected);
    expect(await movedOn(payments, new Set([dayOf(openedAt - 3 * day)]))).toEqual(new Map());
    expect(await payments.findPayment('job_1', kept.payment)).toEqual(expected[0]);
    expect(await payments.findPayment('job_2', refunded.payment)).toEqual(expected[1]);
    expect(await payments.findPayment('job_1', { ...kept.payment, id: 'pi_nobody' })).toBeUndefined();
  });

  test('a job’s id is found by its session or its payment', async () => {
    const [one, other] = [await paid('job_1'), await paid('job_2')];
    const ids = [one.id, one.payment.id, other.payment.id, 'cs_test_nobody', 'pi_nobody'];
    const jobIds = ['job_1', 'job_1', 'job_2', undefined, undefined];
    expect(await Promise.all(ids.map((id) => payments.jobIdOf(id)))).toEqual(jobIds);
  });

  test('the event of a payment names the job and the same payment as the status', async () => {
    const { id, event, payment } = await paid();
    const read = await payments.readEvent(event.body, { 'stripe-signature': event.signature });
    const type = 'checkout.session.completed';
    expect(read).toMatchObject({ provider, kind: 'paid', jobId: 'job_1', payment, checkoutId: id, type });
  });

  test('the event of an expired session names the job', async () => {
    const event = await opened.lapse((await checkout('job_7')).id);
    const read: PaymentEvent = await payments.readEvent(event.body, { 'stripe-signature': event.signature });
    expect(read).toMatchObject({ kind: 'expired', jobId: 'job_7', type: 'checkout.session.expired' });
  });
}

/** The payments of these days, each once. */
async function movedOn(payments: Payments, days: ReadonlySet<string>): Promise<Map<string, ProviderPayment>> {
  const found = new Map<string, ProviderPayment>();
  for (const day of days) {
    let after: string | undefined;
    do {
      const { payments: page, next } = await payments.paymentsMovedWithin(spanOf(day), after);
      for (const money of page) found.set(money.paymentId, money);
      after = next;
    } while (after !== undefined);
  }
  return found;
}
