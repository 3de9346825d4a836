/**
 * The charge of an agent's token: one claim on the job for all that is asked of the provider meanwhile. A claim whose
 * holder has died is a duty. It ends with money, or with the proof that there is none.
 */
import type { Job } from '../../core/job/job.ts';
import { checkoutLivesMs } from '../../core/lifetimes.ts';
import { Refusal } from '../../core/refusal.ts';
import { leaseMs } from '../../core/retry.ts';
import type { Deps } from '../../ports/deps.ts';
import type { Charged, TokenCharges } from '../../ports/payments.ts';
import { productNamed } from '../../products/index.ts';
import { nudge } from '../nudge.ts';
import { nextAsking, paymentsOf } from '../payment.ts';
import { record, recordOnce } from '../record.ts';
import { recordPayment, type SurplusDeps } from '../record-payment.ts';
import { checkoutRequest } from './checkout-request.ts';

/** The job as it is claimed; undefined if somebody else is at work on it, or it is not to be paid any more. */
export const claimCharge = (deps: SurplusDeps, job: Job): Promise<Job | undefined> => {
  const until = deps.clock.now() + leaseMs;
  return recordOnce(deps, job, { kind: 'pay_claimed', until, dueAt: until });
};

export function tokensOf(deps: Pick<Deps, 'payments'>, { checkout }: Pick<Job, 'checkout'>): TokenCharges | undefined {
  return checkout && paymentsOf(deps, checkout).tokens;
}

/** Its outcome is known within the claim, at most a minute later. */
export const beingPaid = () =>
  new Refusal(
    'unavailable',
    'A payment of this order is being made at this moment: send the same request again in a minute. Nothing is charged twice.',
    { retryAfterSeconds: 20, wantsRoom: true },
  );

/** The outcome of the job's charge; `unknown` without an answer. */
export async function lookForCharge(deps: SurplusDeps, { id, checkout, attempt }: Job): Promise<Charged | 'unknown'> {
  const tokens = tokensOf(deps, { checkout });
  if (tokens === undefined || attempt === undefined) return { kind: 'none' };
  return tokens.charged(id, attempt).catch((error: unknown) => {
    deps.log.info('charge not looked up', { jobId: id, error });
    return 'unknown' as const;
  });
}

/** Money counts as if its event had told of it. */
export async function countCharge(
  deps: SurplusDeps,
  job: Job,
  paid: Parameters<typeof recordPayment>[2],
): Promise<Job> {
  const recorded = await recordPayment(deps, job.id, paid);
  await nudge(deps, job.id, undefined);
  return recorded?.job ?? job;
}

/**
 * Ends a claim that came to nothing. A page that was closed for it is opened anew, and its address is written with the
 * end of the claim: so nobody can pay there before. If that fails, the claim runs out and the duty tries again.
 */
export async function releaseCharge(
  deps: SurplusDeps,
  claimed: Job,
  { isSpent, isClosed }: { readonly isSpent: boolean; readonly isClosed: boolean },
): Promise<void> {
  const { checkout, claims, createdAt } = claimed;
  const mayReopen = isClosed && checkout !== undefined && deps.clock.now() < createdAt + checkoutLivesMs;
  const request = { ...checkoutRequest(productNamed(claimed.product), claimed), claim: claims };
  const opened = mayReopen ? await paymentsOf(deps, checkout).open(request) : undefined;
  const dueAt = nextAsking(deps, claimed, claimed.tries);
  const fact = { kind: 'pay_released', isSpent, checkout: opened, claim: claims, dueAt } as const;
  const recorded = await record(deps, claimed.id, () => fact);
  // Its claim is over: nobody was told of that page.
  if (opened !== undefined && !recorded?.counted) await paymentsOf(deps, opened).expire(opened.id);
}

/** A claim that has run out: looks for its charge first, and then at the page. */
export async function settleCharge(deps: SurplusDeps, job: Job): Promise<void> {
  const claimed = await claimCharge(deps, job);
  if (claimed?.checkout === undefined) return;
  const found = await lookForCharge(deps, claimed);
  if (found === 'unknown' || found.kind === 'open') return alarmAtLength(deps, claimed);
  if (found.kind === 'paid') return void (await countCharge(deps, claimed, { ...found, checkoutId: undefined }));
  try {
    const page = await paymentsOf(deps, claimed.checkout).status(claimed.checkout.id);
    if (page.status === 'paid') return void (await countCharge(deps, claimed, page));
    await releaseCharge(deps, claimed, { isSpent: false, isClosed: page.status === 'expired' });
  } catch (error) {
    deps.log.info('payment status failed', { jobId: job.id, error });
    alarmAtLength(deps, claimed);
  }
}

/** A few minutes without an answer are bad luck. */
const alarmAfterMs = 10 * 60_000;

function alarmAtLength({ clock, log }: Pick<Deps, 'clock' | 'log'>, { id, attempt }: Job): void {
  if (clock.now() - (attempt?.since ?? clock.now()) > alarmAfterMs) log.alarm('payment unknown', { jobId: id });
}
