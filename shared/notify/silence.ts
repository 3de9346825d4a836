/** The addresses that we don't email. The table stores only their fingerprints. */
import { sha256Hex } from '../domain/ids.ts';
import { mailboxOf } from '../domain/job/notify.ts';
import { update } from '../domain/stored.ts';
import { lifetimesMs } from '../domain/times.ts';
import type { NotifyDeps, SilencedAddress as Silenced } from './deps.ts';

/**
 * A bounce concerns one exact address, and expires before the other reasons. A reader who stops emails or complains gets
 * none at any address of the mailbox.
 */
const idOf = ({ fingerprint }: NotifyDeps, address: string, why: Silenced['why']): string =>
  why === 'bounced'
    ? `silenced_${fingerprint('bounced address', address.toLowerCase())}`
    : `silenced_${fingerprint('email address', mailboxOf(address))}`;

/** Why we don't email the address: the most serious reason. `undefined` if we do. */
export async function silencedBy(deps: NotifyDeps, address: string): Promise<Silenced['why'] | undefined> {
  const ids = [idOf(deps, address, 'asked'), idOf(deps, address, 'bounced')];
  const stored = await Promise.all(ids.map((id) => deps.silencedAddresses.get(id)));
  const reasons = stored.flatMap((item) =>
    item !== undefined && item.liftedAt === undefined && item.keepUntil > deps.clock.now() ? [item.why] : [],
  );
  return (['complained', 'bounced', 'asked'] as const).find((why) => reasons.includes(why));
}

export async function silence(deps: NotifyDeps, address: string, why: Silenced['why']): Promise<void> {
  const id = idOf(deps, address, why);
  const now = deps.clock.now();
  const times = { createdAt: now, keepUntil: now + lifetimesMs.silencedAddress[why] };
  // A complaint replaces a request to stop, which the reader could undo. Bounces are stored separately.
  const isUpgrade = (stored: Silenced) => why === 'complained' && stored.why === 'asked';
  await update<Silenced>(deps.silencedAddresses, id, (stored) => {
    if (stored === undefined) return { id, version: 0, ...times, why };
    const shouldReplace = stored.liftedAt !== undefined || stored.keepUntil <= now || isUpgrade(stored);
    return shouldReplace ? { ...stored, ...times, why, liftedAt: undefined } : stored;
  });
}

/** Resumes emails that the reader had stopped. Bounces and complaints stay. */
export async function unsilence(deps: NotifyDeps, address: string): Promise<void> {
  await update<Silenced>(deps.silencedAddresses, idOf(deps, address, 'asked'), (stored) =>
    stored?.why === 'asked' && stored.liftedAt === undefined ? { ...stored, liftedAt: deps.clock.now() } : stored,
  );
}

/** The secret part of a stop link. API clients can compute the outbox's id, but not this. */
const proofOf = ({ fingerprint }: Pick<NotifyDeps, 'fingerprint'>, outboxId: string): string =>
  fingerprint('stop link', outboxId).slice(0, 32);

export const stopUrlOf = (
  deps: Pick<NotifyDeps, 'fingerprint'>,
  { baseUrl }: { readonly baseUrl: string },
  outboxId: string,
): string => `${baseUrl}/emails/stop/${outboxId.slice('emails_'.length)}${proofOf(deps, outboxId)}`;

/** The outbox of the stop link with this token; `undefined` if the link isn't ours. */
export function outboxIdIn(deps: Pick<NotifyDeps, 'fingerprint'>, token: string): string | undefined {
  const [, name, proof = ''] = /^([0-9a-hjkmnp-tv-z]{26})([0-9a-f]{32})$/.exec(token) ?? [];
  const outboxId = `emails_${name}`;
  // We compare digests, because the time to compare the values could reveal the proof.
  const isOurs = name !== undefined && sha256Hex(proof) === sha256Hex(proofOf(deps, outboxId));
  return isOurs ? outboxId : undefined;
}
