/** Stripe's objects, as far as this service uses them, and Stripe's rules for changing them, without HTTP. */
import { randomBytes } from 'node:crypto';
import { type Form, invalidRequest } from './stripe-wire.ts';

export type Session = ReturnType<typeof sessionOf>;
export type Intent = ReturnType<typeof intentOf>;
export type Charge = ReturnType<typeof chargeOf>;
export type Refund = ReturnType<typeof refundOf>;

/** The fields of a session that are not in Stripe's responses. */
const hiddenFields: ReadonlySet<string> = new Set<keyof Session>([
  'lines',
  'besideButton',
  'intentMetadata',
  'intentDescription',
  'suffix',
  'threeDSecure',
  'excluded',
]);

/** The session as Stripe shows it. */
export const asShown = (session: Session): object =>
  Object.fromEntries(Object.entries(session).filter(([name]) => !hiddenFields.has(name)));

const sessionParameters = new Set([
  'mode',
  'line_items',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'expires_at',
  'success_url',
  'cancel_url',
  'adaptive_pricing',
  'payment_method_options',
  'excluded_payment_method_types',
  'custom_text',
  'expand',
]);

const requiredText = (value: unknown, name: string): string => {
  if (typeof value !== 'string') throw invalidRequest('parameter_missing', `Missing required param: ${name}.`);
  if (value === '') throw invalidRequest('parameter_invalid_empty', `You passed an empty string for '${name}'.`);
  return value;
};

const wholeNumber = (value: unknown, name: string): number => {
  if (!/^\d{1,12}$/.test(requiredText(value, name)))
    throw invalidRequest('parameter_invalid_integer', `Invalid integer: ${name}`);
  return Number(value);
};

const webUrl = (value: unknown, name: string): string => {
  if (!URL.canParse(requiredText(value, name))) throw invalidRequest('url_invalid', `Not a valid URL: ${name}`);
  return value as string;
};

const atMost = (length: number, text: string, name: string): string => {
  if (text.length > length) throw invalidRequest('parameter_invalid_string', `Too long: ${name}`);
  return text;
};

/** At most 10 of the 22 characters on a statement: up to 10 of a prefix, a star and a space come first. */
const suffixOf = (text: string | undefined): string => {
  if (text !== undefined && !/^(?=.*[a-z])[^<>\\'"*]{1,10}$/i.test(text))
    throw invalidRequest('parameter_invalid', 'The statement descriptor suffix is not allowed.');
  return text ?? '';
};

const metadataOf = (value: Form, name: string): Record<string, string> => {
  const entries = Object.entries<unknown>(value ?? {});
  for (const [key, each] of entries)
    if (key.length > 40 || typeof each !== 'string' || each.length > 500)
      throw invalidRequest('parameter_invalid_string', `Metadata is too long or nested: ${name}`);
  return Object.fromEntries(entries) as Record<string, string>;
};

/** The session that `POST /v1/checkout/sessions` creates from a form. Throws a `StripeRefusal`. `now` in Unix ms. */
export function sessionOf(form: Form, id: string, livemode: boolean, now: number) {
  for (const name of Object.keys(form))
    if (!sessionParameters.has(name)) throw invalidRequest('parameter_unknown', `Received unknown parameter: ${name}`);
  if (form.mode !== 'payment') throw invalidRequest('parameter_missing', 'You must provide one of the modes.');
  const created = Math.floor(now / 1_000);
  const expires_at = form.expires_at === undefined ? created + 86_399 : wholeNumber(form.expires_at, 'expires_at');
  if (expires_at < created + 1_800)
    throw invalidRequest('parameter_invalid', 'The expires_at timestamp must be at least 30 minutes from now.');
  if (expires_at >= created + 86_400)
    throw invalidRequest('parameter_invalid', 'The expires_at timestamp must be less than 24 hours from now.');
  const items: Form[] = Object.values(form.line_items ?? {});
  if (items.length === 0) throw invalidRequest('parameter_missing', 'Missing required param: line_items.');
  const currencies = new Set(items.map(({ price_data }) => requiredText(price_data?.currency, 'currency')));
  if (currencies.size > 1) throw invalidRequest('parameter_invalid', 'All line items must have the same currency.');
  const lines = items.map(({ price_data, quantity }) => ({
    name: atMost(250, requiredText(price_data.product_data?.name, 'name'), 'name'),
    description: atMost(500, price_data.product_data?.description ?? '', 'description'),
    amount: wholeNumber(price_data.unit_amount, 'unit_amount'),
    quantity: wholeNumber(quantity, 'quantity'),
  }));
  return {
    id,
    object: 'checkout.session' as const,
    livemode,
    mode: 'payment',
    created,
    expires_at,
    lines,
    amount_total: lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0),
    currency: ([...currencies][0] as string).toLowerCase(),
    client_reference_id: (form.client_reference_id ?? null) as string | null,
    metadata: metadataOf(form.metadata, 'metadata'),
    intentMetadata: metadataOf(form.payment_intent_data?.metadata, 'payment_intent_data[metadata]'),
    intentDescription: atMost(1_000, form.payment_intent_data?.description ?? '', 'payment_intent_data[description]'),
    suffix: suffixOf(form.payment_intent_data?.statement_descriptor_suffix),
    besideButton: atMost(500, form.custom_text?.submit?.message ?? '', 'custom_text[submit][message]'),
    threeDSecure: (form.payment_method_options?.card?.request_three_d_secure ?? 'automatic') as string,
    excluded: Object.values(form.excluded_payment_method_types ?? {}) as string[],
    success_url: webUrl(form.success_url, 'success_url'),
    cancel_url: form.cancel_url === undefined ? null : webUrl(form.cancel_url, 'cancel_url'),
    adaptive_pricing: form.adaptive_pricing ? { enabled: form.adaptive_pricing.enabled === 'true' } : null,
    url: null as string | null,
    status: 'open' as 'open' | 'complete' | 'expired',
    payment_status: 'unpaid' as 'paid' | 'unpaid' | 'no_payment_required',
    payment_intent: null as string | null,
    customer_details: null as { readonly email: string } | null,
  };
}

/** `at` in Unix ms. */
export const intentOf = (id: string, { amount_total, currency, intentMetadata }: Session, at: number) => ({
  id,
  object: 'payment_intent' as const,
  created: Math.floor(at / 1_000),
  amount: amount_total,
  currency,
  metadata: intentMetadata,
  amount_received: 0,
  latest_charge: null as string | null,
  status: 'processing' as 'succeeded' | 'processing' | 'requires_payment_method',
});

export const chargeOf = (id: string, intent: Intent, at: number) => ({
  id,
  object: 'charge' as const,
  created: Math.floor(at / 1_000),
  status: 'succeeded' as const,
  amount: intent.amount,
  currency: intent.currency,
  payment_intent: intent.id,
  metadata: intent.metadata,
  payment_method_details: { type: 'card' as const, card: { brand: 'visa', last4: '4242' } },
  captured: true,
  amount_refunded: 0,
  refunded: false,
  disputed: false,
});

export interface Outcome {
  status: 'succeeded' | 'pending' | 'requires_action' | 'failed' | 'canceled';
  readonly failure_reason?: string;
}

export const refundOf = (
  id: string,
  { id: charge, currency, payment_intent }: Charge,
  { amount, metadata, outcome, at }: RefundInput,
) => ({
  id,
  object: 'refund' as const,
  created: Math.floor(at / 1_000),
  amount,
  currency,
  charge,
  payment_intent,
  metadata,
  ...outcome,
});

interface RefundInput {
  readonly amount: number;
  readonly metadata: Record<string, string>;
  readonly outcome: Outcome;
  readonly at: number;
}

/** The payment page: each line with its price, and the total, in the session's currency. */
export function checkoutHtml({ status, lines, amount_total, currency, success_url }: Session): string {
  const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const priced = lines.map(({ name, amount, quantity }) => [escaped(name), format((amount * quantity) / 100)]);
  const rows = priced.map((row) => `<li>${row.join(' ')}</li>`);
  return `<title>${status}</title><ul>${rows.join('')}</ul><p>${format(amount_total / 100)}</p><a href="${success_url}">Back</a>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Throws a `StripeRefusal` if this amount can't be refunded. */
export function checkRefund(charge: Charge, amount: number): void {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalidRequest('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (amount > left) throw invalidRequest('parameter_invalid', 'Refund amount is greater than unrefunded amount.');
}

/** Updates a charge after one of its refunds has changed. */
export function updateRefunded(charge: Charge, refunds: readonly Refund[]): void {
  const valid = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  charge.amount_refunded = valid.reduce((sum, { amount }) => sum + amount, 0);
  charge.refunded = charge.amount_refunded >= charge.amount;
}

/** The paths in the parameter `expand`, such as `payment_intent.latest_charge`. */
export const expandedPaths = (form: Form): string[] => Object.values(form.expand ?? {});

/** A page of a list as in Stripe's responses: newest first, within the requested time, after the cursor. */
export function listed<T extends { readonly id: string; readonly created: number }>(
  name: string,
  objects: readonly T[],
  form: Form,
  toJson: (object: T) => object = (object) => object,
): object {
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = form.created ?? {};
  for (const number of [gte, lt, form.limit ?? 10])
    if (`${number}`.includes('.')) throw invalidRequest('parameter_invalid_integer', `Invalid integer: ${number}`);
  const limit = Number(form.limit ?? 10);
  if (limit > 100) throw invalidRequest('parameter_invalid_integer', 'This value must be less than or equal to 100.');
  const found = objects.filter(({ created }) => created >= Number(gte) && created < Number(lt)).toReversed();
  const start = found.findIndex(({ id }) => id === form.starting_after) + 1;
  const data = found.slice(start, start + limit).map(toJson);
  return { object: 'list', url: `/v1/${name}`, has_more: found.length > start + limit, data };
}

export type Endpoint = ReturnType<typeof endpointOf>;

export const endpointOf = ({ url, enabled_events, api_version = null }: Form, livemode: boolean) => ({
  id: `we_${randomBytes(8).toString('hex')}`,
  object: 'webhook_endpoint' as const,
  created: 0,
  api_version: api_version as string | null,
  livemode,
  url: url as string,
  enabled_events: Object.values<string>(enabled_events ?? {}),
  status: 'enabled' as 'enabled' | 'disabled',
});
