/** Releases the outboxes that a dead process had claimed. Only the single-machine startup may do this, as with jobs. */
import { outboxLeaseMs } from '../domain/times.ts';
import { itemsOf } from '../storage/table.ts';
import type { NotifyDeps } from './deps.ts';
import { nudgeOutbox } from './listener.ts';
import { channels, type Outbox } from './outbox.ts';

/** Called before any request is served. `at`: a time when the old process was certainly dead, Unix ms. */
export async function heldOutboxes({ outboxes }: NotifyDeps, at: number): Promise<readonly Outbox[]> {
  const due = await Promise.all(
    channels.map((channel) => outboxes.due(channel, { since: at, before: at + outboxLeaseMs + 1 })),
  );
  return (await itemsOf(outboxes, due.flat())).filter(({ claimedUntil = 0 }) => claimedUntil > at);
}

/** Makes the outboxes due again, so an event may be sent twice. If a write is stale, another process has the outbox. */
export async function releaseOutboxes(deps: NotifyDeps, held: readonly Outbox[]): Promise<void> {
  for (const outbox of held) {
    const released = { ...outbox, claimedUntil: undefined };
    await deps.outboxes.replace(released);
    await nudgeOutbox(deps, released);
  }
}
