/**
 * Notices that FINGERPRINT_KEY is another one: idempotency keys, silenced addresses, the numbers of checks and the bank
 * accounts at the print partner are all known by hashes with that key, and would be forgotten without a word.
 */
import { jobKeptMs } from '../core/lifetimes.ts';
import { update } from '../core/update.ts';
import type { Deps } from '../ports/deps.ts';
import { vaultOwner } from '../usecases/bank-accounts/find-bank-account.ts';

export type WatchDeps = Pick<Deps, 'auditNotes' | 'fingerprint' | 'clock' | 'log'>;

const id = 'audit_fingerprints';

/** Raises an alarm once for each change of the key. */
export async function watchFingerprints(deps: WatchDeps): Promise<void> {
  const now = deps.clock.now();
  const owner = vaultOwner(deps);
  const known = await deps.auditNotes.get(id);
  const isSame = known?.met.owner === owner;
  if (isSame && known.keepUntil - now > jobKeptMs / 2) return;
  if (known !== undefined && !isSame) deps.log.alarm('another FINGERPRINT_KEY');
  const keepUntil = now + jobKeptMs;
  const fresh = { id, version: 0, createdAt: now };
  await update(deps.auditNotes, id, (note) => ({ ...(note ?? fresh), keepUntil, met: { owner } }));
}
