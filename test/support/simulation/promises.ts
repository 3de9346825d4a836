/** The promises that every job keeps after the last fault, and every change of a job at any time. */
import type { Job } from '../../../shared/domain/job/job.ts';
import { isSettled, publicStatus } from '../../../shared/domain/job/lifecycle.ts';
import { stages } from '../../../shared/domain/job/progress.ts';
import { totalCents } from '../../../shared/domain/money.ts';
import { sendingAfterMs, sentAfterMs, simulatedProduct } from '../../../shared/partners/simulated/products.ts';
import type { SimulatedOrder } from '../../../shared/partners/simulated/simulated.ts';
import type { FaxOrder } from '../../../shared/products/fax/fax.ts';
import type { MemoryDeps } from '../fakes/deps.ts';

const faxes = simulatedProduct('fax', { id: () => 'unused' }, 0);

/** True if the partner has the order or has sent it. */
const isActive = (order: SimulatedOrder): boolean =>
  order.cancelledAt === undefined &&
  order.failedAt === undefined &&
  (order.kind !== 'fax' || faxes.view(order, Number.MAX_SAFE_INTEGER).kind === 'progress');

/** When the fax is over and its line is free again. */
function endOf(order: SimulatedOrder): number {
  const at = order.createdAt;
  const stoppedAt = order.cancelledAt ?? order.failedAt;
  if (stoppedAt !== undefined) return stoppedAt;
  return [at + sendingAfterMs, at + sentAfterMs].find((time) => isOver(order, time)) ?? Number.POSITIVE_INFINITY;
}

function isOver(order: SimulatedOrder, now: number): boolean {
  const view = faxes.view(order, now);
  return view.kind === 'stopped' || view.progress.final === true;
}

/** Faxes to one number that were on the line at the same time, as pairs of jobs. */
export function collisions(deps: MemoryDeps): string[] {
  const faxOrders = deps.orders.all().filter(({ kind }) => kind === 'fax');
  return faxOrders.flatMap((one) =>
    faxOrders
      .filter((other) => other.id !== one.id && (other.order as FaxOrder).number === (one.order as FaxOrder).number)
      .filter((other) => other.createdAt >= one.createdAt && other.createdAt < endOf(one))
      .map((other) => `${one.reference} and ${other.reference} were on the same line at the same time`),
  );
}

/** Reports several active orders of a client that wanted one copy. Returned mail doesn't count. */
export function duplicates(deps: MemoryDeps, jobs: readonly (Job | undefined)[]): string[] {
  const copies = deps.orders.all().filter((order) => {
    const job = jobs.find((one) => one?.id === order.jobId);
    return job !== undefined && job.partner?.returned !== true && isActive(order);
  });
  return copies.length > 1 ? [`the client wanted one copy and got ${copies.length}`] : [];
}

export const isUnderWay = (job: Job): boolean =>
  !isSettled(job) || job.state === 'paid' || job.state === 'recalling' || job.refund === 'pending';

/** The promises that the job has broken. */
export function brokenPromises(deps: MemoryDeps, job: Job): string[] {
  const sessions = deps.sessions.all().filter(({ request }) => request.jobId === job.id);
  const orders = deps.orders.all().filter(({ jobId }) => jobId === job.id);
  const activeOrders = orders.filter(isActive);
  const isCaptured = sessions.some(({ status }) => status === 'paid');
  const isRefunded = sessions.some(({ refundedAt }) => refundedAt !== undefined);
  // A payment that the job doesn't need is always refunded, so it doesn't count.
  const isPaidBack = sessions.some(
    ({ payment, refundedAt }) =>
      refundedAt !== undefined && (job.payment === undefined || payment.id === job.payment.id),
  );
  const isParked = job.state === 'needs_review';
  const hasAlarm = (alarm: string) =>
    deps.alarms.some(({ message, fields }) => message === alarm && fields.jobId === job.id);
  // An alarm alerts a person to money that can't be refunded automatically.
  const isLeftToSupport = job.refund === 'contact_support' && hasAlarm('refund refused');
  const promises: Readonly<Record<string, boolean>> = {
    'one checkout session per job': sessions.length <= 1,
    'no more is captured than approved': sessions.every(({ payment }) => payment.amountCents === totalCents(job.price)),
    'at most one order per job, and one more for each busy line': orders.length <= 1 + job.failedRounds,
    'never sent twice': activeOrders.length <= 1,
    'nothing is ordered before payment': isCaptured || orders.length === 0,
    'never sent and refunded': !(isPaidBack && activeOrders.length > 0),
    'refunded only what was captured': sessions.every(
      ({ status, refundedAt }) => refundedAt === undefined || status === 'paid',
    ),
    'everything sent is paid': activeOrders.length === 0 || isCaptured || isLeftToSupport,
    'a paid job is with the partner, refunded, left to support, or parked with an alarm':
      !isCaptured ||
      (activeOrders.length === 1 && job.state === 'fulfilled') ||
      isRefunded ||
      isLeftToSupport ||
      (isParked && hasAlarm('parked')),
    'nothing is left in progress': !isUnderWay(job),
    'the status agrees with the order': (job.state === 'fulfilled') === (activeOrders.length === 1) || isParked,
    'the status agrees with the refund': (job.refund === 'issued') === isPaidBack || (isPaidBack && isLeftToSupport),
    'the approved bytes are sent': orders.every(({ documentSha256 }) => documentSha256 === job.document?.sha256),
  };
  return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
}

const statusRank = { awaiting_payment: 0, paid: 1, fulfilled: 2, cancelled: 3, failed: 3 } as const;

/** Reports what a change of a job must never do, such as move its status back. */
export function setbacks(before: Job, after: Job): string[] {
  const [from, to] = [publicStatus(before), publicStatus(after)];
  const hasEnded = statusRank[from] === statusRank.failed;
  const stageOf = ({ partner }: Job) => (partner === undefined ? -1 : stages.indexOf(partner.stage));
  const found: Readonly<Record<string, boolean>> = {
    [`${from} became ${to}`]: statusRank[to] < statusRank[from] || (hasEnded && from !== to),
    'the partner’s progress went backward': stageOf(after) < stageOf(before),
    'a payment was forgotten': before.payment !== undefined && after.payment?.id !== before.payment.id,
    'a return was forgotten': before.partner?.returned === true && after.partner?.returned !== true,
    'a scan was forgotten': (after.scans?.length ?? 0) < (before.scans?.length ?? 0),
    'a refund was undone': before.refund === 'issued' && after.refund !== 'issued',
    'the partner id changed':
      before.partner !== undefined && after.partner?.id !== before.partner.id && after.failedRounds === 0,
  };
  return Object.entries(found).flatMap(([setback, hasHappened]) => (hasHappened ? [setback] : []));
}
