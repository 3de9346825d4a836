/** One attempt to tell a receiver of an event. */
import type { Delivery, Outbox } from '../core/notify/outbox.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { TellResult } from './drain.ts';
import { type KnowingDeps, knownReceiver } from './know-receiver.ts';
import { messageIdOf, payloadOf } from './payload.ts';
import { postSigned } from './post-signed.ts';
import { noteTime, unlessResting } from './resting.ts';
import { countTelling } from './telling-limits.ts';

export type WebhookDeps = KnowingDeps & { readonly jobs: Jobs };

/** Over a limit, the events of an unpaid job wait for so long, or for the next event: its payment. */
const unpaidRestMs = 24 * 60 * 60_000;

async function tooManyUnpaid(deps: WebhookDeps, network: string, host: string): Promise<TellResult | undefined> {
  const later =
    (await countTelling(deps, 'unpaidFromNetworkToHost', `${network} ${host}`)) ??
    (await countTelling(deps, 'unpaidToHost', host));
  return later === undefined ? undefined : { postponedTo: deps.clock.now() + unpaidRestMs, reason: 'unpaid' };
}

export async function tellWebhook(deps: WebhookDeps, outbox: Outbox, { event }: Delivery): Promise<TellResult> {
  const job = await deps.jobs.get(outbox.jobId);
  const { secret, network = '' } = job?.notify?.webhook ?? {};
  const target = { url: outbox.to, secret, network };
  const receiver = await knownReceiver(deps, target);
  if (!('knownUntil' in receiver)) return receiver;
  const resting = await unlessResting(deps, receiver);
  if (resting !== undefined) return resting;
  const { host } = new URL(outbox.to);
  const unpaid = job?.payment === undefined ? await tooManyUnpaid(deps, network, host) : undefined;
  if (unpaid !== undefined) return unpaid;
  const later = await countTelling(deps, 'eventsToHost', host);
  if (later !== undefined) return { postponedTo: later, reason: 'events_to_host' };
  const { outcome, code, notBefore } = await postSigned(
    deps,
    target,
    messageIdOf(outbox, event),
    payloadOf(outbox, event),
  );
  await noteTime(deps, receiver, code);
  return { outcome, code, notBefore };
}
