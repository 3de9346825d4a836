/** Opens a job's payment page, finds it again for a repeated request, and checks whether it was paid. */
import { orderNumberOf } from '../../domain/ids.ts';
import { type Job, paidUrl, payUrl } from '../../domain/job/job.ts';
import { type Checkout, type Fact, hasEnded } from '../../domain/job/lifecycle.ts';
import type { Product } from '../../domain/product.ts';
import { Refusal } from '../../domain/refusal.ts';
import { askPaymentAgainDelayMs, askPaymentDelayMs, leaseMs, lifetimesMs, timeoutsMs } from '../../domain/times.ts';
import type { CheckoutRequest, CheckoutStatus } from '../../partners/payments.ts';
import { callOnce } from '../call-once.ts';
import type { Deps } from '../deps.ts';
import { retainDocument } from '../document.ts';
import type { PaymentNews } from '../follow/progress.ts';
import { nudge, record, recordOnce, waitFor } from '../record.ts';
import { callProvider, paymentModeOf, paymentsOf, recordPayment } from './payment.ts';

/** Opens the job's checkout: one session, even for concurrent requests. Throws a Refusal if the job has ended meanwhile. */
export async function withCheckout(deps: Deps, product: Product, job: Job): Promise<Job> {
  const isCheck = product.bankAccountField !== undefined;
  const request: CheckoutRequest = {
    jobId: job.id,
    // The check's own amount is left out, because it isn't charged here.
    title: isCheck ? `${product.lineItem} to ${product.recipient(job.order)[0] ?? ''}` : product.title(job.order),
    price: job.price,
    expiresAt: job.createdAt + lifetimesMs.checkout,
    baseUrl: job.baseUrl,
    orderNumber: orderNumberOf(job.id),
    returnUrl: payUrl(job),
    paidUrl: paidUrl(job),
    isStrict: isCheck,
  };
  const configured = { provider: deps.settings.paymentProvider };
  const checkout = await callProvider(deps, job.id, configured, (payments) => payments.open(request));
  const fact = { kind: 'checkout_opened', checkout, dueAt: nextCheckAt(deps, job, 0) } as const;
  // Usually the job is still as it was created, so it isn't read again.
  const opened = (await recordOnce(deps, job, fact)) ?? (await record(deps, job.id, () => fact))?.job;
  if (opened?.checkout !== undefined) return opened;
  // The job has ended meanwhile, and no one saw the payment page. If the page can't be closed now, it expires.
  await paymentsOf(deps, checkout)
    .expire(checkout.id)
    .catch((error: unknown) => deps.log.info('payment page not closed', { jobId: job.id, error }));
  throw endedBeforeCheckout();
}

/** True if the job ended before it had a payment page. No caller ever saw it, so a new job may replace it. */
export const hasEndedBeforeCheckout = (job: Job): boolean =>
  hasEnded(job) && job.checkout === undefined && job.payment === undefined;

const endedBeforeCheckout = () =>
  new Refusal(
    'unavailable',
    'The order was canceled before its payment page was open, and nothing was charged. Send the same request again.',
    { retryAfterSeconds: 1 },
  );

/** Waits for the first request to open the checkout, or opens it if that request has died. */
export async function waitForCheckout(deps: Deps, product: Product, jobId: string): Promise<Job> {
  const job = await deps.jobs.get(jobId);
  if (job === undefined) throw new Error(`${jobId} is named by a key but does not exist`);
  const isOpen = ({ checkout }: Job) => checkout !== undefined;
  // A request that started longer ago has died, so a retry may finish its work.
  const abandonedAfterMs = 20_000;
  const isAbandoned =
    !isOpen(job) && !hasEndedBeforeCheckout(job) && deps.clock.now() - job.createdAt > abandonedAfterMs;
  if (isAbandoned) return withCheckout(deps, product, job);
  const waited = await waitFor(deps, job, (current) => isOpen(current) || hasEndedBeforeCheckout(current), 5_000);
  if (isOpen(waited)) return waited;
  if (hasEndedBeforeCheckout(waited)) throw endedBeforeCheckout();
  throw new Refusal(
    'in_progress',
    'A request with this idempotency_key is still being worked on: send the same request again in a few seconds.',
    { field: 'idempotency_key' },
  );
}

function nextCheckAt(
  { random, clock, settings: { retryBaseMs } }: Deps,
  { createdAt }: Pick<Job, 'createdAt'>,
  tries: number,
  isUnanswered = false,
): number {
  const now = clock.now();
  const fraction = random.fraction();
  if (isUnanswered) return now + askPaymentAgainDelayMs(tries, retryBaseMs, fraction);
  return now + askPaymentDelayMs(now - createdAt, retryBaseMs, fraction, createdAt + lifetimesMs.checkout - now);
}

/** The payment page has closed: at its expiry, give or take a minute, by a cancellation, or by a button of test mode. */
export const closedFact = ({ clock, settings }: Deps, job: Job): Fact => ({
  kind:
    clock.now() < (job.checkout?.expiresAt ?? 0) - 60_000 && paymentModeOf(job, settings) === 'real'
      ? 'cancelled'
      : 'checkout_expired',
});

/** For the worker: records whether the payer has paid, or when to ask again. */
export async function checkPayment(deps: Deps, job: Job): Promise<void> {
  // Without a checkout, the request died before anyone got a link, so no one can pay.
  const checkout = job.checkout ? await checkoutStatusOf(deps, job.id, job.checkout) : ({ status: 'expired' } as const);
  if (checkout.status === 'paid') {
    await recordPayment(deps, job.id, checkout);
    return;
  }
  // A checkout past its expiry stays open only while a bank payment is in progress, which can take days.
  if (checkout.status !== 'expired' && job.createdAt + lifetimesMs.checkout < deps.clock.now())
    await retainDocument(deps, job);
  const recorded = await record(deps, job.id, (current) => {
    // A response about this checkout says nothing about a newer checkout.
    const isSameCheckout = current.checkout?.id === job.checkout?.id;
    if (isSameCheckout && checkout.status === 'expired') return closedFact(deps, current);
    const isUnanswered = checkout.status === 'unanswered';
    const fact = { kind: 'still_open', dueAt: nextCheckAt(deps, current, current.tries + 1, isUnanswered) } as const;
    if (!isUnanswered) return { ...fact, isProcessing: checkout.status === 'open' ? checkout.isProcessing : undefined };
    const unansweredRequests = (current.unansweredRequests ?? 0) + 1;
    return { ...fact, unansweredRequests, isProcessing: current.isPaymentProcessing };
  });
  // One or two calls without a response aren't a reason for an alarm.
  if ((recorded?.job.unansweredRequests ?? 0) >= 3) deps.log.alarm('payment unknown', { jobId: job.id });
}

async function checkoutStatusOf(
  deps: Deps,
  jobId: string,
  checkout: Checkout,
): Promise<CheckoutStatus | { readonly status: 'unanswered' }> {
  try {
    return await paymentsOf(deps, checkout).status(checkout.id);
  } catch (error) {
    deps.log.info('payment status failed', { jobId, error });
    return { status: 'unanswered' };
  }
}

/** Checks every unpaid job now, except for jobs that are due within `leaseMs`, because they are checked soon anyway. */
export async function checkOpenCheckouts(deps: Deps): Promise<void> {
  const { clock, jobs, settings } = deps;
  const now = clock.now();
  // An open page at its full age waits longest, with the largest random factor.
  const longestMs = askPaymentDelayMs(lifetimesMs.checkout, settings.retryBaseMs, 1, lifetimesMs.checkout);
  for (const { id } of await jobs.due({ since: now + leaseMs, before: now + longestMs + 1 })) {
    const job = await jobs.get(id);
    if (job?.state === 'awaiting_payment' && (await recordOnce(deps, job, { kind: 'redriven' })))
      await nudge(deps, id, undefined);
  }
}

/** The pause between calls, in ms: 4 seconds after the first one, doubling up to a minute. Starts over after an hour. */
const pauseMsAfter = (tries: number): number => Math.min(4_000 * 2 ** (tries - 1), 60_000);

/** For the page: checks whether the payer has paid. Returns the job after that, unchanged if no call was needed. */
export async function confirmPayment(
  deps: Deps,
  job: Job,
): Promise<{ readonly job: Job; readonly news?: PaymentNews }> {
  const { checkout } = job;
  if (job.state !== 'awaiting_payment' || checkout === undefined) return { job };
  const { news } = await callOnce<{ readonly news: PaymentNews; readonly tries: number }>(deps, {
    key: `the payment of ${checkout.id}`,
    waitMs: 250,
    leaseMs: 2 * timeoutsMs.call,
    keepMs: 60 * 60_000,
    reuse: ({ answer, ageMs }) => {
      if (ageMs >= pauseMsAfter(answer.tries)) return undefined;
      // The payer may have paid since, so the page offers to pay again only after a new response.
      return answer.news === 'open' && ageMs >= pauseMsAfter(1) ? { ...answer, news: 'asking' } : answer;
    },
    call: async (previous) => ({ news: await paymentNews(deps, job, checkout), tries: (previous?.tries ?? 0) + 1 }),
  }).catch((error: unknown) => {
    // Another visit is calling the provider right now.
    if (error instanceof Refusal && error.code === 'unavailable') return { news: 'asking' } as const;
    throw error;
  });
  return { job: (await deps.jobs.get(job.id)) ?? job, news };
}

/** Records the provider's response. After a payment or an expiry, the job's state is shown instead of the returned `open`. */
async function paymentNews(deps: Deps, job: Job, checkout: Checkout): Promise<PaymentNews> {
  const answer = await checkoutStatusOf(deps, job.id, checkout);
  if (answer.status === 'unanswered') return 'silent';
  if (answer.status === 'paid') {
    await recordPayment(deps, job.id, answer);
    await nudge(deps, job.id, undefined);
  }
  if (answer.status === 'expired')
    await record(deps, job.id, (current) =>
      current.checkout?.id === checkout.id ? closedFact(deps, current) : undefined,
    );
  if (answer.status === 'open' && answer.isProcessing)
    await record(deps, job.id, ({ isPaymentProcessing, dueAt }) =>
      isPaymentProcessing ? undefined : { kind: 'still_open', isProcessing: true, dueAt },
    );
  return 'open';
}
