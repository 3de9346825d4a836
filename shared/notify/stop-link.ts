/** The link in every e-mail that ends all e-mails to its reader. Only this service can make one. */
import { sha256Hex } from '../domain/digest.ts';
import type { Fingerprint } from '../orders/deps.ts';

type KeyedHash = { readonly fingerprint: Fingerprint };

const outboxPrefix = 'emails_';

/** The caller who named an address knows the job, and could name the outbox: this part only its reader has. */
const proofOf = ({ fingerprint }: KeyedHash, outboxId: string): string =>
  fingerprint('stop link', outboxId).slice(0, 32);

export const stopUrlOf = (deps: KeyedHash, { baseUrl }: { readonly baseUrl: string }, outboxId: string): string =>
  `${baseUrl}/emails/stop/${outboxId.slice(outboxPrefix.length)}${proofOf(deps, outboxId)}`;

/** The outbox that the link came from; `undefined` if this service never made it. */
export function outboxIdIn(deps: KeyedHash, token: string): string | undefined {
  const [, name, proof = ''] = /^([0-9a-hjkmnp-tv-z]{26})([0-9a-f]{32})$/.exec(token) ?? [];
  const outboxId = `${outboxPrefix}${name}`;
  // Digests differ in all their digits, so the time of the comparison tells nothing.
  const isOurs = name !== undefined && sha256Hex(proof) === sha256Hex(proofOf(deps, outboxId));
  return isOurs ? outboxId : undefined;
}
