/** Stripe's events: only those with Stripe's signature over the exact bytes count. */
import { stripeEvent } from '../../../shared/partners/stripe/event.ts';
import { closeStripes, request, setUpStripe, total } from '../../support/adapters/stripe.ts';

afterEach(closeStripes);

const now = Date.UTC(2026, 10, 21, 12);
const bare = { id: 'evt_1', object: 'event', type: 'customer.created', livemode: false, data: { object: {} } };

describe('signatures', () => {
  const invalid = { code: 'signature_invalid' };

  test('a signature is valid only for the exact bytes, in any language and spacing', async () => {
    const { stripe, payments } = await setUpStripe();
    const event = { ...bare, data: { object: { name: 'Zoë 漢 \u2028 😀' } } };
    const { body, signature } = stripe.signed(event);
    // API Gateway delivers the body as base64.
    const raw = Buffer.from(Buffer.from(body).toString('base64'), 'base64').toString('utf8');
    expect(await payments.readEvent(raw, { 'stripe-signature': signature })).toMatchObject({ kind: 'ignored' });
    for (const other of [
      JSON.stringify(event),
      `${body} `,
      body.replace('Zoë', 'Zoe'),
      body.replace('Zoë', 'Zo\u0308e'),
    ])
      await expect(payments.readEvent(other, { 'stripe-signature': signature })).rejects.toMatchObject(invalid);
  });

  test.each([
    ['that is missing', undefined],
    ['without a timestamp', 'v1=00'],
    ['without v1', `t=${now / 1_000}`],
    ['of another scheme', `t=${now / 1_000},v0=00`],
  ])('a signature %s is refused', async (_, signature) => {
    const { stripe, payments } = await setUpStripe({ now: () => now });
    await expect(payments.readEvent(stripe.signed(bare).body, { 'stripe-signature': signature })).rejects.toMatchObject(
      invalid,
    );
  });

  test('a signature made with another secret, or with an empty secret, is refused', async () => {
    const { stripe, payments } = await setUpStripe({ webhookSecrets: ['whsec_other', ''] });
    for (const secrets of [['whsec_double'], ['']]) {
      const { body, signature } = stripe.signed(bare, { secrets });
      await expect(payments.readEvent(body, { 'stripe-signature': signature })).rejects.toMatchObject(invalid);
    }
  });

  test('a signature made with either secret is valid while the secret is being rotated', async () => {
    const { stripe, payments } = await setUpStripe({ webhookSecrets: ['whsec_new', 'whsec_old'] });
    for (const secrets of [['whsec_new'], ['whsec_old'], ['whsec_else', 'whsec_old'], ['whsec_old', 'whsec_new']]) {
      const { body, signature } = stripe.signed(bare, { secrets });
      expect(await payments.readEvent(body, { 'stripe-signature': signature })).toMatchObject({ kind: 'ignored' });
    }
  });

  test('a signature is valid for 300 seconds, and not for one second more', async () => {
    const { stripe, payments } = await setUpStripe({ now: () => now });
    const readAtAge = (seconds: number) => {
      const { body, signature } = stripe.signed(bare, { at: now - seconds * 1_000 });
      return payments.readEvent(body, { 'stripe-signature': signature });
    };
    expect(await readAtAge(300)).toMatchObject({ kind: 'ignored' });
    await expect(readAtAge(301)).rejects.toMatchObject(invalid);
  });

  test('a signature is checked before the body is parsed', async () => {
    const { stripe, payments } = await setUpStripe();
    await expect(payments.readEvent('{"id":', { 'stripe-signature': 't=1,v1=00' })).rejects.toMatchObject(invalid);
    const { signature } = stripe.signed({});
    await expect(payments.readEvent('[]', { 'stripe-signature': signature })).rejects.toMatchObject(invalid);
    const signed = stripe.signed({ id: 'evt_1' });
    await expect(payments.readEvent(signed.body, { 'stripe-signature': signed.signature })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

test.each([
  ['sk_test_double', true, 'ignored'],
  ['sk_test_double', false, 'expired'],
  ['sk_live_double', false, 'ignored'],
  ['sk_live_double', true, 'expired'],
])('with the key %s, an expired session with livemode %s gives the event %s', async (secretKey, livemode, kind) => {
  const { stripe, payments } = await setUpStripe({ secretKey });
  const object = { id: 'cs_1', client_reference_id: 'job_1' };
  const { body, signature } = stripe.signed({ ...bare, type: 'checkout.session.expired', livemode, data: { object } });
  expect(await payments.readEvent(body, { 'stripe-signature': signature })).toMatchObject({ kind });
});

const session = { id: 'cs_1', payment_status: 'paid', amount_total: 500, currency: 'usd', payment_intent: 'pi_1' };
const sessionOf = (id: string) => ({ ...session, metadata: { job_id: id } });
const jobId = 'job_00000000000000000000000000';
const readCompleted = (event: object, provider: 'stripe' | 'mock' = 'stripe') =>
  stripeEvent(JSON.stringify({ ...bare, type: 'checkout.session.completed', ...event }), provider);

test.each([
  ['a setup session', { data: { object: { ...session, amount_total: null, currency: null } } }],
  ['a subscription with a foreign job_id', { data: { object: { ...sessionOf('77'), amount_total: null } } }],
  ['an event that only names its object', { data: undefined }],
  ['a thin event', { type: 'v1.checkout.session.completed', object: 'v2.core.event', data: undefined }],
  ['a session of a connected account', { account: 'acct_1', data: { object: sessionOf(jobId) } }],
  [
    'a dispute with an expanded payment',
    { type: 'charge.dispute.created', data: { object: { payment_intent: { id: 'pi_1' } } } },
  ],
])('%s on a real account is ignored', (_, event) => {
  const why = expect.stringMatching(/^It does not concern an order of this service\.$|^Events of type/);
  expect(readCompleted(event)).toMatchObject({ kind: 'ignored', why });
});

test('a job’s id is trusted in the metadata of a session, and elsewhere only in test mode', () => {
  const labeled = { data: { object: sessionOf(jobId) } };
  const reference = { data: { object: { ...session, client_reference_id: jobId } } };
  expect(readCompleted(labeled)).toMatchObject({ kind: 'paid', isJobIdTrusted: true, jobId });
  expect(readCompleted(reference)).toMatchObject({ kind: 'paid', isJobIdTrusted: false, jobId });
  expect(readCompleted(reference, 'mock')).toMatchObject({ kind: 'paid', isJobIdTrusted: true, jobId });
});

test('a malformed session of ours is an error', () => {
  expect(() => readCompleted({ data: { object: { ...sessionOf(jobId), currency: 7 } } })).toThrow('currency');
});

test.each([
  ['checkout.session.completed', 'id'],
  ['checkout.session.completed', 'payment_intent'],
  ['charge.dispute.created', 'payment_intent'],
])('a test event %s is refused if its %s is too long to store', (type, name) => {
  const body = JSON.stringify({ ...bare, type, data: { object: { ...sessionOf(jobId), [name]: 'x'.repeat(256) } } });
  const refused = { code: 'invalid_request', field: `data.object.${name}` };
  expect(() => stripeEvent(body, 'mock')).toThrow(expect.objectContaining(refused));
});

describe('payments', () => {
  const read = async ({ stripe, payments }: Awaited<ReturnType<typeof setUpStripe>>, event: object) => {
    const { body, signature } = stripe.signed(event);
    return payments.readEvent(body, { 'stripe-signature': signature });
  };

  test('a payment that takes days is ignored until it succeeds or fails', async () => {
    const setup = await setUpStripe();
    const { id } = await setup.payments.open(request());
    const { id: other } = await setup.payments.open(request('job_2'));
    expect(await read(setup, setup.stripe.pay(id, 'later') ?? {})).toMatchObject({ kind: 'ignored' });
    setup.stripe.pay(other, 'later');
    expect(await read(setup, setup.stripe.finish(id, 'succeeded'))).toMatchObject({
      kind: 'paid',
      jobId: 'job_1',
      payment: { amountCents: total, currency: 'CAD' },
    });
    expect(await read(setup, setup.stripe.finish(other, 'failed'))).toMatchObject({
      kind: 'payment_failed',
      jobId: 'job_2',
    });
  });

  test('a fraud warning is matched to the job of its payment', async () => {
    const setup = await setUpStripe();
    const { id, payment } = await setup.paid();
    const warned = { kind: 'fraud_warned', jobId: 'job_1', paymentId: payment.id };
    expect(await read(setup, setup.stripe.warnOfFraud(id))).toMatchObject(warned);
  });

  test.each([
    ['won', 'dispute_won'],
    ['warning_closed', 'dispute_won'],
    ['lost', 'dispute_lost'],
    ['prevented', 'ignored'],
  ] as const)('a payment whose dispute is closed as %s gives the event %s', async (status, kind) => {
    const setup = await setUpStripe();
    const { id } = await setup.paid();
    const opened = await read(setup, setup.stripe.dispute(id));
    const event = await read(setup, setup.stripe.closeDispute(id, status));
    expect(event.kind).toBe(kind);
    const disputeId = 'disputeId' in opened ? opened.disputeId : undefined;
    expect(disputeId).toMatch(/^(dp|du)_/);
    if (kind !== 'ignored') expect(event).toMatchObject({ jobId: 'job_1', disputeId });
  });

  test('a payment that is refunded by hand shows the sum of its refunds, until all of it is refunded', async () => {
    const setup = await setUpStripe();
    const { id, payment } = await setup.paid();
    const first = setup.stripe.refundByHand(id, 100);
    expect(await read(setup, first)).toMatchObject({ kind: 'refunded_in_part', jobId: 'job_1', refundedCents: 100 });
    setup.stripe.refundByHand(id, 50);
    expect(await read(setup, first)).toMatchObject({ kind: 'refunded_in_part', refundedCents: 150 });
    const failed = setup.stripe.failRefund([...setup.stripe.refunds.keys()][0] ?? '');
    expect(await read(setup, failed)).toMatchObject({ kind: 'refund_failed', refundedCents: 50 });
    expect(await setup.payments.refund('job_1', payment)).toBe('refunded');
    expect([...setup.stripe.refunds.values()].at(-1)?.amount).toBe(total - 50);
    expect(await read(setup, first)).toMatchObject({ kind: 'refunded', jobId: 'job_1', refundedCents: total });
  });

  test('the event of a refund shows whether the payment is refunded in part or in full', () => {
    const object = { id: 'ch_1', metadata: { job_id: 'job_1' }, payment_intent: 'pi_1', amount_refunded: 100 };
    const read = (refunded: boolean) =>
      stripeEvent(
        JSON.stringify({ ...bare, type: 'charge.refunded', data: { object: { ...object, refunded } } }),
        'mock',
      );
    expect([read(false), read(true)]).toMatchObject([
      { kind: 'refunded_in_part', refundedCents: 100 },
      { kind: 'refunded', refundedCents: 100 },
    ]);
  });

  test('a payment whose refund failed is not refunded, even if the event of the refund arrives late', async () => {
    const setup = await setUpStripe();
    const { payment } = await setup.paid();
    await setup.payments.refund('job_1', payment);
    const issued = setup.stripe.events.at(-1) ?? {};
    expect(issued).toMatchObject({ type: 'charge.refunded' });
    expect(await read(setup, issued)).toMatchObject({ kind: 'refunded', jobId: 'job_1' });
    const failed = setup.stripe.failRefund([...setup.stripe.refunds.keys()][0] ?? '');
    expect(await read(setup, failed)).toMatchObject({ kind: 'refund_failed', jobId: 'job_1' });
    expect(await read(setup, issued)).toMatchObject({ kind: 'ignored' });
  });

  test('a payment of another service on the same account belongs to no job', async () => {
    const setup = await setUpStripe();
    const object = { payment_intent: 'pi_other', metadata: {} };
    const dispute = { ...bare, type: 'charge.dispute.created', data: { object } };
    expect(await read(setup, dispute)).toMatchObject({ kind: 'ignored' });
    const withoutPayment = { ...dispute, data: { object: { payment_intent: null, metadata: {} } } };
    expect(await read(setup, withoutPayment)).toMatchObject({ kind: 'disputed', jobId: undefined });
  });

  test('a dispute is matched to the job of its payment; if Stripe can’t return the payment, reading the event fails', async () => {
    const setup = await setUpStripe();
    const { id, payment } = await setup.paid();
    const event = setup.stripe.dispute(id);
    setup.stripe.fail('silent_before', /payment_intents/);
    await expect(read(setup, event)).rejects.toThrow('Stripe: event, unanswered');
    expect(await read(setup, event)).toMatchObject({ kind: 'disputed', jobId: 'job_1', paymentId: payment.id });
  });
});

test('an event’s id is logged only if it has the form of an id of Stripe or of the mock provider', () => {
  const loggedId = (id: string) => stripeEvent(JSON.stringify({ ...bare, id }), 'mock').id;
  for (const id of ['evt_1NG8Du2eZvKYlo2CUI79vXWy', 'evt_test_01k9zq3m8t7v2x4y6a8b0c2d4e'])
    expect(loggedId(id)).toBe(id);
  for (const id of ['evt_021000021', 'evt_to_cancel_letter_now', `evt_${'a'.repeat(33)}`])
    expect(loggedId(id)).toBe('unknown');
});
