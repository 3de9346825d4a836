/**
 * An approved quote becomes a job with a payment page. Each write is one conditional write, in this order: the job,
 * then the idempotency key that names it, then the checkout. What a crash leaves behind is an orphan that nobody
 * knows of, or a job that a retry with the same key finishes.
 */
import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { contentFields, type GivenContent, givenContent } from '../core/content.ts';
import { sha256Hex } from '../core/digest.ts';
import { isId } from '../core/ids.ts';
import { born } from '../core/job.ts';
import { checkoutLivesMs, jobKeptMs, keyLivesMs } from '../core/lifetimes.ts';
import type { Job, Product, Quote } from '../core/product.ts';
import { Refusal } from '../core/refusal.ts';
import { salesTax } from '../core/sales-tax.ts';
import type { UsedKey, World } from '../ports.ts';
import { nextAsking } from './ask-payment.ts';
import { documentOf, verify } from './content.ts';
import { recordOnce } from './record.ts';
import type { Answer, Caller, UseCase } from './use-case.ts';
import { createdView, payUrl, showCreated } from './views.ts';

/** Whoever started this long ago is dead: a retry may finish the work. */
const abandonedAfterMs = 20_000;
const waitForFirstMs = 5_000;
const pollMs = 50;

type Order = Record<string, unknown> & { readonly [Kind in keyof typeof contentFields]?: string | null | undefined };

interface JobRequest {
  readonly quote_id: string;
  readonly idempotency_key?: string | null | undefined;
  readonly [product: string]: unknown;
}

export function createJob(product: Product): UseCase<JobRequest, Record<string, unknown>> {
  const order = z.extend(product.order, product.layout === undefined ? {} : contentFields);
  const input = z.object(
    {
      quote_id: z.string('must be a text').check(z.describe('From the quote; binds the price to the exact content.')),
      idempotency_key: z.nullish(
        z
          .string('must be a text')
          .check(
            z.regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters; a fresh UUID is best'),
            z.describe('A fresh UUID for each action that the user confirms; the same again when retrying it.'),
          ),
      ),
      [product.name]: order,
    },
    'must be a JSON object',
  );
  return {
    name: `create-${product.name}-job`,
    summary: `Creates a ${product.name} job from an approved quote and returns its payment page. Call only after the user has approved the exact price; nothing is charged until a person pays there.`,
    input: input as unknown as z.ZodMiniType<JobRequest>,
    output: createdView(product),
    run: (world, request, caller) => run(world, product, request, caller),
  };
}

type Created = Promise<Answer<Record<string, unknown>>>;

async function run(world: World, product: Product, request: JobRequest, caller: Caller): Created {
  const { idempotency_key: key, ...rest } = request;
  if (key == null) return first(world, product, await placed(world, product, request, caller));
  const keyId = `key_${sha256Hex(key)}`;
  const requestHash = sha256Hex(canonicalize({ product: product.name, ...rest }) ?? '');
  const used = await world.keys.get(keyId);
  if (used !== undefined) return repeat(world, product, used, requestHash);
  const job = await placed(world, product, request, caller);
  const mine = usedKey(keyId, requestHash, job, world.clock.now());
  if ((await world.keys.insert(mine)) === 'saved') return first(world, product, job);
  return repeat(world, product, (await world.keys.get(keyId)) ?? mine, requestHash);
}

const usedKey = (id: string, requestHash: string, job: Job, now: number): UsedKey => ({
  id,
  version: 0,
  createdAt: now,
  keepUntil: now + keyLivesMs,
  requestHash,
  jobId: job.id,
});

/** Everything is checked before the first write, so that a refused request uses up nothing. */
async function placed(world: World, product: Product, request: JobRequest, caller: Caller): Promise<Job> {
  const { html, text, pdf_url, ...order } = request[product.name] as Order;
  const quote = await livingQuote(world, product, request.quote_id);
  const given = quote.content && givenContent({ html, text, pdf_url }, `${product.name}.`);
  const accepted = product.accept(order, quote);
  if (given !== undefined && quote.content !== undefined) await verify(world, given, quote.content);
  const job = await draft(world, product, { quote, given, accepted, baseUrl: caller.baseUrl });
  await world.jobs.insert(job);
  return job;
}

async function livingQuote(world: World, product: Product, id: string): Promise<Quote> {
  const quote = isId('quote', id) ? await world.quotes.get(id) : undefined;
  if (quote !== undefined && quote.product === product.name && quote.expiresAt > world.clock.now()) return quote;
  throw new Refusal({
    code: 'quote_unknown',
    message: `quote_id is unknown or has expired (a quote lives 60 minutes): request a fresh ${product.name} quote and let the user approve its price.`,
    field: 'quote_id',
  });
}

interface Placing {
  readonly quote: Quote;
  readonly given: GivenContent | undefined;
  readonly accepted: ReturnType<Product['accept']>;
  readonly baseUrl: string;
}

async function draft(world: World, product: Product, { quote, given, accepted, baseUrl }: Placing): Promise<Job> {
  const now = world.clock.now();
  const id = world.chance.id('job');
  const tax = salesTax(quote.price.amountCents, quote.country, accepted.province);
  const { tax: _, ...untaxed } = quote.price;
  const about = { key: `jobs/${id}.pdf`, title: product.title(accepted.order) };
  const document =
    given &&
    quote.content &&
    product.layout &&
    (await documentOf(world, given, quote.content, { ...about, layout: product.layout }));
  return {
    ...born(now),
    id,
    version: 0,
    createdAt: now,
    keepUntil: now + jobKeptMs,
    dueAt: now + checkoutLivesMs,
    product: product.name,
    quoteId: quote.id,
    order: accepted.order,
    price: tax === undefined ? untaxed : { ...untaxed, tax },
    warnings: [...quote.warnings, ...accepted.warnings, ...taxWarning(quote, tax)],
    payCode: world.chance.id('pay'),
    baseUrl,
    ...(quote.content === undefined ? {} : { content: quote.content }),
    ...(document === undefined ? {} : { document }),
  };
}

/** The quote's tax was a preview; the recipient's province decides, and whoever pays should hear of it. */
function taxWarning(quote: Quote, tax: Quote['price']['tax']): string[] {
  if (tax === undefined || tax.cents === (quote.price.tax?.cents ?? 0)) return [];
  return [`${tax.label} is added for the recipient's province; the total of the quote did not include it.`];
}

async function first(world: World, product: Product, job: Job): Created {
  return { outcome: 'created', body: showCreated(product, await withCheckout(world, product, job), world.settings) };
}

async function repeat(world: World, product: Product, used: UsedKey, requestHash: string): Created {
  if (used.requestHash !== requestHash)
    throw new Refusal({
      code: 'idempotency_key_reused',
      message: 'idempotency_key was used for another request: use a fresh UUID for each action that the user confirms.',
      field: 'idempotency_key',
    });
  const job = await finished(world, product, used.jobId);
  return { outcome: 'done', body: showCreated(product, job, world.settings) };
}

/** Waits for whoever came first, or finishes in their place. */
async function finished(world: World, product: Product, jobId: string): Promise<Job> {
  const deadline = world.clock.now() + waitForFirstMs;
  for (;;) {
    const job = await world.jobs.get(jobId);
    if (job === undefined) throw new Error(`${jobId} is named by a key but does not exist`);
    if (job.checkout !== undefined) return job;
    if (world.clock.now() - job.createdAt > abandonedAfterMs) return withCheckout(world, product, job);
    if (world.clock.now() >= deadline) throw inProgress;
    await world.clock.sleep(pollMs);
  }
}

const inProgress = new Refusal({
  code: 'in_progress',
  message:
    'A request with this idempotency_key is still being worked on: send the same request again in a few seconds.',
  field: 'idempotency_key',
});

/** The provider gives one job one session, so that two who open it at once are given the same. */
async function withCheckout(world: World, product: Product, job: Job): Promise<Job> {
  const checkout = await world.payments.open({
    jobId: job.id,
    title: product.title(job.order),
    price: job.price,
    expiresAt: job.createdAt + checkoutLivesMs,
    baseUrl: job.baseUrl,
    returnUrl: payUrl(job),
  });
  const opened = await recordOnce(world, job, { kind: 'checkout_opened', checkout, dueAt: nextAsking(world, 0) });
  if (opened !== undefined) return opened;
  const current = await world.jobs.get(job.id);
  if (current?.checkout === undefined) throw new Error(`${job.id} has lost its checkout`);
  return current;
}
