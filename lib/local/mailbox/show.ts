/** An entry of the mailbox as a card for people and as JSON for programs. */
import { type SimulatedOrder, simulatedView } from '../../../shared/adapters/partners/simulated/simulated.ts';
import { hasLeft } from '../../../shared/core/job/standing.ts';
import { mostBounces } from '../../../shared/core/retry.ts';
import type { AttemptView } from '../../../shared/pages/mailbox/card.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { standingOf } from './acts.ts';
import { sentEmails } from './emails.ts';
import { type MailboxEntry, tradeOf } from './entries.ts';

/** Newest first. */
const attemptsOf = (deps: Deps, { orders }: MailboxEntry): readonly AttemptView[] =>
  orders.map((order, at) => attemptOf(deps, order, at + 1)).reverse();

function attemptOf(deps: Deps, order: SimulatedOrder, number: number): AttemptView {
  const trade = tradeOf(deps, order.kind);
  const now = deps.clock.now();
  const view = simulatedView(trade, order, now);
  return {
    id: order.id,
    number,
    createdAt: order.createdAt,
    partnerStatus: String(trade.record(order, now).status),
    reason: order.cancelledAt === undefined && 'stopped' in view ? view.stopped : undefined,
    recordUrl: `/_mailbox/${order.id}/record.json`,
    documentUrl: order.documentKey === undefined ? null : `/_mailbox/${order.id}/document.pdf`,
    documentSha256: order.documentSha256 ?? null,
  };
}

export async function cardFor(deps: Deps, entry: MailboxEntry) {
  const { jobId, kind, status, title, lines } = entry;
  const job = await deps.jobs.get(jobId);
  return {
    jobId,
    kind,
    status,
    title,
    lines,
    createdAt: entry.newestAt,
    mailedAt: status === 'mailed' ? (job && hasLeft(job) && job.firsts.dispatched) || entry.newestAt : undefined,
    attempts: attemptsOf(deps, entry),
    mostAttempts: mostBounces + 1,
    // The pay page's own preview, so that the page is drawn once for both.
    previewUrl: job?.document || job?.insert ? `/v1/pay/${job.payCode}/pages/1` : null,
    checkFace: job && productNamed(kind).checkFace?.(job),
    ...linksOf(entry, job?.payCode),
    ...(await standingOf(deps, entry, job)),
    emails: await sentEmails(deps, job),
  };
}

const linksOf = ({ jobId }: MailboxEntry, payCode: string | undefined) => ({
  payUrl: payCode === undefined ? '/_mailbox' : `/v1/pay/${payCode}`,
  statusUrl: `/v1/jobs/${jobId}`,
  receiptUrl: `/v1/jobs/${jobId}/receipt`,
});

/** The items of an entry, newest first: one for each order that a partner has accepted. */
export function itemsOf(deps: Deps, entry: MailboxEntry, origin: string) {
  const { jobId, kind, status, title, lines } = entry;
  const attempts = attemptsOf(deps, entry);
  return attempts.map(({ id, number, partnerStatus, reason, createdAt, ...attempt }) => ({
    id,
    kind,
    job_id: jobId,
    status: partnerStatus,
    created_at: createdAt,
    document_sha256: attempt.documentSha256,
    document_url: attempt.documentUrl && origin + attempt.documentUrl,
    record_url: origin + attempt.recordUrl,
    api_status: status,
    to: [title, ...lines],
    attempt: number,
    attempts: attempts.length,
    reason: reason ?? null,
  }));
}

export async function mailboxJob(deps: Deps, entry: MailboxEntry, origin: string) {
  const card = await cardFor(deps, entry);
  return {
    job_id: entry.jobId,
    kind: entry.kind,
    api_status: entry.status,
    to: [entry.title, ...entry.lines],
    pay_url: origin + card.payUrl,
    job_url: origin + card.statusUrl,
    receipt_url: origin + card.receiptUrl,
    notes: card.notes,
    actions: card.actions,
    emails: card.emails.map(({ to, subject, text, stopUrl, htmlUrl, textUrl }) => ({
      to,
      subject,
      text,
      stop_url: stopUrl,
      html_url: origin + htmlUrl,
      text_url: origin + textUrl,
    })),
    items: itemsOf(deps, entry, origin),
  };
}
