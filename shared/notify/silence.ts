/** Addresses that nothing is sent to. The table knows them by fingerprints only. */

import { mailboxOf } from '../domain/job/notify.ts';
import { addressSilencedMs } from '../domain/lifetimes.ts';
import { update } from '../domain/stored.ts';
import type { NotifyDeps } from './deps.ts';
import type { SilencedAddress as Silenced } from './ways.ts';

type Why = Silenced['why'];

/** A bounce tells of one address only. Whoever wants no e-mails wants none to any address of the mailbox. */
const idOf = ({ fingerprint }: NotifyDeps, address: string, why: Why): string =>
  `silenced_${fingerprint('e-mail address', why === 'bounced' ? address.toLowerCase() : mailboxOf(address))}`;

/** Why nothing is sent to the address; `undefined` if it is written to. */
export async function silencedBy(deps: NotifyDeps, address: string): Promise<Why | undefined> {
  for (const id of new Set([idOf(deps, address, 'bounced'), idOf(deps, address, 'asked')])) {
    const { why, liftedAt, keepUntil = 0 } = (await deps.silencedAddresses.get(id)) ?? {};
    if (liftedAt === undefined && keepUntil > deps.clock.now()) return why;
  }
  return undefined;
}

/** A complaint outweighs a bounce, and both outweigh a wish that can be taken back. */
const weights: Readonly<Record<Why, number>> = { asked: 1, bounced: 2, complained: 3 };

export async function silence(deps: NotifyDeps, address: string, why: Why): Promise<void> {
  const id = idOf(deps, address, why);
  const now = deps.clock.now();
  const times = { createdAt: now, keepUntil: now + addressSilencedMs[why] };
  await update<Silenced>(deps.silencedAddresses, id, (known) => {
    if (known === undefined) return { id, version: 0, ...times, why };
    const isStronger = known.liftedAt !== undefined || known.keepUntil <= now || weights[why] > weights[known.why];
    return isStronger ? { ...known, ...times, why, liftedAt: undefined } : known;
  });
}

/** The reader wants e-mails again. Bounces and complaints are no wish, so they stay. */
export async function unsilence(deps: NotifyDeps, address: string): Promise<void> {
  await update<Silenced>(deps.silencedAddresses, idOf(deps, address, 'asked'), (known) =>
    known?.why === 'asked' && known.liftedAt === undefined ? { ...known, liftedAt: deps.clock.now() } : known,
  );
}
