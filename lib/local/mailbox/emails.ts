/** The e-mails of a job, which test mode keeps instead of sending them. */
import { simulatedEmails } from '../../../shared/config/app.ts';
import { eventIdOf, keptEmailIdOf, outboxIdOf } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Outboxes } from '../../../shared/notify/deps.ts';
import type { GatewayResult } from '../gateway/http.ts';

/** Oldest first. The outboxes say which there are, so nothing is searched. */
export async function sentEmails({ outboxes }: { readonly outboxes: Outboxes }, job: Job) {
  if (job.notify === undefined) return [];
  const own = await Promise.all((['email', 'payer'] as const).map((who) => outboxes.get(outboxIdOf(who, job.id))));
  const ids = own.flatMap((outbox) =>
    (outbox?.deliveries ?? []).map(({ event }) => keptEmailIdOf(eventIdOf(job.id, event), outbox?.to ?? '')),
  );
  const kept = await Promise.all(ids.map((id) => simulatedEmails().get(id)));
  return kept
    .flatMap((email) => (email === undefined ? [] : [email]))
    .sort((one, other) => one.createdAt - other.createdAt)
    .map(({ id, to, subject, text, stopUrl }) => ({
      to,
      subject,
      text,
      stopUrl,
      htmlUrl: `/_mailbox/${id}/email.html`,
      textUrl: `/_mailbox/${id}/email.txt`,
    }));
}

const types = { 'email.html': 'text/html; charset=utf-8', 'email.txt': 'text/plain; charset=utf-8' } as const;

/** One part of an e-mail; `undefined` if there is none. */
export async function emailFile(id: string, part: string): Promise<GatewayResult | undefined> {
  if (part !== 'email.html' && part !== 'email.txt') return undefined;
  const email = await simulatedEmails().get(id);
  if (email === undefined) return undefined;
  return {
    statusCode: 200,
    headers: {
      'content-type': types[part],
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: part === 'email.html' ? email.html : email.text,
  };
}
