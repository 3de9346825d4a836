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

/** `send` makes one attempt, which fails if it throws. After `until` (Unix ms) no attempt starts, and the rest stays due. */
export async function drain(
  deps: NotifyDeps,
  outboxId: string,
  send: (outbox: Outbox, delivery: Delivery) => Promise<Omit<Attempt, 'at'>>,
  until: number,
): Promise<void> {
  for (;;) {
    const outbox = await deps.outboxes.get(outboxId);
    const wakesAt = outbox && outboxWakesAt(outbox);
    if (outbox === undefined || wakesAt === undefined) return;
    const now = deps.clock.now();
    if (wakesAt > now || now >= until) return nudgeOutbox(deps, outbox);
    const claimedUntil = now + outboxLeaseMs;
    const claimed = withClaim(outbox, claimedUntil, now);
    const delivery = nextDelivery(claimed);
    // The claim gives up deliveries that are too late, and the next delivery might not be due yet.
    const isDue = delivery !== undefined && delivery.nextAt <= now;
    // `stale`: another process is sending from this outbox.
    if ((await deps.outboxes.replace(isDue ? claimed : { ...claimed, claimedUntil: undefined })) === 'stale') return;
    if (!isDue) continue;
    const { number } = delivery.event;
    const attempt = await makeAttempt(deps, send, claimed, delivery);
    await update(deps.outboxes, outboxId, (current) => current && afterAttempt(current, number, attempt, claimedUntil));
  }
}

async function makeAttempt(
  { clock, log }: NotifyDeps,
  send: Parameters<typeof drain>[2],
  outbox: Outbox,
  delivery: Delivery,
): Promise<Attempt> {
  const { event, tries } = delivery;
  const { jobId, channel } = outbox;
  const startedAt = clock.now();
  const attempt = await send(outbox, delivery).catch((error: unknown) => {
    log.alarm('notification failed', { jobId, error });
    return { outcome: 'unreachable', code: 'internal_error' } as const;
  });
  const at = clock.now();
  const fields = { jobId, eventType: event.type, durationMs: at - startedAt };
  // The metric's average is the share of attempts that failed. It is not a failure if the recipient wants no more events.
  const hasFailed = attempt.outcome === 'refused' || attempt.outcome === 'unreachable';
  log.measure(channel === 'webhook' ? 'webhooksFailed' : 'emailsFailed', hasFailed ? 1 : 0);
  log.info(`notified by ${channel}`, { ...fields, outcome: attempt.outcome, code: attempt.code, tries: tries + 1 });
  return { at, ...attempt };
}
