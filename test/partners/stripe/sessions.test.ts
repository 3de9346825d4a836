/** Checkout sessions at Stripe: the requests, and the outcome of each state and each fault. */
import { orderNumberOf, spokenOrderNumber } from '../../../shared/domain/ids.ts';
import type { Operator } from '../../../shared/domain/names.ts';
import type { CheckoutRequest } from '../../../shared/partners/payments.ts';
import { statementSuffix } from '../../../shared/partners/stripe/checkout.ts';
import { closeStripes, request, setUpStripe, startedAt, total } from '../../support/adapters/stripe.ts';
import { invalidRequest, StripeRefusal, type WireFault } from '../../support/doubles/stripe-wire.ts';

afterEach(closeStripes);

test('the payment of a check requires 3-D Secure, and excludes debits that can be returned', async () => {
  const { stripe, payments } = await setUpStripe();
  const plain = await payments.open(request('job_1'));
  const strict = await payments.open({ ...request('job_2'), isStrict: true });
  expect(stripe.sessions.get(plain.id)).toMatchObject({ threeDSecure: 'automatic', excluded: [] });
  expect(stripe.sessions.get(strict.id)).toMatchObject({
    threeDSecure: 'any',
    excluded: expect.arrayContaining(['us_bank_account', 'acss_debit', 'sepa_debit', 'bacs_debit']),
  });
});

test('a session has a line for the order and one for the tax, and has the job’s id wherever we read it', async () => {
  const { stripe, payments } = await setUpStripe();
  const { id } = await payments.open(request());
  expect(stripe.sessions.get(id)).toMatchObject({
    amount_total: total,
    currency: 'cad',
    mode: 'payment',
    adaptive_pricing: { enabled: false },
    lines: [
      { name: 'Letter to Zoë Łukasz, 漢', amount: 615, quantity: 1 },
      { name: 'HST 13%', amount: 80, quantity: 1 },
    ],
    client_reference_id: 'job_1',
    metadata: { job_id: 'job_1' },
    intentMetadata: { job_id: 'job_1' },
    success_url: request().paidUrl,
    cancel_url: request().returnUrl,
  });
  expect(stripe.requests[0]?.key).toBe('checkout_job_1');
});

describe('the operator’s settings', () => {
  const operator = {
    name: 'Acme Letters',
    support: String.raw`https://acme.example/help_(en)?a=[1]\2`,
    termsUrl: 'https://acme.example/terms',
    refundPolicyUrl: 'https://acme.example/refunds',
    privacyUrl: 'https://acme.example/privacy',
  };
  const number = spokenOrderNumber(request().orderNumber);
  const opened = async (settings: Operator, fields: Partial<CheckoutRequest> = {}) => {
    const { stripe, payments } = await setUpStripe({ operator: settings });
    const { id } = await payments.open({ ...request(), ...fields });
    const session = stripe.sessions.get(id);
    if (session === undefined) throw new Error(id);
    return session;
  };

  test('the operator is named on the payment page and the receipt, and the card statement has the order number', async () => {
    expect(await opened(operator)).toMatchObject({
      lines: [{ description: `Acme Letters, order ${number}` }, { name: 'HST 13%', description: '' }],
      intentDescription: `Acme Letters: Letter to Zoë Łukasz, 漢 (order ${number})`,
      suffix: number,
      besideButton: [
        `Questions about order ${number}? [Contact support](https://acme.example/help_%28en%29?a=%5b1%5d%5c2)`,
        '[Terms](https://acme.example/terms)',
        '[Refund policy](https://acme.example/refunds)',
        '[Privacy](https://acme.example/privacy)',
      ].join(' · '),
    });
  });

  test('the operator may have an email address as the contact', async () => {
    const { besideButton } = await opened({ support: 'mailto:help@example.com' });
    expect(besideButton).toBe(`Questions about order ${number}? Write to help@example.com`);
  });

  test('an order’s title cannot impersonate the operator: it is one short line, without characters that reorder it', async () => {
    const title = `Letter to \u202Egro.live\u202C\r\n\u0000${'<b>*"x"'.repeat(200)}`;
    const { lines, intentDescription } = await opened(operator, { title });
    for (const text of [lines[0]?.name ?? '', intentDescription]) {
      expect(text).toContain('Letter to gro.live <b>*"x"<b>*"x"');
      expect(text).toMatch(/…$/);
    }
  });

  test('links of the operator that are too long for Stripe are left out', async () => {
    const long = { ...operator, refundPolicyUrl: `https://acme.example/${'r'.repeat(400)}` };
    const { besideButton } = await opened(long);
    expect(besideButton).not.toContain('Refund policy');
    expect(besideButton).toMatch(/\[Privacy\]\(https:\/\/acme\.example\/privacy\)$/);
  });

  test('every order number gives a statement suffix that Stripe accepts', async () => {
    for (let i = 0; i < 2_000; i += 1)
      expect(statementSuffix(spokenOrderNumber(orderNumberOf(`job_${i}`)))).toMatch(/^(?=.*[A-Z])[0-9A-Z]{10}$/);
  });

  test('the operator’s settings may change between two tries, but only one session’s URL is ever returned', async () => {
    const { stripe, payments } = await setUpStripe();
    stripe.fail('reset_after', /^POST \/v1\/checkout\/sessions$/, 2);
    await expect(payments.open(request())).rejects.toThrow('Stripe: open, unanswered');
    const changed = await setUpStripe({ operator, double: stripe });
    const first = await changed.payments.open(request());
    expect(await changed.payments.open(request())).toEqual(first);
    expect([...stripe.sessions.values()]).toMatchObject([
      { intentDescription: expect.stringMatching(/^Letter/) },
      { id: first.id, intentDescription: expect.stringMatching(/^Acme Letters/) },
    ]);
  });
});

test.each([
  ['at the latest time that Stripe accepts', 24 * 60, 24 * 60 - 1],
  ['at the earliest time that Stripe accepts, even if that is too late', -5, 31],
])('a session expires %s', async (_, minutes, expected) => {
  const { stripe, payments } = await setUpStripe();
  const now = Date.now();
  const requested = now + minutes * 60_000;
  const { id, expiresAt } = await payments.open({ ...request(), expiresAt: requested });
  const at = (stripe.sessions.get(id)?.expires_at ?? 0) * 1_000;
  expect(Math.abs(at - now - expected * 60_000)).toBeLessThan(3_000);
  expect(expiresAt).toBe(Math.min(at, requested));
});

test('a session for more than the approved amount is expired, and no one gets its URL', async () => {
  const { stripe, payments } = await setUpStripe();
  stripe.overcharge(1);
  await expect(payments.open(request())).rejects.toThrow('not the approved one');
  expect([...stripe.sessions.values()]).toMatchObject([{ status: 'expired', amount_total: total + 1 }]);
});

describe('opening sessions', () => {
  const create = /^POST \/v1\/checkout\/sessions$/;

  test.each<[WireFault, number]>([
    ['reset_after', 2],
    ['silent_after', 1],
    ['page', 1],
  ])('opening a session fails after %s, and the next call returns the only session', async (fault, times) => {
    const { stripe, payments } = await setUpStripe();
    stripe.fail(fault, create, times);
    await expect(payments.open(request())).rejects.toThrow('Stripe: open, unanswered');
    const { id } = await payments.open(request());
    expect([...stripe.sessions.keys()]).toEqual([id]);
  });

  test.each<WireFault>(['reset_after', 'rate_limited', 'key_in_use'])(
    'opening a session succeeds in spite of one %s, with one session',
    async (fault) => {
      const { stripe, payments } = await setUpStripe();
      stripe.fail(fault, create);
      const { id } = await payments.open(request());
      expect([...stripe.sessions.keys()]).toEqual([id]);
    },
  );

  test('opening a session uses a new key after a stored 500, and never returns the session of the old key', async () => {
    const { stripe, payments } = await setUpStripe({ now: () => startedAt });
    stripe.fail('error_after', create);
    const first = await payments.open(request());
    expect(await payments.open(request())).toEqual(first);
    expect(stripe.sessions.size).toBe(2);
    expect([...stripe.sessions.keys()][0]).not.toBe(first.id);
  });

  test('opening a session fails after three keys if each gets a 500, and opens a minute later with a fresh key', async () => {
    let at = Date.now();
    const { stripe, payments } = await setUpStripe({ now: () => at });
    stripe.fail('error_before', create, 3);
    await expect(payments.open(request())).rejects.toThrow('Stripe: open, broken, 500');
    at += 60_000;
    expect((await payments.open(request())).url).toContain(stripe.url);
    expect(new Set(stripe.requests.map(({ key }) => key)).size).toBe(4);
  });

  test('opening a session fails if Stripe keeps limiting our requests', async () => {
    const { stripe, payments } = await setUpStripe();
    stripe.fail('rate_limited', create, 1_000);
    await expect(payments.open(request())).rejects.toThrow('Stripe: open, busy, 429, rate_limit');
    expect(stripe.sessions.size).toBe(0);
  });

  test('opening a session fails at once if Stripe refuses it', async () => {
    const { stripe, payments } = await setUpStripe();
    stripe.fail(invalidRequest('amount_too_small', 'The total amount must convert to at least 50 cents.'), create);
    await expect(payments.open(request())).rejects.toThrow('Stripe: open, refused, 400, amount_too_small');
    expect(stripe.requests).toHaveLength(1);
  });
});

describe('sessions', () => {
  test('a session that is complete is treated as open until the money arrives', async () => {
    const { stripe, payments } = await setUpStripe();
    const { id } = await payments.open(request());
    stripe.pay(id, 'later');
    expect(await payments.status(id)).toEqual({ status: 'open', isProcessing: true });
    expect(await payments.expire(id)).toEqual({ status: 'open', isProcessing: true });
    stripe.finish(id, 'succeeded');
    expect(await payments.status(id)).toMatchObject({ status: 'paid', payment: { amountCents: total } });
  });

  test('a session whose payment failed after it was complete is treated as expired', async () => {
    const { stripe, payments } = await setUpStripe();
    const { id } = await payments.open(request());
    stripe.pay(id, 'later');
    stripe.finish(id, 'failed');
    expect(await payments.status(id)).toEqual({ status: 'expired' });
  });

  test('a session whose payment is disputed is treated as paid and disputed, even after the dispute is won', async () => {
    const { stripe, payments, paid } = await setUpStripe();
    const { id, payment } = await paid();
    stripe.dispute(id);
    const disputed = { status: 'paid', isDisputed: true, payment: { id: payment.id } };
    expect(await payments.status(id)).toMatchObject(disputed);
    stripe.closeDispute(id, 'won');
    expect(await payments.status(id)).toMatchObject(disputed);
    expect(await payments.refund('job_1', payment)).toBe('refunded');
  });

  test('a session whose payment was refunded by hand is treated as expired', async () => {
    const { stripe, payments, paid } = await setUpStripe();
    const { id } = await paid();
    stripe.refundByHand(id);
    expect(await payments.status(id)).toEqual({ status: 'expired' });
    expect(await payments.expire(id)).toEqual({ status: 'expired' });
  });

  test('a session that Stripe refuses to expire, and that is still open, is an error', async () => {
    const { stripe, payments } = await setUpStripe();
    const { id } = await payments.open(request());
    stripe.fail(invalidRequest('parameter_invalid', 'not now'), /expire$/);
    await expect(payments.expire(id)).rejects.toThrow('still open');
  });

  test.each<WireFault>(['reset_before', 'reset_after'])(
    'a session is expired and read in spite of one broken connection (%s), under the same key',
    async (fault) => {
      const { stripe, payments } = await setUpStripe();
      const { id } = await payments.open(request());
      const before = stripe.requests.length;
      stripe.fail(fault, /expire$/);
      expect(await payments.expire(id)).toEqual({ status: 'expired' });
      stripe.fail(fault, /^GET/);
      expect(await payments.status(id)).toEqual({ status: 'expired' });
      const [first, second, ...reads] = stripe.requests.slice(before);
      expect(first).toMatchObject({ method: 'POST', key: expect.any(String) });
      expect(second).toEqual(first);
      expect(reads.map(({ method }) => method)).toEqual(['GET', 'GET']);
    },
  );

  test.each<[WireFault, string]>([
    ['rate_limited', 'busy, 429, rate_limit'],
    ['error_before', 'broken, 500'],
    ['silent_after', 'unanswered'],
    [new StripeRefusal(403, 'invalid_request_error', undefined, 'no'), 'locked_out, 403'],
  ])('a session that could not be expired (%s) is an error, and the next call expires it', async (fault, message) => {
    const { stripe, payments } = await setUpStripe();
    const { id } = await payments.open(request());
    stripe.fail(fault, /expire$/);
    await expect(payments.expire(id)).rejects.toThrow(`Stripe: expire, ${message}`);
    expect(await payments.expire(id)).toEqual({ status: 'expired' });
  });

  test.each<[WireFault, string]>([
    ['unavailable', 'broken, 503'],
    ['empty', 'unknown shape'],
    ['silent_before', 'unanswered'],
    [new StripeRefusal(403, 'invalid_request_error', undefined, 'no'), 'locked_out, 403'],
  ])('a session that cannot be read (%s) is an error', async (fault, message) => {
    const { stripe, payments } = await setUpStripe();
    const { id } = await payments.open(request());
    stripe.fail(fault, /^GET/);
    await expect(payments.status(id)).rejects.toThrow(message);
  });
});

test.each(['open', 'status', 'expire', 'refund', 'readEvent'] as const)(
  'an error of `%s` quotes neither our key nor Stripe’s message',
  async (method) => {
    const { stripe, payments, alarms } = await setUpStripe({
      secretKey: 'sk_test_canary_4242',
      acceptedKey: 'sk_test_double',
    });
    const dispute = { payment_intent: 'pi_1', metadata: {} };
    const { body, signature } = stripe.signed({
      id: 'evt_1',
      type: 'charge.dispute.created',
      livemode: false,
      data: { object: dispute },
    });
    const calls = {
      open: () => payments.open(request()),
      status: () => payments.status('cs_test_1'),
      expire: () => payments.expire('cs_test_1'),
      refund: () => payments.refund('job_1', { provider: 'stripe', id: 'pi_1', amountCents: 1, currency: 'USD' }),
      readEvent: () => payments.readEvent(body, { 'stripe-signature': signature }),
    };
    const error = (await calls[method]().catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({
      name: 'StripeFault_locked_out_401',
      message: expect.stringMatching(/locked_out, 401/),
    });
    expect(alarms).toEqual([{ code: 'key_refused', reason: expect.stringMatching(/^Stripe rejected our key/) }]);
    const text = `${error.stack} ${JSON.stringify([error, alarms])} ${Object.values(error).join()} ${error.cause}`;
    expect(text).not.toMatch(/canary|Bearer|Invalid API Key/);
  },
);
