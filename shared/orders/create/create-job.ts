/**
 * Turns an approved quote into a job with a payment page. There are three conditional writes, in this order: the job,
 * then the idempotency key that names it, then the checkout. A crash leaves either an orphan that no caller knows, or a
 * job that a retry with the same key finishes.
 */

import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { sha256Hex } from '../../domain/digest.ts';
import { isNothing } from '../../domain/fields/faults.ts';
import { contentHashField } from '../../domain/given/content.ts';
import { documentFields, documentMembers } from '../../domain/given/document.ts';
import type { Job } from '../../domain/job/job.ts';
import { type Notify, type NotifyWish, notifyField } from '../../domain/job/notify.ts';
import { checkoutLivesMs, keyLivesMs } from '../../domain/lifetimes.ts';
import { type Limits, limitsAre, limitsField } from '../../domain/money/limits.ts';
import { productNames } from '../../domain/names.ts';
import type { Product } from '../../domain/product.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { atMost } from '../../domain/text.ts';
import { capitalised, listOf } from '../../domain/words.ts';
import type { UsedKey } from '../../storage/table.ts';
import { accountOf, bankAccountPage } from '../bank-accounts/find-bank-account.ts';
import type { Deps } from '../deps.ts';
import { hasEndedUnseen, withCheckout, withCheckoutOfFirst } from '../pay/open-checkout.ts';
import { record } from '../record.ts';
import type { Answer, ToolUseCase } from '../use-case.ts';
import { createdView, showCreated } from '../views.ts';
import { type DraftRequest, draftJob, type OrderRequest } from './draft-job.ts';

/** `undefined` if nobody is to be told. */
export async function notifyOf({ receivers, settings }: Deps, wish: NotifyWish): Promise<Notify | undefined> {
  const { webhook_url: url, webhook_secret: secret, email: address, language } = wish ?? {};
  const problem = url == null ? undefined : await receivers.problemOf(url);
  if (problem !== undefined) throw invalid('notify.webhook_url', problem);
  if (secret != null && url == null)
    throw invalid('notify.webhook_secret', 'signs events for a receiver: send webhook_url, or leave it out.');
  if (address != null && !settings.sendsEmail)
    throw invalid('notify.email', 'cannot be written to: this service sends no e-mail. Leave it out.');
  const receiver = url == null ? receivers.listening?.() : { url, secret: secret ?? undefined };
  if (receiver === undefined && address == null) return undefined;
  return { webhook: receiver, email: address == null ? undefined : { address, language: language ?? 'en' } };
}

export interface JobRequest {
  readonly quote_id: string;
  readonly idempotency_key?: string | null | undefined;
  readonly notify?: NotifyWish;
  readonly limits?: Limits | null | undefined;
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
        .string(`must be the quote_id that the ${product.name} quote has returned`)
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
      notify: notifyField,
      limits: limitsField,
    },
    'must be a JSON object',
  );
  return {
    name: `create-${product.name}-job`,
    summary: `Creates a ${product.name} job from an approved quote. Call only after the user has approved the price; nothing is charged until a person pays there.`,
    tag: product.name,
    schemas: { request: `${capitalised(product.name)}JobRequest`, answer: `${capitalised(product.name)}Job` },
    outcomes: {
      created: 'The job, waiting for payment: give `checkout_url` or `pay_url` to the user.',
      done: 'The job that was created with this idempotency key before: the same body, byte for byte.',
    },
    refusals: [
      ...(['invalid_request', 'content_refused', 'quote_unknown'] as const),
      ...(product.paper === undefined ? [] : (['quote_content_mismatch', 'content_not_kept'] as const)),
      ...(['country_mismatch', 'options_mismatch', 'over_limit', 'not_sold', 'not_taken'] as const),
      ...(['idempotency_key_reused', 'in_progress', 'unavailable'] as const),
      ...(product.insert === undefined ? [] : (['html_unavailable'] as const)),
    ],
    limitedAs: 'jobs',
    tool: {
      name: `create_${product.name}_job`,
      title: `Create a ${product.name} job`,
      next: (baseUrl) =>
        `Give the user pay_url, then get_job_status.${product.drawsOn === undefined ? '' : noNumbers(baseUrl)}`,
      hints: [false, false, true, true],
      descriptions: descriptionsOf(product),
      opens: 'pay_url',
    },
    input: input as unknown as z.ZodMiniType<JobRequest>,
    output: createdView(product),
    screen: (raw) => {
      product.screen?.(raw);
      refuseOtherProduct(product, raw);
    },
    run: (deps: Deps, request, caller, unknown) => run(deps, product, request, { caller, unknown }),
  };
}

function refuseOtherProduct({ name }: Product, raw: unknown): void {
  const sent = (raw ?? {}) as Readonly<Record<string, unknown>>;
  const other = productNames.find((each) => each !== name && !isNothing(sent[each]));
  if (other !== undefined && isNothing(sent[name]))
    throw invalid(name, `is missing, and a ${other} was sent: create a ${other} job in place of a ${name} job.`);
}

const noNumbers = (baseUrl: string) =>
  ` Never pass account or routing numbers: the user registers the account at ${bankAccountPage(baseUrl)} and gives you its id.`;

/** Assistants get shorter descriptions than readers of the OpenAPI document. */
const descriptionsOf = ({ name, paper, order, drawsOn }: Product) => ({
  // The hash stands for the document, whatever its parts are. A refusal names the content where it is needed again.
  ...Object.fromEntries(documentMembers.map((member) => [member, null])),
  [name]: `Needs ${listOf([
    ...Object.entries(order().shape).flatMap(([member, { _zod }]) => (_zod.optin === 'optional' ? [] : [member])),
    ...(paper === undefined ? [] : ["the quote's content_hash"]),
  ])}.`,
  content_hash: '',
  idempotency_key: 'Fresh UUID; same on a retry.',
  quote_id: 'From the quote.',
  to_number: 'E.164; US or CA.',
  province_or_state: 'Else the area code tells it.',
  memo: 'At most 40 characters.',
  send_on: 'YYYY-MM-DD, in 90 days.',
  ...(name === 'letter' && { to: '' }),
  from: '',
  accept_address: '',
  notify: 'If asked.',
  limits: 'If any.',
  max_total_cents: '',
  max_face_cents: drawsOn === undefined ? null : '',
  currency: '',
  webhook_url: null,
  webhook_secret: null,
  email: '',
  language: null,
  amount_cents: "In the account's currency.",
  message: 'HTML note on its page.',
  bank_account: 'The registered account, bank_….',
  companyName: '',
  addressLine1: '',
  // A model that sees both ways to name a person mixes them.
  firstName: null,
  lastName: null,
  name: 'Or companyName.',
  city: '',
  provinceOrState: 'Decides the tax in Canada.',
  postalOrZip: '',
  addressLine2: '',
});

type Created = Promise<Answer<Record<string, unknown>>>;

async function run(deps: Deps, product: Product, request: JobRequest, asked: DraftRequest): Created {
  const { idempotency_key: key, ...rest } = request;
  // Callers write what they like into a key, and a plain hash of few digits can be searched for.
  const keyId = key == null ? undefined : `key_${deps.fingerprint('idempotency key', key)}`;
  const place = async () => {
    if (asked.unknown.some(({ at }) => at.path[0] === 'limits')) throw invalid('limits', `${limitsAre}.`);
    const notify = await notifyOf(deps, request.notify);
    const limits = request.limits ?? undefined;
    const order = request[product.name] as OrderRequest;
    const draft = await draftJob(deps, product, request.quote_id, order, {
      ...asked,
      limits,
      email: notify?.email?.address,
    });
    const job = { ...draft, notify, isByHand: asked.caller.isByHand };
    await deps.jobs.create(job);
    await withdrawIfRemoved(deps, product, job);
    return job;
  };
  if (keyId === undefined) return first(deps, product, await place());
  const canonical = { product: product.name, ...rest, [product.name]: withContentHash(request[product.name]) };
  const requestHash = sha256Hex(canonicalize(canonical) ?? '');
  const current = await deps.idempotencyKeys.get(keyId);
  if (current !== undefined && !(await isFree(deps, current, requestHash)))
    return repeat(deps, product, current, requestHash);
  const job = await place();
  const now = deps.clock.now();
  const { version = 0 } = current ?? {};
  const mine = { id: keyId, version, createdAt: now, keepUntil: now + keyLivesMs, requestHash, jobId: job.id };
  const written = current === undefined ? deps.idempotencyKeys.create(mine) : deps.idempotencyKeys.replace(mine);
  if ((await written) === 'saved') return first(deps, product, job);
  return repeat(deps, product, (await deps.idempotencyKeys.get(keyId)) ?? mine, requestHash);
}

/** Content and its hash mean the same request. */
function withContentHash(order: unknown): unknown {
  const { html, markdown, text, ...rest } = order as OrderRequest;
  const content = html ?? markdown ?? text;
  if (content == null) return order;
  const hash = sha256Hex(content);
  return rest.content_hash == null || rest.content_hash === hash ? { ...rest, content_hash: hash } : order;
}

/** A removal marks the account, then looks for its checks: it finds this job, or is found here. */
async function withdrawIfRemoved(deps: Deps, product: Product, { id, drawing }: Job): Promise<void> {
  if (product.drawsOn === undefined || drawing === undefined) return;
  await accountOf(deps, product, { [product.drawsOn]: drawing.accountId }).catch(async (refused: unknown) => {
    await record(deps, id, () => ({ kind: 'cancelled' }));
    throw refused;
  });
}

/**
 * There are no accounts, so a stranger may have taken a key first. A job that nobody paid holds its key against another
 * request only while its payment page lives. The request that made it finds it for as long as keys are remembered, unless
 * it ended before it had a page to show.
 */
async function isFree({ clock, jobs }: Deps, used: UsedKey, requestHash: string): Promise<boolean> {
  const job = await jobs.get(used.jobId);
  if (job !== undefined && hasEndedUnseen(job)) return true;
  if (used.requestHash === requestHash) return false;
  if (job === undefined || job.payment !== undefined) return false;
  const isOver = job.state === 'cancelled' || job.state === 'failed';
  return isOver && job.createdAt + checkoutLivesMs <= clock.now();
}

async function first(deps: Deps, product: Product, job: Job): Created {
  deps.log.measure('jobs', 1, product.name);
  return { outcome: 'created', body: showCreated(product, await withCheckout(deps, product, job), deps.settings) };
}

async function repeat(deps: Deps, product: Product, used: UsedKey, requestHash: string): Created {
  if (used.requestHash !== requestHash)
    throw new Refusal(
      'idempotency_key_reused',
      'idempotency_key was used for another request: send that request again unchanged, or ask for the status of its job. A fresh UUID makes a further order.',
      { field: 'idempotency_key' },
    );
  const job = await withCheckoutOfFirst(deps, product, used.jobId);
  return { outcome: 'done', body: showCreated(product, job, deps.settings) };
}
