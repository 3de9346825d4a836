/** Sends the due events of an outbox in order, each at least once, unless it can't be delivered in time. */
import { update } from '../domain/stored.ts';
import { outboxLeaseMs } from '../domain/times.ts';
import type { NotifyDeps } from './deps.ts';
import { nudgeOutbox } from './listener.ts';
import {
  type Attempt,
  afterAttempt,
  type Delivery,
  nextDelivery,
  type Outbox,
  outboxWakesAt,
  withClaim,
} from './outbox.ts';

/** `tell` makes one attempt; if it throws, the attempt has failed. After `until` (Unix ms) no attempt starts, and the rest stays due. */
export async function drain(
  deps: NotifyDeps,
  outboxId: string,
  tell: (outbox: Outbox, delivery: Delivery) => Promise<Omit<Attempt, 'at'>>,
  until: number,
): Promise<void> {
  for (;;) {
    const outbox = await deps.outboxes.get(outboxId);
    const wakesAt = outbox && outboxWakesAt(outbox);
    if (outbox === undefined || wakesAt === undefined) return;
    const now = deps.clock.now();
    if (wakesAt > now || now >= until) return nudgeOutbox(deps, outbox);
    const claim = now + outboxLeaseMs;
    const mine = withClaim(outbox, claim, now);
    const delivery = nextDelivery(mine);
    // The claim may have given up deliveries that are too late, and the next one may not be due yet.
    const isDue = delivery !== undefined && delivery.nextAt <= now;
    // `stale`: another process is sending from it.
    if ((await deps.outboxes.replace(isDue ? mine : { ...mine, claimedUntil: undefined })) === 'stale') return;
    if (!isDue) continue;
    const { number } = delivery.event;
    const attempt = await makeAttempt(deps, () => tell(mine, delivery), mine, delivery);
    await update(deps.outboxes, outboxId, (current) => current && afterAttempt(current, number, attempt, claim));
  }
}

async function makeAttempt(
  { clock, log }: NotifyDeps,
  tell: () => Promise<Omit<Attempt, 'at'>>,
  outbox: Outbox,
  delivery: Delivery,
): Promise<Attempt> {
  const { event, tries } = delivery;
  const { jobId, channel } = outbox;
  const startedAt = clock.now();
  const attempt = await tell().catch((error: unknown) => {
    log.alarm('notification failed', { jobId, error });
    return { outcome: 'unreachable', code: 'internal_error' } as const;
  });
  const at = clock.now();
  const fields = { jobId, eventType: event.type, durationMs: at - startedAt };
  // The metric's average is the share of attempts that failed. A recipient that wants no more events isn't one of them.
  const hasFailed = attempt.outcome === 'refused' || attempt.outcome === 'unreachable';
  log.measure(channel === 'webhook' ? 'webhooksFailed' : 'emailsFailed', hasFailed ? 1 : 0);
  log.info(`notified by ${channel}`, { ...fields, outcome: attempt.outcome, code: attempt.code, tries: tries + 1 });
  return { at, ...attempt };
}
