/**
 * A double of Stripe on 127.0.0.1: sessions, intents, charges and refunds that follow its documented rules, signed
 * webhooks, and planted faults. The service never loads it.
 */
import {
  asShown,
  type Charge,
  chargeOf,
  checkoutHtml,
  checkRefund,
  expandsTo,
  type Intent,
  intentOf,
  listed,
  type Outcome,
  type Refund,
  refundOf,
  type Session,
  sessionOf,
  settle,
  stripeAccount,
} from './stripe-objects.ts';
import { type Form, invalidRequest, type StripeRequest, startWire } from './stripe-wire.ts';
import { attemptUntil, partnerJson, deliver as post, stripeSignature } from './webhook-delivery.ts';

interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** Stripe retries events for three days, the double for a few seconds. */
const retryDelaysMs: readonly number[] = [50, 100, 200, 400, 800, 1_600, 3_200];

export type StripeDouble = Awaited<ReturnType<typeof startStripe>>;

/** `now`: Unix ms; `delayMs`: how long each response takes. */
export async function startStripe({
  secretKey = 'sk_test_double',
  webhookSecret = 'whsec_double',
  now = Date.now,
  delayMs = 0,
} = {}) {
  const livemode = secretKey.includes('_live_');
  const account = stripeAccount(livemode);
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Refund>();
  /** The ids of charges whose money a bank holds or took back. */
  const withheld = new Set<string>();
  const events: StripeEvent[] = [];
  /** By event id; each is resolved after the first attempt to deliver the event. */
  const attempted = new Map<string, PromiseWithResolvers<void>>();
  /** The URL to which events are sent, until it accepts them. */
  let endpoint: string | undefined;
  let isClosed = false;
  let nextRefund: Outcome = { status: 'succeeded' };
  let overcharge = 0;
  let count = 0;
  const idOf = (prefix: string) => {
    count += 1;
    return `${prefix}_${livemode ? 'live' : 'test'}_${String(count).padStart(10, '0')}`;
  };

  const routes: readonly (readonly [RegExp, (form: Form, id: string) => object])[] = [
    [/^POST \/v1\/checkout\/sessions$/, createSession],
    [/^POST \/v1\/checkout\/sessions\/([^/]+)\/expire$/, (form, id) => sessionJson(expireOpen(id), form)],
    [/^GET \/v1\/checkout\/sessions\/([^/]+)$/, (form, id) => sessionJson(objectIn(sessions, id), form)],
    [/^GET \/v1\/payment_intents\/([^/]+)$/, (form, id) => expandedIntent(id, form, '')],
    [/^POST \/v1\/refunds$/, createRefund],
    [/^GET \/v1\/refunds$/, listRefunds],
    [
      /^GET \/v1\/charges$/,
      (form) =>
        listed('charges', [...charges.values()], form, (charge) => withIntent(charge, form, 'data.payment_intent')),
    ],
    [
      /^GET \/v1\/payment_intents$/,
      (form) => listed('payment_intents', [...intents.values()], form, ({ id }) => expandedIntent(id, form, 'data.')),
    ],
    ...account.routes,
  ];

  function answer({ method, path, form }: StripeRequest): object {
    for (const [pattern, make] of routes) {
      const match = pattern.exec(`${method} ${path}`);
      if (match) return make(form, match[1] ?? '');
    }
    throw invalidRequest('resource_missing', `Unrecognized request URL (${method}: ${path}).`, 404);
  }

  /** The payment page. If the payer presses Pay, it responds after the first attempt to deliver the event. */
  async function visit({ path, form }: StripeRequest): Promise<string> {
    const id = path.split('/').at(-1) ?? '';
    const event = form.action === 'pay' ? pay(id) : undefined;
    if (event !== undefined) await attempted.get(event.id)?.promise;
    return checkoutHtml(sessionNamed(id));
  }

  const wire = await startWire({ secretKey, delayMs, answer, visit });

  function createSession(form: Form): object {
    const id = idOf('cs');
    const session = sessionOf(form, id, livemode, now());
    const opened = { ...session, amount_total: session.amount_total + overcharge, url: `${wire.url}/c/pay/${id}` };
    sessions.set(id, opened);
    return sessionJson(opened, form);
  }

  function createRefund(form: Form): object {
    const intent = objectIn(intents, form.payment_intent ?? '');
    if (intent.latest_charge === null)
      throw invalidRequest('payment_intent_unexpected_state', 'This PaymentIntent does not have a successful charge.');
    const charge = objectIn(charges, intent.latest_charge);
    const left = charge.amount - charge.amount_refunded;
    const amount = form.amount === undefined ? left : Number(form.amount);
    return refundCharge(charge, amount, { ...form.metadata });
  }

  function refundCharge(charge: Charge, amount: number, metadata: Record<string, string>): Refund {
    if (withheld.has(charge.id)) throw invalidRequest('charge_disputed', `Charge ${charge.id} has been charged back.`);
    checkRefund(charge, amount);
    const refund = refundOf(idOf('re'), charge, { amount, metadata, outcome: nextRefund, at: now() });
    nextRefund = { status: 'succeeded' };
    refunds.set(refund.id, refund);
    settle(charge, refundsOf(charge));
    if (refund.status !== 'failed') emit('charge.refunded', charge);
    return { ...refund };
  }

  const refundsOf = (charge: Charge) => [...refunds.values()].filter((refund) => refund.charge === charge.id);

  function listRefunds(form: Form): object {
    const matching = [...refunds.values()].filter(
      ({ payment_intent }) => form.payment_intent === undefined || payment_intent === form.payment_intent,
    );
    return listed('refunds', matching, form, (refund) => {
      const isExpanded = expandsTo(form).some((path) => path.startsWith('data.charge'));
      const charge = charges.get(refund.charge);
      return isExpanded && charge
        ? { ...refund, charge: withIntent(charge, form, 'data.charge.payment_intent') }
        : refund;
    });
  }

  const withIntent = (charge: Charge, form: Form, path: string): object =>
    expandsTo(form).includes(path) ? { ...charge, payment_intent: { ...intents.get(charge.payment_intent) } } : charge;

  function objectIn<T>(objects: ReadonlyMap<string, T>, id: string): T {
    const object = objects.get(id);
    if (object === undefined) throw invalidRequest('resource_missing', `No such object: '${id}'`, 404);
    return object;
  }

  function expandedIntent(id: string, form: Form, before: string): object {
    const intent = objectIn(intents, id);
    const isExpanded = expandsTo(form).includes(`${before}latest_charge`);
    return isExpanded && intent.latest_charge
      ? { ...intent, latest_charge: { ...charges.get(intent.latest_charge) } }
      : { ...intent };
  }

  function sessionJson(session: Session, form: Form = {}): object {
    const isExpanded = expandsTo(form).some((path) => path.startsWith('payment_intent'));
    if (!isExpanded || session.payment_intent === null) return asShown(session);
    return { ...asShown(session), payment_intent: expandedIntent(session.payment_intent, form, 'payment_intent.') };
  }

  function expireOpen(id: string): Session {
    const session = objectIn(sessions, id);
    if (statusNow(session) !== 'open')
      throw invalidRequest(
        'parameter_invalid',
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    return markExpired(session);
  }

  function markExpired(session: Session): Session {
    Object.assign(session, { status: 'expired', url: null });
    emit('checkout.session.expired', sessionJson(session));
    return session;
  }

  /** The session's status. An open session whose time is over expires now. */
  function statusNow(session: Session): Session['status'] {
    if (session.status === 'open' && now() >= session.expires_at * 1_000) markExpired(session);
    return session.status;
  }

  /** Records an event, and sends it to the endpoint. */
  function emit(type: string, object: object): StripeEvent {
    const event: StripeEvent = {
      id: idOf('evt'),
      object: 'event',
      type,
      livemode,
      created: Math.floor(now() / 1_000),
      data: { object: structuredClone(object) },
    };
    events.push(event);
    if (endpoint === undefined) return event;
    attempted.set(event.id, Promise.withResolvers());
    void deliver(event, endpoint);
    return event;
  }

  /** Sends the event until it is accepted, signing each attempt. */
  const deliver = (event: StripeEvent, url: string) =>
    attemptUntil(
      (status = 500) => isClosed || status < 300,
      retryDelaysMs,
      async () => {
        const { body, signature } = signed(event);
        const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
        const status = await post(url, { body, headers });
        attempted.get(event.id)?.resolve();
        return status;
      },
    );

  /** The event's body and signature. */
  function signed(
    event: object,
    { secrets = [webhookSecret], at = now() }: { secrets?: readonly string[]; at?: number } = {},
  ) {
    const body = partnerJson(event);
    return { body, signature: stripeSignature(body, secrets, at) };
  }

  const sessionNamed = (sessionId: string) => objectIn(sessions, sessionId);
  const chargeIn = (sessionId: string): Charge => {
    const { payment_intent } = sessionNamed(sessionId);
    return objectIn(charges, objectIn(intents, payment_intent ?? '').latest_charge ?? '');
  };

  function capture(session: Session, intent: Intent): void {
    const charge = chargeOf(idOf('ch'), intent, now());
    charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: charge.amount, latest_charge: charge.id });
    session.payment_status = 'paid';
  }

  /** The payer presses Pay; `later`: with a method that takes days. Only an open session can be paid. */
  function pay(sessionId: string, how: 'at once' | 'later' = 'at once'): StripeEvent | undefined {
    const session = sessionNamed(sessionId);
    if (statusNow(session) !== 'open') return undefined;
    const intent = intentOf(idOf('pi'), session, now());
    intents.set(intent.id, intent);
    const customer_details = { email: 'payer@example.com' };
    Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id, customer_details });
    if (how === 'at once') capture(session, intent);
    return emit('checkout.session.completed', sessionJson(session));
  }

  /** The latest dispute of each charge. */
  const disputes = new Map<string, string>();
  const disputeOf = ({ id, amount, currency, payment_intent }: Charge, disputeId: string, status: string) => ({
    id: disputeId,
    object: 'dispute',
    amount,
    currency,
    charge: id,
    payment_intent,
    metadata: {},
    reason: 'fraudulent',
    status,
  });

  return {
    ...wire,
    secretKey,
    webhookSecret,
    endpoints: account.endpoints,
    sessions,
    refunds,
    events,
    /** The number of payments taken, and the cents refunded. */
    captures: () => charges.size,
    refundedCents: () => [...charges.values()].reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    pay,
    /** A delayed payment succeeds or fails. */
    finish(sessionId: string, end: 'succeeded' | 'failed'): StripeEvent {
      const session = sessionNamed(sessionId);
      const intent = objectIn(intents, session.payment_intent ?? '');
      if (end === 'succeeded') capture(session, intent);
      else intent.status = 'requires_payment_method';
      return emit(`checkout.session.async_payment_${end}`, sessionJson(session));
    },
    expire: (sessionId: string) => void expireOpen(sessionId),
    dispute(sessionId: string): StripeEvent {
      const charge = chargeIn(sessionId);
      charge.disputed = true;
      withheld.add(charge.id);
      const disputeId = idOf('dp');
      disputes.set(charge.id, disputeId);
      return emit('charge.dispute.created', disputeOf(charge, disputeId, 'needs_response'));
    },
    /** The payer's bank decides. Unless we lost, the charge can be refunded again, but is still disputed. */
    closeDispute(sessionId: string, status: 'won' | 'lost' | 'warning_closed' | 'prevented'): StripeEvent {
      const charge = chargeIn(sessionId);
      if (status !== 'lost') withheld.delete(charge.id);
      return emit('charge.dispute.closed', disputeOf(charge, disputes.get(charge.id) ?? idOf('dp'), status));
    },
    warnOfFraud(sessionId: string): StripeEvent {
      const { id, payment_intent } = chargeIn(sessionId);
      const warning = { id: idOf('issfr'), object: 'radar.early_fraud_warning', actionable: true };
      return emit('radar.early_fraud_warning.created', { ...warning, charge: id, payment_intent });
    },
    /** A person presses Refund in Stripe's dashboard; without an amount, for everything. */
    refundByHand(sessionId: string, amount?: number): StripeEvent {
      const charge = chargeIn(sessionId);
      refundCharge(charge, amount ?? charge.amount - charge.amount_refunded, {});
      return events.at(-1) as StripeEvent;
    },
    failRefund(refundId: string): StripeEvent {
      const refund = objectIn(refunds, refundId);
      refund.status = 'failed';
      const charge = objectIn(charges, refund.charge);
      settle(charge, refundsOf(charge));
      return emit('refund.failed', refund);
    },
    /** The outcome of the next refund. */
    refundsAs: (status: Refund['status'], failure_reason?: string) => {
      nextRefund = { status, ...(failure_reason && { failure_reason }) };
    },
    /** The next sessions charge this much more than requested. */
    overcharge: (cents: number) => {
      overcharge = cents;
    },
    sendEventsTo: (url: string) => {
      endpoint = url;
    },
    signed,
    async close() {
      isClosed = true;
      await wire.close();
    },
  };
}
