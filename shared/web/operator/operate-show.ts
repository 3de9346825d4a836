/** Shows an operator one job, without any name, address, content or link. */
import { orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import { type Job, waitOf } from '../../domain/job/job.ts';
import { type Duty, dueDuty, paymentStatus, publicStatus } from '../../domain/job/lifecycle.ts';
import { formatMinorUnits, totalCents } from '../../domain/money.ts';
import type { NotifyDeps } from '../../notify/deps.ts';
import { notificationsOf } from '../../notify/notifications.ts';
import { findJob } from '../../orders/follow/find-job.ts';
import { progressOf } from '../../orders/follow/progress.ts';
import { referenceOf } from '../../orders/read-progress.ts';
import { statusOf, statusSentences } from '../../pages/progress.ts';
import { readerOf } from '../../pages/reader.ts';
import { productNamed } from '../../products/index.ts';

/** `says` is a summary for people. The other members are the requested data. */
export type OperatorResult = { readonly ok: boolean; readonly says: string } & Readonly<Record<string, unknown>>;

export const done = (says: string): OperatorResult => ({ ok: true, says });
export const refused = (says: string): OperatorResult => ({ ok: false, says });

/** The sentences about the order on the payer's page, in English. */
function payerText({ clock, settings }: NotifyDeps, job: Job): string {
  const reader = readerOf(undefined, settings);
  const progress = progressOf(job, clock.now());
  const { now, money = '', next } = statusSentences(progress, reader);
  return [`${statusOf(progress, reader)}.`, now, money, ...next].filter(Boolean).join(' ');
}

export async function showJob(deps: NotifyDeps, jobId: string): Promise<OperatorResult> {
  const job = await findJob(deps, jobId);
  const { partner, payment, checkout, price, firstSeenAt, dueAt } = job;
  const { fulfillment_status, delivery_status } = productNamed(job.product).statusFields(job);
  const wait = waitOf(job);
  // The next duty, even if it isn't due yet.
  const next = dueDuty(job, Number.MAX_SAFE_INTEGER);
  // The service's next step, for each duty.
  const duties: Readonly<Record<Duty, string>> = {
    ask_payment: 'asks the payment provider whether it is paid',
    submit: 'sends it to the partner',
    track: 'asks the partner for its status',
    finish_cancel: 'refunds it, because it is being canceled',
    finish_recall: 'asks the partner to stop it',
    ask_person: 'nothing: a person must decide',
    refund: 'pays the money back',
  };
  return {
    ok: true,
    says: `${job.id}, a ${job.product}`,
    payer_reads: payerText(deps, job),
    order_number: spokenOrderNumber(orderNumberOf(job.id)),
    state: job.state,
    status: publicStatus(job),
    payment_status: paymentStatus(job),
    fulfillment_status,
    delivery_status,
    error: job.error ?? null,
    approved: formatMinorUnits(totalCents(price), price.currency),
    tax: price.tax?.label ?? null,
    warnings: job.warnings.map(({ code }) => code).join(', ') || null,
    paid: payment === undefined ? null : formatMinorUnits(payment.amountCents, payment.currency),
    payment_provider: (payment ?? checkout)?.provider ?? null,
    payment_id: payment?.id ?? null,
    checkout_id: checkout?.id ?? null,
    refund: job.refund,
    extra_payments: job.extraPayments?.map(({ provider, id, amountCents, currency, refund }) => ({
      payment_provider: provider,
      payment_id: id,
      paid: formatMinorUnits(amountCents, currency),
      refund,
    })),
    partner: job.routedTo ?? null,
    partner_id: partner?.id ?? null,
    reference: referenceOf(job),
    returned_at: firstSeenAt.returned ?? null,
    partner_read_at: partner === undefined ? null : partner.readAt,
    tries: job.tries,
    tries_since: job.triesSince,
    failed_rounds: job.failedRounds,
    waits_for: wait?.for ?? null,
    waits_since: wait?.since,
    next: next === undefined ? null : duties[next],
    next_at: dueAt,
    history: Object.entries(firstSeenAt)
      .sort(([, first], [, second]) => first - second)
      .map(([fact, at]) => ({ fact, at })),
    notifications: (await notificationsOf(deps, job)).flatMap(({ id, event, recipients }) =>
      recipients.map(({ channel, to, state, attempts, nextAt }) => ({
        event: id,
        type: event.type,
        at: event.at,
        channel,
        to,
        state,
        tries: attempts.length,
        last: attempts.at(-1)?.code,
        next_at: nextAt,
      })),
    ),
  };
}
