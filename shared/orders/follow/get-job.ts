/** Reads a job's status. Payment, fulfillment and delivery are separate, and each says only what is proven. */
import * as z from 'zod/mini';
import { dayOf, type Job, payUrl } from '../../domain/job/job.ts';
import { paymentStatus, publicStatus, refundedInPart } from '../../domain/job/lifecycle.ts';
import { priceFields, refundedFields } from '../../domain/money.ts';
import { partnerIdField, productNames } from '../../domain/names.ts';
import type { Product } from '../../domain/product.ts';
import { productNamed } from '../../products/index.ts';
import { recipientCheckDescription, showCheck, verdictShape } from '../addresses/check-address.ts';
import { isCancellable } from '../cancel/cancel-job.ts';
import { sameOrder } from '../create/twins.ts';
import type { Deps, Settings } from '../deps.ts';
import { paymentModeOf } from '../pay/payment.ts';
import { refreshJob } from '../read-progress.ts';
import type { ToolUseCase } from '../use-case.ts';
import {
  booleanField,
  jobIdField,
  optionalTime,
  paymentModeField,
  payPageField,
  priceShape,
  productField,
  receiptUrl,
  refundedShape,
  summaryOf,
  textField,
  timeField,
} from '../views.ts';
import { findJob, type JobReference, jobReference, linkDescriptions } from './find-job.ts';
import { progressOf } from './progress.ts';
import { sentenceByStatus, showTimeline, timeline } from './state-words.ts';

const dayField = (which: string) => textField(`The ${which} usual day, in UTC, for example 2026-11-27.`);

/** Only mail has this field, from its payment until it has arrived or the estimate is over. */
export const expectedDelivery = z.object({
  is_estimate: z.literal(true).check(z.describe('Not a promise.')),
  earliest: dayField('first'),
  latest: dayField('last'),
  source: textField('Where the estimate comes from, in one sentence.'),
});

export const statusView = (product: Product) =>
  z.object({
    service: productField(product),
    job_id: jobIdField,
    summary: textField('For people: what is sent, to whom and for how much, and what has happened to it.'),
    order_number: textField('For people and for support, as on the order’s pages. It gives no access to the order.'),
    status: z
      .enum(['awaiting_payment', 'paid', 'fulfilled', 'failed', 'cancelled'])
      .check(z.describe('fulfilled: the partner has it.')),
    payment_status: z
      .enum(['pending', 'paid', 'failed'])
      .check(z.describe('failed: nothing was paid, or an amount other than the approved one, which is then refunded.')),
    ...product.wire().status,
    [partnerIdField(product.name)]: z
      .nullable(z.string())
      .check(z.describe("The partner's own id, once it has the order.")),
    ...priceShape,
    refund: z
      .enum(['not_applicable', 'pending', 'issued', 'contact_support'])
      .check(z.describe('contact_support: the payment provider refused the refund; a person must help.')),
    ...refundedShape,
    error: z.nullable(z.string()).check(z.describe('Why it failed, for people.')),
    ...(product.mailsTo && {
      address_check: z.optional(
        z
          .object({
            ...verdictShape,
            accepted_at: optionalTime('When a person confirmed the address as it was sent.'),
            taken_at: optionalTime('When a person accepted the suggestion, which has been the address since then.'),
          })
          .check(recipientCheckDescription),
      ),
    }),
    cancellable: booleanField('Whether we would try to cancel it now. Only the partner could still refuse.'),
    cancel_until: optionalTime('The deadline for canceling, if one is known.'),
    same_order: z.optional(
      textField('While an order with the same content and recipient is active: ask the user whether they want both.'),
    ),
    timeline,
    expected_delivery: z.optional(expectedDelivery),
    created_at: timeField,
    document_deleted_at: optionalTime('When its document was deleted at the sender’s request.'),
    expires_at: optionalTime('When the payment page closes.'),
    pay_url: payPageField,
    checkout_url: z.optional(textField('Present while it can still be paid.')),
    receipt_url: textField('The receipt as a page to show and print. It reveals no job id; add .json to it.'),
    payment_mode: paymentModeField,
  });

export function showStatus(job: Job, settings: Pick<Settings, 'paymentMode'>, now: number) {
  const product = productNamed(job.product);
  const { checkout } = job;
  const isPayable = job.state === 'awaiting_payment' && !job.isPaymentProcessing && (checkout?.expiresAt ?? 0) > now;
  const { orderNumber, steps, refund, arrival, cancellable } = progressOf(job, now);
  const view = {
    service: product.name,
    job_id: job.id,
    summary: summaryOf(product, job),
    order_number: orderNumber,
    status: publicStatus(job),
    payment_status: paymentStatus(job),
    ...product.statusFields(job),
    [partnerIdField(product.name)]: job.partner?.id ?? null,
    ...priceFields(job.price),
    refund: job.refund,
    ...refundedFields(refundedInPart(job)),
    error: job.error ?? null,
    address_check: showDecidedCheck(job),
    cancellable: isCancellable(job),
    cancel_until: cancellable?.until,
    timeline: showTimeline(steps),
    expected_delivery: arrival && {
      is_estimate: true,
      earliest: dayOf(arrival.from),
      latest: dayOf(arrival.to),
      source: arrival.source,
    },
    created_at: job.createdAt,
    document_deleted_at: job.documentDeletedAt,
    expires_at: isPayable ? checkout?.expiresAt : undefined,
    pay_url: payUrl(job),
    checkout_url: isPayable ? checkout?.url : undefined,
    receipt_url: receiptUrl(job),
    payment_mode: paymentModeOf(job, settings),
  };
  return {
    ...view,
    summary: `${view.summary} ${sentenceByStatus[view.status]?.({ ...view, refund, isPaymentProcessing: job.isPaymentProcessing }) ?? ''}`,
  };
}

export const getJob: ToolUseCase<JobReference, Record<string, unknown>> = {
  name: 'get-job',
  summary: 'The status of a job: payment, fulfillment and delivery as three separate statuses.',
  tag: 'jobs',
  schemas: { answer: 'JobStatus' },
  outcomes: { done: 'The status of the job; `service` says which product’s fields follow.' },
  refusals: ['not_found'],
  limitedAs: 'reads',
  tool: {
    name: 'get_job_status',
    title: 'Get the status of a job',
    next: (_, products) => `Works for every product (${products.join(', ')}). Claim no more than it says.`,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    descriptions: linkDescriptions,
  },
  input: jobReference,
  output: z.union(productNames.map((name) => statusView(productNamed(name)))),
  run: async (deps: Deps, { job_id }) => {
    const job = await refreshJob(deps, await findJob(deps, job_id));
    const body = showStatus(job, deps.settings, deps.clock.now());
    return { outcome: 'done', body: { ...body, same_order: await sameOrder(deps, job) } };
  },
};

/** The address check from the job's creation, with what a person has decided since then. */
function showDecidedCheck(job: Job) {
  const check = showCheck(job);
  if (check === undefined) return undefined;
  const { acceptedAt, takenAt } = job.addressCheck ?? {};
  const isDoubted = check.status === 'corrected' || check.status === 'undeliverable';
  let { message } = check;
  if (takenAt !== undefined)
    message = `The suggestion was taken on ${dayOf(takenAt)} (UTC): the order goes to that address.`;
  else if (isDoubted && acceptedAt !== undefined)
    message = `The address was confirmed as it was sent, on ${dayOf(acceptedAt)} (UTC).`;
  return { ...check, message, accepted_at: acceptedAt, taken_at: takenAt };
}
