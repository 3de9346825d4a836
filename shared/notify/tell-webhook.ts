/** One attempt to tell a receiver of an event. */

import { sha256Hex } from '../domain/digest.ts';
import type { NotifyDeps } from './deps.ts';
import type { TellResult } from './drain.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { messageIdOf, payloadOf } from './payload.ts';

/** Strangers may name any host. Beyond this nothing is sent to it until the next minute. */
export const mostToHostAMinute = 3_000;

export async function tellWebhook(deps: NotifyDeps, outbox: Outbox, { event }: Delivery): Promise<TellResult> {
  const { clock, jobs, receivers, eventSigner, requestCounters } = deps;
  const { host } = new URL(outbox.to);
  const minute = Math.floor(clock.now() / 60_000);
  const endsAt = (minute + 1) * 60_000;
  const tally = `tally_${sha256Hex(`events to ${host} ${minute}`)}`;
  if ((await requestCounters.add(tally, mostToHostAMinute, endsAt)) === 'full')
    return { outcome: 'unreachable', code: 'host_limit', notBefore: endsAt };
  const job = await jobs.get(outbox.jobId);
  const id = messageIdOf(outbox, event);
  const body = JSON.stringify(payloadOf(outbox, event));
  const headers = eventSigner.headersOf({ id, at: clock.now(), body }, job?.notify?.webhook?.secret);
  const { retryAfterMs, ...posted } = await receivers.post(outbox.to, body, headers);
  return { ...posted, notBefore: retryAfterMs === undefined ? undefined : clock.now() + retryAfterMs };
}
