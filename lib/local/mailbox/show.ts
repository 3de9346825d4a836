/** An entry of the mailbox as a card for people and as JSON for programs. */

import { type ServiceDeps, simulatedEmails } from '../../../shared/config/app.ts';
import { eventIdOf, keptEmailIdOf, orderNumberOf, outboxIdOf, spokenOrderNumber } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { hasLeft } from '../../../shared/domain/job/lifecycle.ts';
import { formatMoney, totalCents } from '../../../shared/domain/money.ts';
import { maxBounces } from '../../../shared/domain/retry.ts';
import type { Outboxes } from '../../../shared/notify/deps.ts';
import type { AttemptView } from '../../../shared/pages/mailbox.ts';
import { type SimulatedOrder, simulatedView } from '../../../shared/partners/simulated/simulated.ts';
import { productNamed } from '../../../shared/products/index.ts';
import type { GatewayResult } from '../gateway/http.ts';
import { standingOf } from './acts.ts';
import { type MailboxEntry, tradeOf } from './entries.ts';

function attemptOf(deps: ServiceDeps, order: SimulatedOrder, number: number): AttemptView {
  const trade = tradeOf(deps, order.kind);
  const now = deps.clock.now();
  const view = simulatedView(trade, order, now);
  return {
    id: order.id,
    number,
    partnerStatus: String(trade.record(order, now).status),
    reason: order.cancelledAt === undefined && view.kind === 'stopped' ? view.reason : undefined,
    recordUrl: `/_mailbox/${order.id}/record.json`,
    documentUrl: order.documentKey === undefined ? null : `/_mailbox/${order.id}/document.pdf`,
    documentSha256: order.documentSha256 ?? null,
  };
}

export async function cardFor(deps: ServiceDeps, entry: MailboxEntry) {
  const { jobId, job, status, newestAt } = entry;
  const product = productNamed(job.product);
  const [title = '', ...lines] = product.recipient(job.order);
  return {
    jobId,
    kind: job.product,
    orderNumber: spokenOrderNumber(orderNumberOf(jobId)),
    total: formatMoney(totalCents(job.price), job.price.currency),
    status,
    title,
    lines,
    createdAt: newestAt,
    mailedAt: status === 'mailed' ? (hasLeft(job) && job.firstSeenAt.dispatched) || newestAt : undefined,
    // Newest first.
    attempts: entry.orders.map((order, at) => attemptOf(deps, order, at + 1)).reverse(),
    mostAttempts: maxBounces + 1,
    // The pay page's own preview, so that the page is drawn once for both.
    previewUrl: job.document || job.insert ? `/v1/pay/${job.payCode}/pages/1` : null,
    checkFace: product.checkFace?.(job),
    payUrl: `/v1/pay/${job.payCode}`,
    statusUrl: `/v1/jobs/${jobId}`,
    receiptUrl: `/v1/jobs/${jobId}/receipt`,
    ...(await standingOf(deps, entry)),
    emails: await sentEmails(deps, job),
  };
}

/** The order as its partner accepted it. */
export const itemOf = (deps: ServiceDeps, order: SimulatedOrder, origin: string) => ({
  id: order.id,
  kind: order.kind,
  job_id: order.jobId,
  status: tradeOf(deps, order.kind).record(order, deps.clock.now()).status,
  created_at: order.createdAt,
  document_sha256: order.documentSha256 ?? null,
  document_url: order.documentKey === undefined ? null : `${origin}/_mailbox/${order.id}/document.pdf`,
});

export async function mailboxJob(deps: ServiceDeps, entry: MailboxEntry, origin: string) {
  const { jobId, job, status, orders } = entry;
  return {
    job_id: jobId,
    kind: job.product,
    api_status: status,
    ...(await standingOf(deps, entry)),
    emails: (await sentEmails(deps, job)).map(({ to, subject, text, stopUrl, htmlUrl, textUrl }) => ({
      to,
      subject,
      text,
      stop_url: stopUrl,
      html_url: origin + htmlUrl,
      text_url: origin + textUrl,
    })),
    items: orders.map((order) => itemOf(deps, order, origin)).reverse(),
  };
}

/** Oldest first. The outboxes say which there are, so nothing is searched. */
async function sentEmails({ outboxes }: { readonly outboxes: Outboxes }, job: Job) {
  if (job.notify === undefined) return [];
  const own = await Promise.all((['email', 'payer'] as const).map((who) => outboxes.get(outboxIdOf(who, job.id))));
  const ids = own.flatMap((outbox) =>
    (outbox?.deliveries ?? []).map(({ event }) => keptEmailIdOf(eventIdOf(job.id, event), outbox?.to ?? '')),
  );
  const kept = await Promise.all(ids.map((id) => simulatedEmails().get(id)));
  return kept
    .flatMap((email) => (email === undefined ? [] : [email]))
    .sort((one, other) => one.createdAt - other.createdAt)
    .map(({ id, to, subject, text, stopUrl }) => ({
      to,
      subject,
      text,
      stopUrl,
      htmlUrl: `/_mailbox/${id}/email.html`,
      textUrl: `/_mailbox/${id}/email.txt`,
    }));
}

/** One part of an email; `undefined` if there is none. */
export async function emailFile(id: string, part: string): Promise<GatewayResult | undefined> {
  if (part !== 'email.html' && part !== 'email.txt') return undefined;
  const email = await simulatedEmails().get(id);
  if (email === undefined) return undefined;
  return {
    statusCode: 200,
    headers: {
      'content-type': `text/${part === 'email.html' ? 'html' : 'plain'}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: part === 'email.html' ? email.html : email.text,
  };
}
