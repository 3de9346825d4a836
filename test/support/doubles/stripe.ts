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
  type Endpoint,
  endpointOf,
  expandedPaths,
  type Intent,
  intentOf,
  listed,
  type Outcome,
  type Refund,
  refundOf,
  type Session,
  sessionOf,
  updateRefunded,
} from './stripe-objects.ts';
import { type Form, invalidRequest, type StripeRequest, startWire, type Wire, type WireFault } from './stripe-wire.ts';
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

export class StripeDouble {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly events: StripeEvent[] = [];
  /** The operator's webhook endpoints, which get no events. */
  readonly endpoints = new Map<string, Endpoint>();
  readonly #intents = new Map<string, Intent>();
  readonly #charges = new Map<string, Charge>();
  /** The ids of charges whose money a bank holds or took back. */
  readonly #withheld = new Set<string>();
  /** The id of each charge's latest dispute. */
  readonly #disputes = new Map<string, string>();
  /** By event id; each is resolved after the first attempt to deliver the event. */
  readonly #attempted = new Map<string, PromiseWithResolvers<void>>();
  readonly #livemode: boolean;
  readonly #now: () => number;
  readonly #delayMs: number;
  /** The URL to which events are sent, until it accepts them. */
  #endpoint: string | undefined;
  #isClosed = false;
  #nextRefund: Outcome = { status: 'succeeded' };
  #overcharge = 0;
  #count = 0;
  #wire: Wire | undefined;

  /** `now`: Unix ms; `delayMs`: how long each response takes. */
  constructor({ secretKey = 'sk_test_double', webhookSecret = 'whsec_double', now = Date.now, delayMs = 0 } = {}) {
    this.secretKey = secretKey;
    this.webhookSecret = webhookSecret;
    this.#livemode = secretKey.includes('_live_');
    this.#now = now;
    this.#delayMs = delayMs;
  }

  async open(): Promise<this> {
    this.#wire = await startWire({
      secretKey: this.secretKey,
      delayMs: this.#delayMs,
      answer: (request) => this.#answer(request),
      visit: (request) => this.#visit(request),
    });
    return this;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#wire?.close();
  }

  get url(): string {
    return `${this.#wire?.url}`;
  }

  /** Every request that could be parsed, oldest first. */
  get requests(): readonly StripeRequest[] {
    return this.#wire?.requests ?? [];
  }

  /** Plants a fault for the next `times` requests whose `METHOD /path` matches `on`. */
  fail(fault: WireFault, on?: RegExp, times?: number): void {
    this.#wire?.fail(fault, on, times);
  }

  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#wire?.forgetKeys();
  }

  /** The number of payments taken. */
  captures(): number {
    return this.#charges.size;
  }

  refundedCents(): number {
    return [...this.#charges.values()].reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
  }

  sendEventsTo(url: string): void {
    this.#endpoint = url;
  }

  /** The event's body and signature. */
  signed(event: object, options: { readonly secrets?: readonly string[]; readonly at?: number } = {}) {
    const { secrets = [this.webhookSecret], at = this.#now() } = options;
    const body = partnerJson(event);
    return { body, signature: stripeSignature(body, secrets, at) };
  }

  /** From now on, sessions charge this much more than requested. */
  overcharge(cents: number): void {
    this.#overcharge = cents;
  }

  /** Sets the outcome of the next refund. */
  refundsAs(status: Refund['status'], failure_reason?: string): void {
    this.#nextRefund = { status, ...(failure_reason && { failure_reason }) };
  }

  /** The payer presses Pay; `later`: with a method that takes days. Only an open session can be paid. */
  pay(sessionId: string, how: 'at once' | 'later' = 'at once'): StripeEvent | undefined {
    const session = objectIn(this.sessions, sessionId);
    if (this.#statusOf(session) !== 'open') return undefined;
    const intent = intentOf(this.#newId('pi'), session, this.#now());
    this.#intents.set(intent.id, intent);
    const customer_details = { email: 'payer@example.com' };
    Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id, customer_details });
    if (how === 'at once') this.#capture(session, intent);
    return this.#emit('checkout.session.completed', this.#sessionJson(session));
  }

  /** A delayed payment succeeds or fails. */
  finish(sessionId: string, end: 'succeeded' | 'failed'): StripeEvent {
    const session = objectIn(this.sessions, sessionId);
    const intent = objectIn(this.#intents, session.payment_intent ?? '');
    if (end === 'succeeded') this.#capture(session, intent);
    else intent.status = 'requires_payment_method';
    return this.#emit(`checkout.session.async_payment_${end}`, this.#sessionJson(session));
  }

  dispute(sessionId: string): StripeEvent {
    const charge = this.#chargeIn(sessionId);
    charge.disputed = true;
    this.#withheld.add(charge.id);
    const disputeId = this.#newId('dp');
    this.#disputes.set(charge.id, disputeId);
    return this.#emit('charge.dispute.created', disputeOf(charge, disputeId, 'needs_response'));
  }

  /** The payer's bank decides. Unless we lost, the charge can be refunded again, but is still disputed. */
  closeDispute(sessionId: string, status: 'won' | 'lost' | 'warning_closed' | 'prevented'): StripeEvent {
    const charge = this.#chargeIn(sessionId);
    if (status !== 'lost') this.#withheld.delete(charge.id);
    const disputeId = this.#disputes.get(charge.id) ?? this.#newId('dp');
    return this.#emit('charge.dispute.closed', disputeOf(charge, disputeId, status));
  }

  warnOfFraud(sessionId: string): StripeEvent {
    const { id, payment_intent } = this.#chargeIn(sessionId);
    const warning = { id: this.#newId('issfr'), object: 'radar.early_fraud_warning', actionable: true };
    return this.#emit('radar.early_fraud_warning.created', { ...warning, charge: id, payment_intent });
  }

  /** A person presses Refund in Stripe's dashboard; without an amount, for everything. */
  refundByHand(sessionId: string, amount?: number): StripeEvent {
    const charge = this.#chargeIn(sessionId);
    this.#refundCharge(charge, amount ?? charge.amount - charge.amount_refunded, {});
    return this.events.at(-1) as StripeEvent;
  }

  failRefund(refundId: string): StripeEvent {
    const refund = objectIn(this.refunds, refundId);
    refund.status = 'failed';
    const charge = objectIn(this.#charges, refund.charge);
    updateRefunded(charge, this.#refundsOf(charge));
    return this.#emit('refund.failed', refund);
  }

  #newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#livemode ? 'live' : 'test'}_${String(this.#count).padStart(10, '0')}`;
  }

  readonly #routes: readonly (readonly [RegExp, (form: Form, id: string) => object])[] = [
    [/^POST \/checkout\/sessions$/, (form) => this.#createSession(form)],
    [/^POST \/checkout\/sessions\/([^/]+)\/expire$/, (form, id) => this.#sessionJson(this.expire(id), form)],
    [/^GET \/checkout\/sessions\/([^/]+)$/, (form, id) => this.#sessionJson(objectIn(this.sessions, id), form)],
    [/^GET \/payment_intents\/([^/]+)$/, (form, id) => this.#expandedIntent(id, form, '')],
    [/^GET \/payment_intents$/, (form) => this.#listIntents(form)],
    [/^GET \/charges$/, (form) => this.#listCharges(form)],
    [/^POST \/refunds$/, (form) => this.#createRefund(form)],
    [/^GET \/refunds$/, (form) => this.#listRefunds(form)],
    [/^GET \/balance$/, () => ({ object: 'balance', available: [], pending: [], livemode: this.#livemode })],
    [/^POST \/webhook_endpoints$/, (form) => this.#register(form)],
    [/^GET \/webhook_endpoints$/, (form) => listed('webhook_endpoints', [...this.endpoints.values()], form)],
  ];

  #answer({ method, path, form }: StripeRequest): object {
    for (const [pattern, make] of this.#routes) {
      const match = pattern.exec(`${method} ${path.replace('/v1/', '/')}`);
      if (match) return make(form, match[1] ?? '');
    }
    throw invalidRequest('resource_missing', `Unrecognized request URL (${method}: ${path}).`, 404);
  }

  /** The payment page. If the payer presses Pay, it responds after the first attempt to deliver the event. */
  async #visit({ path, form }: StripeRequest): Promise<string> {
    const id = path.split('/').at(-1) ?? '';
    const event = form.action === 'pay' ? this.pay(id) : undefined;
    if (event !== undefined) await this.#attempted.get(event.id)?.promise;
    return checkoutHtml(objectIn(this.sessions, id));
  }

  /** Registers an endpoint. Only this response has its secret. */
  #register(form: Form): object {
    const endpoint = endpointOf(form, this.#livemode);
    this.endpoints.set(endpoint.id, endpoint);
    return { ...endpoint, secret: 'whsec_of_endpoint' };
  }

  #createSession(form: Form): object {
    const id = this.#newId('cs');
    const session = sessionOf(form, id, this.#livemode, this.#now());
    const amount_total = session.amount_total + this.#overcharge;
    const opened = { ...session, amount_total, url: `${this.url}/c/pay/${id}` };
    this.sessions.set(id, opened);
    return this.#sessionJson(opened, form);
  }

  #createRefund(form: Form): object {
    const intent = objectIn(this.#intents, form.payment_intent ?? '');
    if (intent.latest_charge === null)
      throw invalidRequest('payment_intent_unexpected_state', 'This PaymentIntent does not have a successful charge.');
    const charge = objectIn(this.#charges, intent.latest_charge);
    const left = charge.amount - charge.amount_refunded;
    const amount = form.amount === undefined ? left : Number(form.amount);
    return this.#refundCharge(charge, amount, { ...form.metadata });
  }

  #refundCharge(charge: Charge, amount: number, metadata: Record<string, string>): Refund {
    if (this.#withheld.has(charge.id))
      throw invalidRequest('charge_disputed', `Charge ${charge.id} has been charged back.`);
    checkRefund(charge, amount);
    const [id, outcome] = [this.#newId('re'), this.#nextRefund];
    const refund = refundOf(id, charge, { amount, metadata, outcome, at: this.#now() });
    this.#nextRefund = { status: 'succeeded' };
    this.refunds.set(id, refund);
    updateRefunded(charge, this.#refundsOf(charge));
    if (refund.status !== 'failed') this.#emit('charge.refunded', charge);
    return { ...refund };
  }

  #refundsOf(charge: Charge): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.charge === charge.id);
  }

  #listIntents(form: Form): object {
    const intents = [...this.#intents.values()];
    return listed('payment_intents', intents, form, ({ id }) => this.#expandedIntent(id, form, 'data.'));
  }

  #listCharges(form: Form): object {
    const charges = [...this.#charges.values()];
    return listed('charges', charges, form, (charge) => this.#withIntent(charge, form, 'data.payment_intent'));
  }

  #listRefunds(form: Form): object {
    const matching = [...this.refunds.values()].filter(
      ({ payment_intent }) => form.payment_intent === undefined || payment_intent === form.payment_intent,
    );
    return listed('refunds', matching, form, (refund) => {
      const isExpanded = expandedPaths(form).some((path) => path.startsWith('data.charge'));
      const charge = this.#charges.get(refund.charge);
      return isExpanded && charge
        ? { ...refund, charge: this.#withIntent(charge, form, 'data.charge.payment_intent') }
        : refund;
    });
  }

  #withIntent(charge: Charge, form: Form, path: string): object {
    if (!expandedPaths(form).includes(path)) return charge;
    return { ...charge, payment_intent: { ...this.#intents.get(charge.payment_intent) } };
  }

  #expandedIntent(id: string, form: Form, before: string): object {
    const intent = objectIn(this.#intents, id);
    const isExpanded = expandedPaths(form).includes(`${before}latest_charge`);
    if (!isExpanded || intent.latest_charge === null) return { ...intent };
    return { ...intent, latest_charge: { ...this.#charges.get(intent.latest_charge) } };
  }

  #sessionJson(session: Session, form: Form = {}): object {
    const isExpanded = expandedPaths(form).some((path) => path.startsWith('payment_intent'));
    if (!isExpanded || session.payment_intent === null) return asShown(session);
    const payment_intent = this.#expandedIntent(session.payment_intent, form, 'payment_intent.');
    return { ...asShown(session), payment_intent };
  }

  /** Throws a `StripeRefusal` if the session is not open. */
  expire(id: string): Session {
    const session = objectIn(this.sessions, id);
    if (this.#statusOf(session) !== 'open')
      throw invalidRequest(
        'parameter_invalid',
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    return this.#markExpired(session);
  }

  #markExpired(session: Session): Session {
    Object.assign(session, { status: 'expired', url: null });
    this.#emit('checkout.session.expired', this.#sessionJson(session));
    return session;
  }

  /** The session's status. An open session whose time is over expires now. */
  #statusOf(session: Session): Session['status'] {
    if (session.status === 'open' && this.#now() >= session.expires_at * 1_000) this.#markExpired(session);
    return session.status;
  }

  #chargeIn(sessionId: string): Charge {
    const { payment_intent } = objectIn(this.sessions, sessionId);
    return objectIn(this.#charges, objectIn(this.#intents, payment_intent ?? '').latest_charge ?? '');
  }

  #capture(session: Session, intent: Intent): void {
    const charge = chargeOf(this.#newId('ch'), intent, this.#now());
    this.#charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: charge.amount, latest_charge: charge.id });
    session.payment_status = 'paid';
  }

  /** Records an event, and sends it to the endpoint. */
  #emit(type: string, object: object): StripeEvent {
    const event: StripeEvent = {
      id: this.#newId('evt'),
      object: 'event',
      type,
      livemode: this.#livemode,
      created: Math.floor(this.#now() / 1_000),
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    if (this.#endpoint === undefined) return event;
    this.#attempted.set(event.id, Promise.withResolvers());
    void this.#deliver(event, this.#endpoint);
    return event;
  }

  /** Sends the event until it is accepted, signing each attempt. */
  #deliver(event: StripeEvent, url: string): Promise<number | undefined> {
    const isOver = (status?: number) => this.#isClosed || (status !== undefined && status < 300);
    return attemptUntil(isOver, retryDelaysMs, async () => {
      const { body, signature } = this.signed(event);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
      const status = await post(url, { body, headers });
      this.#attempted.get(event.id)?.resolve();
      return status;
    });
  }
}

function objectIn<T>(objects: ReadonlyMap<string, T>, id: string): T {
  const object = objects.get(id);
  if (object === undefined) throw invalidRequest('resource_missing', `No such object: '${id}'`, 404);
  return object;
}

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

export const startStripe = (...options: ConstructorParameters<typeof StripeDouble>): Promise<StripeDouble> =>
  new StripeDouble(...options).open();
