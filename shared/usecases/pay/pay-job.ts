/** Lets an agent pay a job that exists, with a token that is charged once whatever is repeated, lost or sent twice. */
import * as z from 'zod/mini';
import { orderNumberOf, spokenOrderNumber } from '../../core/ids.ts';
import type { Job } from '../../core/job/job.ts';
import { payUrl } from '../../core/job/links.ts';
import { type Checkout, chargeKey, type Payment } from '../../core/job/payment.ts';
import { isCharging } from '../../core/job/standing.ts';
import { checkoutLivesMs } from '../../core/lifetimes.ts';
import { formatMoney } from '../../core/money/money.ts';
import { totalCents } from '../../core/money/price.ts';
import { Refusal } from '../../core/refusal.ts';
import { leaseMs } from '../../core/retry.ts';
import {
  beingPaid,
  claimCharge,
  countCharge,
  lookForCharge,
  releaseCharge,
  tokensOf,
} from '../../fulfilment/charging/charge.ts';
import { checkoutRequest } from '../../fulfilment/charging/checkout-request.ts';
import { providerAnswer } from '../../fulfilment/payment.ts';
import type { SurplusDeps } from '../../fulfilment/record-payment.ts';
import { waitFor } from '../../fulfilment/wait.ts';
import type { Bill, CredentialFault, Rail } from '../../ports/agent-payments.ts';
import type { ChargeOutcome, DeclineReason, TokenCharges } from '../../ports/payments.ts';
import { productNamed } from '../../products/index.ts';
import { findJob, type JobReference, jobReference, referenceDescriptions } from '../jobs/find-job.ts';
import type { Answer, Caller, ToolUseCase } from '../use-case.ts';
import { receiptUrl } from '../views.ts';

const unpaidReasons = ['cancelled', 'job_failed', 'expired', 'payment_under_way', 'person_pays'] as const;

const payView = z.object({
  job_id: z.string().check(z.describe('As asked.')),
  paid: z.boolean().check(z.describe('Whether it is paid, now or before.')),
  total_cents: z.int().check(z.describe('What was charged, once, in whole cents.')),
  currency: z.enum(['USD', 'CAD']).check(z.describe('Of the total.')),
  receipt_url: z.optional(z.string().check(z.describe('The signed receipt, for people.'))),
  payment_receipt: z.optional(
    z
      .record(z.string(), z.unknown())
      .check(z.describe('The proof of the payment, as the header Payment-Receipt has it.')),
  ),
  reason: z.optional(z.enum(unpaidReasons).check(z.describe('Why it cannot be paid so. Nothing was charged.'))),
  code: z.optional(z.enum(unpaidReasons).check(z.describe('The reason, where every refusal has its code.'))),
  error: z.optional(z.string().check(z.describe('The same for people.'))),
  pay_url: z.optional(z.string().check(z.describe('Where a person may pay instead.'))),
});

export type AgentPaymentView = z.infer<typeof payView>;
type PayAnswer = Answer<AgentPaymentView>;

export const payJob: ToolUseCase<JobReference, AgentPaymentView> = {
  name: 'pay-job',
  summary: 'Lets an agent pay a job itself, with a token that its user has approved.',
  description:
    'Only where the operator has switched it on. Without a credential: 402 with a challenge of the Machine Payments Protocol (method `stripe`). With `Authorization: Payment`: charges at once. A job is charged once, however often it is asked: one that is paid answers 200 with its receipt, also without a credential.',
  tag: 'jobs',
  schemas: { answer: 'Payment' },
  outcomes: {
    done: 'Paid, now or before. The header `Payment-Receipt` has the proof.',
    declined: 'It cannot be paid so: `reason` and `error` say why. Nothing was charged.',
  },
  refusals: ['not_found', 'payment_required', 'unavailable'],
  limitedAs: 'jobs',
  tool: {
    name: 'pay_job',
    title: 'Pay a job',
    next: () =>
      'Any product. Only a client with a wallet can: it gets a challenge, its user approves, and it repeats the call.',
    hints: [false, true, true, true],
    descriptions: referenceDescriptions,
  },
  input: jobReference,
  output: payView,
  async run(deps, { job_id }, caller) {
    const { rail } = deps;
    if (rail === undefined)
      throw new Refusal('not_found', 'not_found: agents cannot pay here. A person pays on the pay_url of the job.');
    return pay({ ...requestOf(caller), deps, rail }, await findJob(deps, job_id));
  },
};

interface Asking {
  readonly deps: SurplusDeps;
  readonly rail: Rail;
  readonly realm: string;
  readonly credential: unknown;
}

const requestOf = ({ baseUrl, credential }: Caller) => ({ realm: new URL(baseUrl).host, credential });

async function pay(asking: Asking, job: Job): Promise<PayAnswer> {
  const known = await withoutCharge(asking, job);
  if (known !== undefined) return known;
  const bill = billOf(asking, job);
  const { deps, rail, credential } = asking;
  if (credential === undefined) throw await demand(asking, job, 'required');
  const read = await rail.tokenOf(credential, bill, deps.clock.now());
  if (typeof read === 'string') throw await demand(asking, job, read);
  const { checkout } = job;
  const tokens = tokensOf(deps, job);
  if (checkout === undefined || tokens === undefined) return declined(job, 'person_pays', byPerson);
  return payWith(asking, job, { checkout, tokens, token: read.token });
}

/** The answer of a job that is not charged now, whatever is shown. */
async function withoutCharge(asking: Asking, job: Job): Promise<PayAnswer | undefined> {
  const { state, payment, checkout, isMoneyUnderWay, createdAt } = job;
  if (state === 'cancelled') return declined(job, 'cancelled', `The order was cancelled${refundWords(job)}.`);
  if (state === 'failed') return declined(job, 'job_failed', `The order has failed${refundWords(job)}.`);
  if (payment !== undefined) return paid(asking, job, payment);
  if (createdAt + checkoutLivesMs <= asking.deps.clock.now())
    return declined(job, 'expired', 'The order was not paid within its day. Request a new quote.');
  if (isMoneyUnderWay)
    return declined(job, 'payment_under_way', 'The user has paid on the page, and the money is on its way.');
  const { drawn } = productNamed(job.product);
  if ((drawn?.(job.order).cents ?? 0) > mostFaceCents || isOnlyReserved(asking, job))
    return declined(job, 'person_pays', byPerson);
  if (checkout === undefined) throw beingPaid();
  return undefined;
}

/** The caller's network cancels too often to be charged. A token's money is taken at once: no source says that it can be held. */
const isOnlyReserved = ({ deps }: Asking, { isReserved }: Job): boolean =>
  isReserved === true && deps.settings.capture !== 'at_hand_over';

/** The face amount up to which a check is paid by an agent. */
const mostFaceCents = 50_000;

const byPerson = 'An order like this one is paid by a person, on its page: give the user pay_url.';

const refundWords = ({ payment }: Job): string => (payment === undefined ? '' : '; what was paid is paid back');

const billOf = ({ deps, realm }: Asking, job: Job): Bill => {
  const product = productNamed(job.product);
  return {
    jobId: job.id,
    orderNumber: orderNumberOf(job.id),
    amountCents: totalCents(job.price),
    currency: job.price.currency,
    description: `${checkoutRequest(product, job).title} (order ${spokenOrderNumber(orderNumberOf(job.id))}${by(deps)})`,
    expiresAt: job.createdAt + checkoutLivesMs,
    realm,
  };
};

const by = ({ settings }: SurplusDeps): string => (settings.operator.name ? `, ${settings.operator.name}` : '');

type Cause = 'required' | CredentialFault | DeclineReason;

/** `type`: the problem in the words of the protocol. */
const causes: Readonly<Record<Cause, { readonly type: string; readonly says: string }>> = {
  required: { type: 'payment-required', says: 'The order is not paid yet: nothing is sent before.' },
  malformed: { type: 'malformed-credential', says: 'The credential is none: answer the challenge of this answer.' },
  invalid: {
    type: 'invalid-challenge',
    says: 'The credential answers another challenge than that of this order: answer the one of this answer.',
  },
  expired: { type: 'payment-expired', says: 'The challenge has expired: answer the one of this answer.' },
  token: {
    type: 'verification-failed',
    says: 'The token is used up, has expired or was revoked. Nothing was charged: ask for another one.',
  },
  limit: {
    type: 'verification-failed',
    says: 'The token allows less than the order costs, or another currency. Nothing was charged: ask for another one.',
  },
  method: {
    type: 'verification-failed',
    says: 'The token stands for a way to pay that can be returned later. Nothing was charged: a card or Link is taken.',
  },
  declined: { type: 'verification-failed', says: 'The payment was declined. Nothing was charged.' },
  person: {
    type: 'verification-failed',
    says: 'The bank wants a person to confirm the payment. Nothing was charged: the user pays at pay_url.',
  },
};

/** The sentence that a person reads in the wallet: at least 100 characters, as wallets ask for. */
const contextOf = (bill: Bill): string =>
  `${bill.description}: ${formatMoney(bill.amountCents, bill.currency)} ${bill.currency} in all, charged once, at the payment. Nothing is printed, mailed or faxed before it is paid, and it can be cancelled until it is handed over.`;

async function demand(asking: Asking, job: Job, cause: Cause): Promise<Refusal> {
  const bill = billOf(asking, job);
  const { headers, challenge } = await asking.rail.demand(bill);
  const { type, says } = causes[cause];
  return new Refusal('payment_required', says, {
    demand: {
      headers,
      challenge,
      problem: {
        type: `https://paymentauth.org/problems/${type}`,
        title: 'Payment required',
        context: contextOf(bill),
        pay_url: payUrl(job),
      },
    },
  });
}

async function payWith(
  asking: Asking,
  job: Job,
  { checkout, tokens, token }: { readonly checkout: Checkout; readonly tokens: TokenCharges; readonly token: string },
): Promise<PayAnswer> {
  const { deps } = asking;
  const order = checkoutRequest(productNamed(job.product), job);
  const problem = await providerAnswer(deps, job.id, checkout, () => tokens.problemOf(token, order));
  if (problem !== undefined) throw await demand(asking, job, problem);
  const claimed = await claimCharge(deps, job);
  if (claimed === undefined) return afterOthers(asking, job);
  if (job.attempt !== undefined) {
    const earlier = await settledBy(asking, claimed);
    if (earlier !== undefined) return earlier;
  }
  const page = await providerAnswer(deps, job.id, checkout, (payments) => payments.expire(checkout.id));
  if (page.status === 'paid') return answered(asking, await countCharge(deps, claimed, page));
  if (page.status === 'open') {
    await releaseCharge(deps, claimed, { isSpent: false, isClosed: false });
    return declined(job, 'payment_under_way', 'The user has paid on the page, and the money is on its way.');
  }
  await requireClaim(deps, claimed);
  const key = chargeKey(job.id, claimed.attempt?.number ?? 1);
  const outcome = await tokens.charge({ token, key, order }).catch((error: unknown): ChargeOutcome => {
    deps.log.info('charge failed', { jobId: job.id, error });
    return { kind: 'unknown' };
  });
  return concluded(asking, claimed, outcome);
}

/** A process that stood still may have lost its claim, and the next holder charges. */
async function requireClaim(deps: SurplusDeps, { id, claims }: Job): Promise<void> {
  const now = await deps.jobs.get(id);
  const isMine = now?.state === 'awaiting_payment' && now.claims === claims;
  if (!isMine || (now.attempt?.until ?? 0) - deps.clock.now() < leaseMs / 2) throw beingPaid();
}

/** Somebody else has paid, cancelled or charges at this moment. */
async function afterOthers(asking: Asking, job: Job): Promise<PayAnswer> {
  const waitMs = 8_000;
  const now = await findJob(asking.deps, job.id);
  const after = await waitFor(
    asking.deps,
    now,
    (late) => late.state !== 'awaiting_payment' || !isCharging(late),
    waitMs,
  );
  if (after.state === 'awaiting_payment') throw beingPaid();
  return answered(asking, after);
}

/** A charge may be made although its answer is an error, and stands in the provider's lists a moment later. */
const listLagMs = 2_000;

/** The charge of a claim before this one, whose answer was lost. */
async function settledBy(asking: Asking, claimed: Job): Promise<PayAnswer | undefined> {
  const found = await lookForCharge(asking.deps, claimed);
  if (found === 'unknown' || found.kind === 'open') throw beingPaid();
  if (found.kind !== 'paid') return undefined;
  return answered(asking, await countCharge(asking.deps, claimed, { payment: found.payment, checkoutId: undefined }));
}

async function concluded(asking: Asking, claimed: Job, outcome: ChargeOutcome): Promise<PayAnswer> {
  const { deps } = asking;
  if (outcome.kind === 'paid')
    return answered(asking, await countCharge(deps, claimed, { payment: outcome.payment, checkoutId: undefined }));
  if (outcome.kind !== 'declined') {
    if (outcome.kind === 'spoilt') await deps.clock.sleep(listLagMs);
    const earlier = await settledBy(asking, claimed);
    if (earlier !== undefined) return earlier;
    // A call without an answer may still be landing: the claim is left to run out, and the duty looks again.
    if (outcome.kind === 'unknown') throw beingPaid();
  }
  await releaseCharge(deps, claimed, { isSpent: true, isClosed: true }).catch((error: unknown) =>
    deps.log.info('payment page not opened anew', { jobId: claimed.id, error }),
  );
  throw await demand(asking, claimed, outcome.kind === 'declined' ? outcome.why : 'declined');
}

async function paid(asking: Asking, job: Job, payment: Payment): Promise<PayAnswer> {
  const receipt = await asking.rail.receiptOf(payment, billOf(asking, job), job.firsts.paid ?? job.createdAt);
  return {
    outcome: 'done',
    body: { ...totalOf(job), paid: true, receipt_url: receiptUrl(job), payment_receipt: receipt },
  };
}

/** The answer once money has come, or somebody else has decided. */
const answered = async (asking: Asking, job: Job): Promise<PayAnswer> =>
  (await withoutCharge(asking, job)) ?? declined(job, 'job_failed', 'The order is not paid.');

const totalOf = ({ id, price }: Job) => ({ job_id: id, total_cents: totalCents(price), currency: price.currency });

const declined = (job: Job, reason: (typeof unpaidReasons)[number], error: string): PayAnswer => ({
  outcome: 'declined',
  body: { ...totalOf(job), paid: false, reason, code: reason, error, pay_url: payUrl(job) },
});
