/** Cancels a job while it can be stopped, and refunds it. A race is decided by one conditional write. */
import * as z from 'zod/mini';
import { dayOf, type Job } from '../../domain/job/job.ts';
import { hasLeft, isDisputed, isDisputeLost, type State } from '../../domain/job/lifecycle.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { findJob, type JobReference, jobReference } from '../follow/find-job.ts';
import { callProvider, recordPayment } from '../pay/payment.ts';
import { finishCancel, finishRecall } from '../pay/refund.ts';
import { nudge, record, underLease, waitFor } from '../record.ts';
import type { Answer, ToolUseCase } from '../use-case.ts';
import { booleanField, textField } from '../views.ts';

const declineReasons = ['already_in_production', 'refund_failed', 'job_failed'] as const;

const cancelView = z.object({
  job_id: textField('As requested.'),
  cancelled: booleanField('Whether it is canceled, by this request or an earlier one.'),
  refund: z.optional(
    z
      .enum(['not_applicable', 'issued', 'contact_support'])
      .check(z.describe('contact_support: canceled, but the refund is not confirmed yet; see the status of the job.')),
  ),
  reason: z.optional(
    z
      .enum(declineReasons)
      .check(z.describe('Why it is not canceled. refund_failed: no refund is possible; `error` says what comes next.')),
  ),
  code: z.optional(
    z.enum(declineReasons).check(z.describe('The same as `reason`, in the field that every error has.')),
  ),
  error: z.optional(textField('Why it is not canceled, as a sentence for people.')),
});

type CancelView = z.infer<typeof cancelView>;

export const cancelJob: ToolUseCase<JobReference, CancelView> = {
  name: 'cancel-job',
  summary: 'Cancels a job while it can be stopped, and refunds what was paid.',
  tag: 'jobs',
  schemas: { answer: 'Cancellation' },
  outcomes: {
    done: 'Canceled, by this request or an earlier one.',
    declined: 'Not canceled: `reason` and `error` say why, and nothing has changed.',
  },
  refusals: ['not_found', 'unavailable'],
  limitedAs: 'jobs',
  tool: {
    name: 'cancel_letter',
    title: 'Cancel a job',
    next: () => 'Works for every product. Ask the user first: it cannot be undone.',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
    descriptions: { job_id: 'From job creation.' },
  },
  input: jobReference,
  output: cancelView,
  run: async (deps: Deps, { job_id }) => cancel(deps, await findJob(deps, job_id)),
};

export async function cancel(deps: Deps, found: Job): Promise<Answer<CancelView>> {
  const waitForOthersMs = 8_000;
  const deadline = deps.clock.now() + waitForOthersMs;
  let job = found;
  // Each attempt either responds or changes the job's state, and a few changes are enough.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = answers[job.state]?.(job);
    if (answer !== undefined) return answer;
    const refused = await steps[job.state]?.(deps, job);
    if (refused !== undefined) return refused;
    if (isBusy(job)) {
      const isDecided = (current: Job) => !isBusy(current) && current.refund !== 'pending';
      job = await waitFor(deps, job, isDecided, deadline - deps.clock.now());
      if (isBusy(job)) break;
    } else job = await findJob(deps, job.id);
  }
  return declined(job, 'already_in_production', busyError(job));
}

/** True while a step is acting on the job. The step's result decides the response. */
export const isBusy = ({ state }: Job): boolean => ['submitting', 'cancelling', 'recalling'].includes(state);

/** Why a busy job can't be canceled. After a call without a clear response, we don't know whether the partner has the order. */
const busyError = ({ answeredAt, firstSeenAt }: Job): string =>
  answeredAt === undefined && firstSeenAt.unanswered === undefined
    ? 'The order is being sent to the partner or canceled right now. Check the job again in a minute and, if you still want to stop it, cancel again.'
    : 'The partner has not said whether it has the order, so the payment cannot be refunded yet. We are still checking: check the job again in a minute and, if you still want to stop it, cancel again.';

/** Responses that need no further step. If a state has none, or it is `undefined`, its entry in `steps` runs next. */
const answers: Partial<Record<State, (job: Job) => Answer<CancelView> | undefined>> = {
  cancelled: ({ id, refund }) => ({
    outcome: 'done',
    body: { job_id: id, cancelled: true, refund: refund === 'pending' ? 'contact_support' : refund },
  }),
  failed: (job) => {
    const refunds = {
      not_applicable: '',
      pending: '; your payment is being refunded',
      issued: '; your payment was refunded',
      contact_support: isDisputeLost(job) ? '' : '; please contact support about your payment',
    };
    return declined(job, 'job_failed', `The job has failed${refunds[job.refund]}. There is nothing to cancel.`);
  },
  needs_review: (job) => {
    const disputed = 'The payment is disputed, so it cannot be refunded; a person is looking into it.';
    if (isDisputed(job)) return declined(job, 'refund_failed', disputed);
    const { held, claimed } = job.firstSeenAt;
    const wasHeldBack = held !== undefined && claimed === undefined;
    const error = wasHeldBack
      ? 'We stopped it before the partner had it. A person is looking into it and will decide.'
      : 'We do not know yet whether the partner has the order; a person is looking into it.';
    return declined(job, 'already_in_production', error);
  },
  paid: (job) => (job.partner === undefined ? undefined : tooLate(job)),
  fulfilled: (job) => (job.partner?.stage === 'accepted' ? undefined : tooLate(job)),
};

const tooLate = (job: Job): Answer<CancelView> => {
  const { dispatched } = job.firstSeenAt;
  const { leftAs } = productNamed(job.product);
  const error =
    hasLeft(job) && dispatched !== undefined
      ? `It was ${leftAs} on ${dayOf(dispatched)} (UTC) and cannot be recalled.`
      : `It is being ${leftAs === 'mailed' ? 'printed' : 'sent'}, so it can no longer be canceled, and nothing is refunded.`;
  return declined(job, 'already_in_production', error);
};

/** Whether we would try to cancel the job now. The partner may still refuse. */
export const isCancellable = (job: Job): boolean =>
  job.state === 'awaiting_payment' ||
  ((job.state === 'paid' || job.state === 'fulfilled') && answers[job.state]?.(job) === undefined);

/** Steps to run before there is a response. A step returns only a refusal; otherwise the job is read again. */
const steps: Partial<Record<State, (deps: Deps, job: Job) => Promise<Answer<CancelView> | undefined>>> = {
  awaiting_payment: cancelUnpaid,
  paid: async (deps, job) => {
    if (!(await underLease(deps, job, 'cancel_claimed', finishCancel))) return undefined;
    const after = await findJob(deps, job.id);
    if (after.state !== 'paid') return undefined;
    // The job is as it was before the claim, so its fulfillment continues.
    await nudge(deps, job.id, undefined);
    return declined(
      after,
      'refund_failed',
      'The payment provider refused the refund, so nothing was canceled and the order goes ahead.',
    );
  },
  fulfilled: async (deps, job) => {
    await underLease(deps, job, 'cancel_claimed', finishRecall);
    return undefined;
  },
};

/** Cancels an unpaid job. The payment page is closed first. If it was already paid, the job is paid instead. */
export async function cancelUnpaid(deps: Deps, job: Job): Promise<undefined> {
  const { checkout: opened } = job;
  const checkout = opened && (await callProvider(deps, job.id, opened, (payments) => payments.expire(opened.id)));
  if (checkout?.status === 'paid') {
    await recordPayment(deps, job.id, checkout);
    await nudge(deps, job.id, undefined);
    return undefined;
  }
  const hasSameCheckout = (current: Job) => current.checkout?.id === opened?.id;
  const recorded = await record(deps, job.id, (current) =>
    hasSameCheckout(current) ? { kind: 'cancelled' } : undefined,
  );
  return recorded === undefined || hasSameCheckout(recorded.job) ? undefined : cancelUnpaid(deps, recorded.job);
}

const declined = ({ id }: Job, reason: (typeof declineReasons)[number], error: string): Answer<CancelView> => ({
  outcome: 'declined',
  body: { job_id: id, cancelled: false, reason, code: reason, error },
});
