/** One attempt to email a person about an event. */
import { eventIdOf, outboxIdOf } from '../domain/ids.ts';
import type { Job, JobEvent } from '../domain/job/job.ts';
import type { Email, NotifyDeps } from './deps.ts';
import { recipientsOf } from './listener.ts';
import type { Attempt, Delivery, Outbox } from './outbox.ts';
import { silence, silencedBy, stopUrlOf } from './silence.ts';

/** If the mailer's response is lost, the email is sent again with the same reference, so it may arrive twice. */
export async function sendEmail(
  deps: NotifyDeps,
  write: (
    job: Job,
    event: JobEvent,
    recipient: ReturnType<typeof recipientOf> & { readonly stopUrl: string },
  ) => Promise<Pick<Email, 'subject' | 'text' | 'html' | 'isTest'>>,
  { id: outboxId, jobId, to }: Outbox,
  { event }: Delivery,
): Promise<Omit<Attempt, 'at'>> {
  const { mailer, log } = deps;
  if (mailer === undefined) return { outcome: 'unreachable', code: 'not_configured' };
  if ((await silencedBy(deps, to)) !== undefined) return { outcome: 'gone', code: 'silenced' };
  const job = await deps.jobs.get(jobId);
  if (job === undefined) return { outcome: 'gone', code: 'forgotten' };
  // The recipient stopped the emails on the pay page while this one was waiting.
  if (!recipientsOf(job).some(({ id }) => id === outboxId)) return { outcome: 'gone', code: 'ended' };
  const stopUrl = stopUrlOf(deps, job, outboxId);
  const email = await write(job, event, { ...recipientOf(job, outboxId), stopUrl });
  const result = await mailer.send({ ...email, jobId, to, stopUrl, reference: eventIdOf(jobId, event) });
  if (result === 'bounced' || result === 'complained') {
    log.measure('emailAddressesSilenced', 1);
    await silence(deps, to, result);
  }
  if (result === 'sent') return { outcome: 'delivered', code: 'accepted' };
  if (result === 'unavailable') return { outcome: 'unreachable', code: result };
  return { outcome: result === 'refused' ? 'refused' : 'gone', code: result };
}

function recipientOf({ id, notify }: Job, outboxId: string) {
  const isPayer = outboxId === outboxIdOf('payer', id);
  const isOwner = outboxId === outboxIdOf('owner', id);
  // We don't know the owner's language, so we use the order's.
  const contact = isPayer ? notify?.payer : (notify?.email ?? (isOwner ? notify?.payer : undefined));
  return { isPayer, isOwner, language: contact?.language ?? 'en' };
}
