/** Places, pays and ages orders in the in-memory service, with the requests that clients and payers send. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { ProductName } from '../../../shared/domain/names.ts';
import type { TestTrigger } from '../../../shared/domain/product.ts';
import { reconcile } from '../../../shared/notify/reconcile.ts';
import { createJob } from '../../../shared/orders/create/create-job.ts';
import { receivePaymentEvent } from '../../../shared/orders/events/receive-payment-event.ts';
import { quote } from '../../../shared/orders/quote/quote.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { mockEvent } from '../../../shared/partners/mock/mock.ts';
import { stripeEvent } from '../../../shared/partners/stripe/event.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { ada, inToronto, text } from '../e2e/client.ts';
import { usBank } from '../e2e/desk.ts';
import { account, forEachProduct, type MemoryDeps } from './deps.ts';

export { ada, text };

export const caller = { baseUrl: 'http://127.0.0.1:8787/v1', address: '192.0.2.1' };

const compilers = { companyName: 'Compilers Ltd', addressLine1: '2 Example Ave', ...inToronto };

/** A bank account's registration. */
export const accountDetails = { ...usBank, nickname: 'Operating', account_number: '8812345670' };

const html = '<h1>Invoice 17</h1><p>Thank you for your order.</p>';

/** The partner's behavior with an order, which the product's test triggers choose. */
export type Behavior = TestTrigger | 'none';

/** A client's request bodies for a product. */
interface Sample {
  readonly quote: object;
  order(behavior: Behavior): object;
}

const requests: Readonly<Record<ProductName, { readonly quote: object; readonly order: object }>> = {
  letter: { quote: { country: 'US', text }, order: { to: ada, from: ada, text } },
  check: {
    quote: { country: 'CA', province_or_state: 'ON' },
    order: { to: compilers, from: ada, amount_cents: 12_550, memo: 'Invoice 17', bank_account: account.id },
  },
  fax: { quote: { country: 'US', html }, order: { to_number: '+12125550199', html } },
};

/** A sample of each product; checks are drawn on the `account` of deps.ts. */
export const samples: Readonly<Record<ProductName, Sample>> = forEachProduct((product) => {
  const { quote, order } = requests[product];
  const { testTriggers } = productNamed(product);
  return {
    quote,
    order: (behavior) => {
      const trigger = behavior === 'none' ? undefined : testTriggers.texts[behavior];
      return trigger === undefined ? order : testTriggers.place({ ...order }, trigger);
    },
  };
});

/** Created at most once, because creating schemas takes time. */
const useCases = forEachProduct((product) => {
  let made: { readonly quote: ReturnType<typeof quote>; readonly create: ReturnType<typeof createJob> } | undefined;
  return () => {
    made ??= { quote: quote(productNamed(product)), create: createJob(productNamed(product)) };
    return made;
  };
});

export const quotedAs = async (deps: ServiceDeps, product: ProductName, fields: object = {}) =>
  (await ask(useCases[product]().quote, deps, { ...samples[product].quote, ...fields }, caller)).body;

export const orderedAs = (deps: ServiceDeps, product: ProductName, request: object) =>
  ask(useCases[product]().create, deps, request, caller);

/** A job request for that product, with the trigger for the partner's behavior. */
export const requestFor = (product: ProductName, quoteId: unknown, behavior: Behavior, fields: object = {}) => ({
  quote_id: quoteId,
  [product]: samples[product].order(behavior),
  ...fields,
});

/** A new job of that product, waiting for payment. */
export async function placedAs(deps: ServiceDeps, product: ProductName, behavior: Behavior = 'none'): Promise<string> {
  const { quote_id } = await quotedAs(deps, product);
  return (await orderedAs(deps, product, requestFor(product, quote_id, behavior))).body.job_id as string;
}

/** A new job of that product with a `send_on`, such as `2026-11-26`, waiting for payment. */
export async function placedFor(
  deps: ServiceDeps,
  product: ProductName,
  sendOn: unknown,
  behavior: Behavior = 'none',
): Promise<string> {
  const { quote_id } = await quotedAs(deps, product);
  const order = { ...samples[product].order(behavior), send_on: sendOn };
  return (await orderedAs(deps, product, { quote_id, [product]: order })).body.job_id as string;
}

export const quoted = (deps: ServiceDeps, fields: object = {}) => quotedAs(deps, 'letter', { text, ...fields });

/** A job request for a letter to Ada; `to` and `fields` change it. */
export const orderFor = (quoteId: unknown, to: object = {}, fields: object = {}) => ({
  quote_id: quoteId,
  letter: { to: { ...ada, ...to }, from: ada, text },
  ...fields,
});

export const ordered = (deps: ServiceDeps, request: object) => orderedAs(deps, 'letter', request);

/** A new letter job, waiting for payment. */
export async function placed(deps: ServiceDeps, to: object = {}): Promise<string> {
  const { quote_id } = await quoted(deps);
  return (await ordered(deps, orderFor(quote_id, to))).body.job_id as string;
}

/** The payer presses Pay. Returns the provider's event, not yet received. */
export async function payingEvent(deps: MemoryDeps, jobId: string, eventId = 'evt_test_1'): Promise<object> {
  const open = deps.sessions.all().find(({ request }) => request.jobId === jobId);
  if (open === undefined) throw new Error(`no session for ${jobId}`);
  const paid = await deps.payments.mock.end(open.id, 'paid');
  return mockEvent(paid ?? open, eventId, deps.clock.now());
}

export const received = (deps: ServiceDeps, event: object) =>
  receivePaymentEvent(deps, stripeEvent(JSON.stringify(event), 'mock'));

/** Pays, and receives the event. */
export const paid = async (deps: MemoryDeps, jobId: string) => received(deps, await payingEvent(deps, jobId));

/** A paid job, submitted to its partner: a letter to Ada, or the sample of a product with the trigger for a behavior. */
export async function submitted(deps: MemoryDeps, product?: ProductName, behavior?: Behavior): Promise<string> {
  const jobId = product === undefined ? await placed(deps) : await placedAs(deps, product, behavior);
  await paid(deps, jobId);
  return jobId;
}

/** A letter job that is paid but not processed: the queue of `deps` must not deliver yet. */
export async function paidOnly(deps: MemoryDeps, to: object = {}): Promise<string> {
  const jobId = await placed(deps, to);
  // Longer than the 5 seconds that the webhook waits for the partner.
  await Promise.all([received(deps, await payingEvent(deps, jobId)), deps.clock.advance(6_000)]);
  return jobId;
}

export async function jobOf({ jobs }: Pick<ServiceDeps, 'jobs'>, jobId: string) {
  const job = await jobs.get(jobId);
  if (job === undefined) throw new Error(`no job ${jobId}`);
  return job;
}

/** Changes the stored job. */
export async function changeJob(deps: MemoryDeps, jobId: string, change: (job: Job) => Partial<Job>): Promise<void> {
  const job = await jobOf(deps, jobId);
  await deps.jobs.replace({ ...job, ...change(job) });
}

/** Runs reconcile once a minute for this many minutes. */
export async function reconcileFor(deps: MemoryDeps, minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await reconcile(deps);
    await deps.clock.advance(60_000);
  }
}
