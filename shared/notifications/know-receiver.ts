/** Asks an unknown receiver whether it wants events: anybody may have named its address. */
import * as z from 'zod/mini';
import { sha256Hex } from '../core/digest.ts';
import { endpointKnownMs } from '../core/lifetimes.ts';
import type { WebhookTarget } from '../core/notify/notify.ts';
import { update } from '../core/update.ts';
import type { Deps } from '../ports/deps.ts';
import type { Endpoint } from '../ports/notifications.ts';
import type { TellResult } from './drain.ts';
import { postSigned } from './post-signed.ts';
import { countTelling, type LimitDeps } from './telling-limits.ts';

export type KnowingDeps = LimitDeps & Pick<Deps, 'endpoints' | 'receivers' | 'eventSigner'>;

/** Nothing else: a server that only repeats what it gets has agreed to nothing. */
const agreement = z.strictObject({ challenge: z.string() });

/**
 * The receiver if it wants events; otherwise what became of asking. Each secret is asked for by itself: a receiver that
 * verifies its own agrees to no job of somebody who does not know it.
 */
export async function knownReceiver(deps: KnowingDeps, target: WebhookTarget): Promise<Endpoint | TellResult> {
  const { url, secret } = target;
  const id = `endpoint_${sha256Hex(secret === undefined ? url : `${url} ${secret}`)}`;
  const known = await deps.endpoints.get(id);
  if (known !== undefined && known.knownUntil > deps.clock.now()) return known;
  return (await tooMany(deps, target)) ?? (await asked(deps, target, id));
}

async function tooMany(deps: KnowingDeps, { url, network }: WebhookTarget): Promise<TellResult | undefined> {
  const fromNetwork = await countTelling(deps, 'challengesFromNetwork', network);
  if (fromNetwork !== undefined) return { postponedTo: fromNetwork, reason: 'challenges_from_network' };
  const toHost = await countTelling(deps, 'challengesToHost', new URL(url).host);
  return toHost === undefined ? undefined : { postponedTo: toHost, reason: 'challenges_to_host' };
}

async function asked(deps: KnowingDeps, target: WebhookTarget, id: string): Promise<Endpoint | TellResult> {
  const { clock, random, endpoints } = deps;
  const challenge = random.id('challenge');
  const timestamp = new Date(clock.now()).toISOString();
  const question = { type: 'endpoint.verify', timestamp, receiver: new URL(target.url).origin, challenge };
  const answer = await postSigned(deps, target, challenge, question);
  const { outcome, code, notBefore } = answer;
  if (outcome === 'gone') return { outcome, code };
  // Later events wait too: nobody is there who wants them.
  if (outcome !== 'delivered') return { outcome: 'unreachable', code: `unverified_${code}`, notBefore };
  if (repeated(answer.body) !== challenge) return { outcome: 'unreachable', code: 'unverified' };
  const now = clock.now();
  return (await update(endpoints, id, (known) => believed(known, id, now))) ?? believed(undefined, id, now);
}

function repeated(body: string): string | undefined {
  try {
    return agreement.safeParse(JSON.parse(body)).data?.challenge;
  } catch {
    return undefined;
  }
}

function believed(known: Endpoint | undefined, id: string, now: number): Endpoint {
  const knownUntil = now + endpointKnownMs;
  return { id, version: known?.version ?? 0, createdAt: known?.createdAt ?? now, keepUntil: knownUntil, knownUntil };
}
