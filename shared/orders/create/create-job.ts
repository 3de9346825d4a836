/**
 * Turns an approved quote into a job with a payment page. Four writes decide what a crash leaves behind, in this order: the
 * entry by which duplicate orders find each other, the job, the idempotency key that names it, and the checkout. After a
 * crash there is either an orphan that no caller knows, or a job that a retry with the same key finishes.
 */
import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { decidedBy, isEmpty, refuseIgnored, refuseOtherOptions } from '../../domain/fields.ts';
import { sha256Hex } from '../../domain/ids.ts';
import { contentHashField, documentFields, documentMembers } from '../../domain/input/content.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import { hasEnded } from '../../domain/job/lifecycle.ts';
import { type Notify, notifySchema } from '../../domain/job/notify.ts';
import { type Limits, limitsMessage, limitsSchema, priceFields } from '../../domain/money.ts';
import { productNames } from '../../domain/names.ts';
import type { Product, Quote } from '../../domain/product.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { atMost, capitalized, listOf, mustBe } from '../../domain/text.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { sentencesForCallers } from '../../domain/warnings.ts';
import { maxTwins, type UsedKey } from '../../storage/table.ts';
import { recipientCheckDescription, showCheck, verdictShape } from '../addresses/check-address.ts';
import { accountOf, bankAccountPage } from '../bank-accounts/register-bank-account.ts';
import type { Deps, Settings } from '../deps.ts';
import { hasEndedBeforeCheckout, waitForCheckout, withCheckout } from '../pay/checkout.ts';
import { paymentModeOf } from '../pay/payment.ts';
import { record } from '../record.ts';
import type { Outcome, ToolUseCase } from '../use-case.ts';
import {
  checkoutUrlField,
  integerField,
  jobIdField,
  paymentModeField,
  payPageField,
  priceShape,
  productField,
  summaryField,
  summaryOf,
  timeField,
  warningsField,
} from '../views.ts';
import { checkOrder, type DraftRequest, draftJob, type OrderRequest, storedQuote, writeDocument } from './draft-job.ts';
import { isLive, repeatOrMarkDuplicate } from './twins.ts';

/** Returns whom to notify about the job; `undefined` if no one. Throws a Refusal if the request's `notify` can't be used. */
async function notifyOf({ receivers, settings }: Deps, requested: JobRequest['notify']): Promise<Notify | undefined> {
  const { webhook_url: url, webhook_secret: secret, email: address, language } = requested ?? {};
  const problem = url == null ? undefined : await receivers.problemOf(url);
  if (problem !== undefined) throw invalid('notify.webhook_url', problem);
  if (secret != null && url == null)
    throw invalid('notify.webhook_secret', 'signs events for a receiver: send webhook_url, or leave it out.');
  if (address != null && !settings.sendsEmail)
    throw invalid('notify.email', 'cannot be used: this service sends no email. Leave it out.');
  if (url == null && address == null) return undefined;
  const webhook = url == null ? undefined : { url, secret: secret ?? undefined };
  return { webhook, email: address == null ? undefined : { address, language: language ?? 'en' } };
}

const createdView = (product: Product) =>
  z.object({
    service: productField(product),
    job_id: jobIdField,
    summary: z.optional(summaryField),
    status: z.literal('awaiting_payment').check(z.describe('At creation; it changes later.')),
    payment_status: z.literal('pending').check(z.describe('At creation.')),
    ...product.wire().job,
    ...priceShape,
    pay_url: payPageField,
    checkout_url: checkoutUrlField,
    payment_mode: paymentModeField,
    created_at: timeField,
    expires_at: integerField('When the payment page closes. Unix time in milliseconds.'),
    // Only products that are mailed have this field.
    ...(product.mailsTo && { address_check: z.optional(z.object(verdictShape).check(recipientCheckDescription)) }),
    warnings: warningsField,
  });

export interface JobRequest {
  readonly quote_id: string;
  readonly idempotency_key?: string | null | undefined;
  readonly notify?: z.infer<typeof notifySchema>;
  readonly limits?: Limits | null | undefined;
  /** The user wants another copy of an equal order. */
  readonly another_copy?: boolean | null | undefined;
  readonly [product: string]: unknown;
}

export function createJob(product: Product): ToolUseCase<JobRequest, Record<string, unknown>> {
  const order = z.extend(
    product.order(),
    product.paper === undefined ? {} : { ...documentFields(product.paper), ...contentHashField },
  );
  const input = z.object(
    {
      quote_id: z
        .string(mustBe(`the quote_id from the ${product.name} quote`))
        .check(atMost(100), z.describe('From the quote; binds the price to the exact content.')),
      idempotency_key: z.nullish(
        z
          .string('must be a string, a fresh UUID')
          .check(
            z.regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters; a fresh UUID is best'),
            z.describe('A fresh UUID for each action that the user confirms; the same again when retrying it.'),
          ),
      ),
      [product.name]: order,
      notify: z.optional(notifySchema),
      limits: z.optional(limitsSchema),
      // Only a warning mentions it, because callers who read about it in the schema would always send it.
      another_copy: z.nullish(z.boolean('must be true or false')).check(z.meta({ unpublished: true })),
    },
    'must be a JSON object',
  );
  return {
    name: `create-${product.name}-job`,
    summary: `Creates a ${product.name} job from an approved quote. Call only after the user has approved the price; nothing is charged until a person pays.`,
    tag: product.name,
    schemas: { request: `${capitalized(product.name)}JobRequest`, answer: `${capitalized(product.name)}Job` },
    outcomes: {
      created: 'The job, waiting for payment: give `checkout_url` or `pay_url` to the user.',
      done: 'The job that this idempotency key created earlier: the same body, byte for byte.',
    },
    refusals: [
      'invalid_request',
      'content_refused',
      'quote_unknown',
      ...(product.paper === undefined ? [] : (['quote_content_mismatch', 'content_not_kept'] as const)),
      'country_mismatch',
      'options_mismatch',
      'over_limit',
      'not_sold',
      'not_taken',
      'idempotency_key_reused',
      'in_progress',
      'unavailable',
      ...(product.insert === undefined ? [] : (['html_unavailable'] as const)),
    ],
    limitedAs: 'jobs',
    tool: {
      name: `create_${product.name}_job`,
      title: `Create a ${product.name} job`,
      next: (baseUrl) =>
        product.bankAccountField === undefined
          ? 'Give the user pay_url, then get_job_status.'
          : `Give the user pay_url, then get_job_status. Never pass account or routing numbers: the user registers the account at ${bankAccountPage(baseUrl)} and gives you its id.`,
      hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
      descriptions: descriptionsOf(product),
    },
    input: input as unknown as z.ZodMiniType<JobRequest>,
    output: createdView(product),
    screen: (raw) => {
      product.screen?.(raw);
      const sent = (raw ?? {}) as Readonly<Record<string, unknown>>;
      const other = productNames.find((each) => each !== product.name && !isEmpty(sent[each]));
      if (other === undefined || !isEmpty(sent[product.name])) return;
      throw invalid(product.name, `is missing, and a ${other} was sent: create a ${other} job instead.`);
    },
    run: async (deps: Deps, request, caller, unknownFields) => {
      const { outcome, job } = await createOrRepeat(deps, product, request, { caller, unknownFields });
      return { outcome, body: showCreated(product, job, deps.settings, caller.isAssistant) };
    },
  };
}

/** Assistants get shorter descriptions than readers of the OpenAPI document. */
const descriptionsOf = ({ name, paper, order, bankAccountField }: Product) => ({
  // The hash is enough to identify the document. If the content is needed again, an error says so.
  ...Object.fromEntries(documentMembers.map((member) => [member, null])),
  [name]: `Needs ${listOf([
    ...Object.entries(order().shape).flatMap(([member, { _zod }]) => (_zod.optin === 'optional' ? [] : [member])),
    ...(paper === undefined ? [] : ["the quote's content_hash"]),
  ])}.`,
  content_hash: 'From the quote.',
  idempotency_key: 'Fresh UUID; same on a retry.',
  quote_id: 'From the quote.',
  to_number: 'US or Canada.',
  province_or_state: 'Else by the area code.',
  memo: 'At most 40 characters.',
  send_on: 'Print day: YYYY-MM-DD, within 90 days.',
  to: `${name === 'check' ? 'The payee' : 'Recipient'}: object or one line of text.`,
  from: 'Sender, the same way.',
  accept_address: 'Only if the user confirmed a doubted address.',
  notify: 'On request.',
  another_copy: null,
  limits: 'On request.',
  max_total_cents: 'Tax included.',
  max_face_cents: bankAccountField === undefined ? null : 'Of the check.',
  currency: 'Of the limits.',
  webhook_url: null,
  webhook_secret: null,
  email: 'Gets the emails.',
  language: null,
  amount_cents: "125000 is 1,250.00 in the account's currency.",
  message: 'HTML note on its page.',
  bank_account: 'Registered: bank_….',
  companyName: 'Organization.',
  addressLine1: 'Street or PO box.',
  // Left out because models mix the two ways to name a person.
  firstName: null,
  lastName: null,
  name: 'Person. Or companyName.',
  city: 'Or town.',
  provinceOrState: 'Decides Canadian tax.',
  postalOrZip: 'If missing, ask the user.',
  addressLine2: 'Unit.',
  countryCode: 'No other countries.',
});

type CreateResult = Promise<{ readonly outcome: Outcome; readonly job: Job }>;

/** Creates the job, or finds the job that the same request created before. */
async function createOrRepeat(
  deps: Deps,
  product: Product,
  request: JobRequest,
  draftRequest: DraftRequest,
): CreateResult {
  const { caller, unknownFields } = draftRequest;
  const { idempotency_key: key, another_copy: wantsCopy, ...rest } = request;
  const canonical = { product: product.name, ...rest, [product.name]: withContentHash(request[product.name]) };
  const requestHash = sha256Hex(canonicalize(canonical) ?? '');
  const isKeyless = key == null;
  const isRepeatable = !isKeyless || (caller.isAssistant === true && wantsCopy !== true);
  // Keyed, because a short key could be guessed from a plain hash. No client's key has a space, so none begins `no key `.
  const keyId = isRepeatable ? `key_${deps.fingerprint('idempotency key', key ?? `no key ${requestHash}`)}` : undefined;
  const [current, stored] = await Promise.all([
    keyId === undefined ? undefined : deps.idempotencyKeys.get(keyId),
    storedQuote(deps, request.quote_id),
  ]);
  // These checks come before a repeat gets its response, because a request for another option isn't a repeat. A quote whose
  // document was deleted has no options left to compare.
  if (unknownFields.some(({ holder }) => holder.path[0] === 'limits')) throw invalid('limits', `${limitsMessage}.`);
  if (caller.isAssistant) refuseIgnored(unknownFields, decidedBy(product));
  if (stored?.product === product.name && stored.documentDeletedAt === undefined)
    refuseOtherOptions(product, stored, unknownFields);
  const canReuse = isKeyless ? canReuseWithoutKey : canReuseKey;
  if (current !== undefined && !(await canReuse(deps, current, requestHash)))
    return existingJob(deps, product, current, requestHash);
  const drafted = { ...(await draftOrder(deps, product, { request, stored }, draftRequest)), requestHash };
  // `since` is included because a freed key may be used again for a different order.
  const since = current?.createdAt ?? 0;
  const entryId = keyId === undefined ? drafted.id : `${keyId}.${since}`;
  const twinRequest = { entryId, address: caller.address, isKeyless, isAssistant: caller.isAssistant === true };
  // This comes right before the job is written, because an equal order that finds the entry waits only three seconds for it.
  const job = wantsCopy === true ? drafted : await repeatOrMarkDuplicate(deps, drafted, twinRequest);
  const isNew = job.id === drafted.id;
  if (isNew) {
    await deps.jobs.create(job);
    await cancelIfAccountRemoved(deps, product, job);
  }
  if (keyId !== undefined) {
    const now = deps.clock.now();
    const keepUntil = now + (isKeyless ? lifetimesMs.checkout : lifetimesMs.idempotencyKey);
    // A twin's entry names its job by `since`. No list of twins is longer than `maxTwins`.
    const uses = Object.fromEntries([...Object.entries(current?.uses ?? {}), [since, job.id]].slice(-maxTwins));
    const version = current?.version ?? 0;
    const used = { id: keyId, version, createdAt: now, keepUntil, requestHash, jobId: job.id, uses };
    const { idempotencyKeys } = deps;
    const written = await (current === undefined ? idempotencyKeys.create(used) : idempotencyKeys.replace(used));
    if (written !== 'saved' || !isNew)
      return existingJob(deps, product, (await idempotencyKeys.get(keyId)) ?? used, requestHash);
  }
  deps.log.measure('jobs', 1, product.name);
  return { outcome: 'created', job: await withCheckout(deps, product, job) };
}

/** Checks the order, writes its document and drafts its job. `stored`: the quote, even if it has expired. */
async function draftOrder(
  deps: Deps,
  product: Product,
  { request, stored }: { readonly request: JobRequest; readonly stored: Quote | undefined },
  draftRequest: DraftRequest,
): Promise<Job> {
  const { caller } = draftRequest;
  const { quote_id } = request;
  const notify = await notifyOf(deps, request.notify);
  const limits = request.limits ?? undefined;
  const order = request[product.name] as OrderRequest;
  const checked = await checkOrder(deps, product, { quote_id, stored, order }, { ...draftRequest, limits });
  const [document, draft] = await Promise.all([
    writeDocument(deps, checked, caller),
    draftJob(deps, checked, { ...draftRequest, limits, email: notify?.email?.address }),
  ]);
  return { ...draft, document, summary: summaryOf(product, draft), notify, isByHand: caller.usesOrderForm };
}

/** An assistant that repeats a request without a key gets the same job for ten minutes, while the job is live. */
async function canReuseWithoutKey({ clock, jobs }: Deps, used: UsedKey): Promise<boolean> {
  const job = await jobs.get(used.jobId);
  if (job === undefined || hasEndedBeforeCheckout(job)) return true;
  const now = clock.now();
  return now - used.createdAt >= lifetimesMs.keylessRepeat || !isLive(job, now);
}

/** Replaces the content with its hash, so that a repeat may send either. If the request has a different hash, both stay. */
function withContentHash(order: unknown): unknown {
  const { html, markdown, text, ...rest } = order as OrderRequest;
  const content = html ?? markdown ?? text;
  if (content == null) return order;
  const hash = sha256Hex(content);
  return rest.content_hash == null || rest.content_hash === hash ? { ...rest, content_hash: hash } : order;
}

/**
 * Cancels and refuses a new check whose account was removed while its job was written. The removal marks the account before it
 * looks for checks. So either it finds this job, or we find its mark.
 */
async function cancelIfAccountRemoved(deps: Deps, product: Product, { id, drawing }: Job): Promise<void> {
  if (product.bankAccountField === undefined || drawing === undefined) return;
  await accountOf(deps, product, { [product.bankAccountField]: drawing.accountId }).catch(async (refused: unknown) => {
    await record(deps, id, () => ({ kind: 'cancelled' }));
    throw refused;
  });
}

/**
 * Whether a key can be reused for a new job. There are no accounts, so a stranger may have used the key first. An unpaid job
 * blocks other requests with its key only while its payment page could be open. The same request finds its job for as long as
 * keys are stored, unless the job ended before it had a payment page.
 */
async function canReuseKey({ clock, jobs }: Deps, used: UsedKey, requestHash: string): Promise<boolean> {
  const job = await jobs.get(used.jobId);
  if (job !== undefined && hasEndedBeforeCheckout(job)) return true;
  if (used.requestHash === requestHash) return false;
  if (job === undefined || job.payment !== undefined) return false;
  return hasEnded(job) && job.createdAt + lifetimesMs.checkout <= clock.now();
}

/** Returns the job of the request that used the key, once it has a payment page. Refuses if that was a different request. */
async function existingJob(deps: Deps, product: Product, used: UsedKey, requestHash: string): CreateResult {
  if (used.requestHash !== requestHash)
    throw new Refusal(
      'idempotency_key_reused',
      'idempotency_key was used for another request: send that request again unchanged, or get the status of its job. A fresh UUID creates another order.',
      { field: 'idempotency_key' },
    );
  return { outcome: 'done', job: await waitForCheckout(deps, product, used.jobId) };
}

/** Depends only on data that doesn't change, so every retry gets the same bytes. */
const showCreated = (product: Product, job: Job, settings: Pick<Settings, 'paymentMode'>, isAssistant = false) => ({
  service: product.name,
  job_id: job.id,
  summary: job.summary,
  status: 'awaiting_payment',
  payment_status: 'pending',
  ...product.jobFields(job),
  ...priceFields(job.price),
  pay_url: payUrl(job),
  checkout_url: job.checkout?.url,
  payment_mode: paymentModeOf(job, settings),
  created_at: job.createdAt,
  expires_at: job.checkout?.expiresAt,
  address_check: showCheck(job),
  warnings: sentencesForCallers(job.warnings, isAssistant),
});
