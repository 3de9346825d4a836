/** Addresses that get no email. The table stores only their fingerprints. */
import { sha256Hex } from '../domain/ids.ts';
import { mailboxOf } from '../domain/job/notify.ts';
import { update } from '../domain/stored.ts';
import { lifetimesMs } from '../domain/times.ts';
import type { Deps } from '../orders/deps.ts';
import type { NotifyDeps, SilencedAddress as Silenced } from './deps.ts';

/**
 * A bounce is about one address only, and is forgotten first. A reader who wants no emails wants none to any address of the
 * mailbox.
 */
const idOf = ({ fingerprint }: NotifyDeps, address: string, why: Silenced['why']): string =>
  why === 'bounced'
    ? `silenced_${fingerprint('bounced address', address.toLowerCase())}`
    : `silenced_${fingerprint('e-mail address', mailboxOf(address))}`;

/** Why the address gets no email, the heaviest reason first; `undefined` if it gets them. */
export async function silencedBy(deps: NotifyDeps, address: string): Promise<Silenced['why'] | undefined> {
  const ids = [idOf(deps, address, 'asked'), idOf(deps, address, 'bounced')];
  const stored = await Promise.all(ids.map((id) => deps.silencedAddresses.get(id)));
  const reasons = stored.flatMap((one) =>
    one !== undefined && one.liftedAt === undefined && one.keepUntil > deps.clock.now() ? [one.why] : [],
  );
  return (['complained', 'bounced', 'asked'] as const).find((why) => reasons.includes(why));
}

export async function silence(deps: NotifyDeps, address: string, why: Silenced['why']): Promise<void> {
  const id = idOf(deps, address, why);
  const now = deps.clock.now();
  const times = { createdAt: now, keepUntil: now + lifetimesMs.silencedAddress[why] };
  // A complaint outweighs a request, which the reader can undo. Bounces have items of their own.
  const isHeavier = (stored: Silenced) => why === 'complained' && stored.why === 'asked';
  await update<Silenced>(deps.silencedAddresses, id, (stored) => {
    if (stored === undefined) return { id, version: 0, ...times, why };
    const isStronger = stored.liftedAt !== undefined || stored.keepUntil <= now || isHeavier(stored);
    return isStronger ? { ...stored, ...times, why, liftedAt: undefined } : stored;
  });
}

/** The reader wants emails again. This does not undo bounces and complaints. */
export async function unsilence(deps: NotifyDeps, address: string): Promise<void> {
  await update<Silenced>(deps.silencedAddresses, idOf(deps, address, 'asked'), (stored) =>
    stored?.why === 'asked' && stored.liftedAt === undefined ? { ...stored, liftedAt: deps.clock.now() } : stored,
  );
}

/** The secret part of a stop link: the caller of the API can work out the outbox's id, but not this. */
const proofOf = (fingerprint: Deps['fingerprint'], outboxId: string): string =>
  fingerprint('stop link', outboxId).slice(0, 32);

export const stopUrlOf = (
  deps: Pick<NotifyDeps, 'fingerprint'>,
  { baseUrl }: { readonly baseUrl: string },
  outboxId: string,
): string => `${baseUrl}/emails/stop/${outboxId.slice('emails_'.length)}${proofOf(deps.fingerprint, outboxId)}`;

/** The outbox that the link came from; `undefined` if this service never made it. */
export function outboxIdIn(deps: Pick<NotifyDeps, 'fingerprint'>, token: string): string | undefined {
  const [, name, proof = ''] = /^([0-9a-hjkmnp-tv-z]{26})([0-9a-f]{32})$/.exec(token) ?? [];
  const outboxId = `emails_${name}`;
  // Digests differ in all their digits, so the time of the comparison reveals nothing.
  const isOurs = name !== undefined && sha256Hex(proof) === sha256Hex(proofOf(deps.fingerprint, outboxId));
  return isOurs ? outboxId : undefined;
}
