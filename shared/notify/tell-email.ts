/** One attempt to write to a person about an event. */

import { eventIdOf, outboxIdOf } from '../domain/ids.ts';
import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import type { NotifyLanguage } from '../domain/job/notify.ts';
import type { Email, NotifyDeps } from './deps.ts';
import type { TellResult } from './drain.ts';
import { recipientsOf } from './listener.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { silence, silencedBy, stopUrlOf } from './silence.ts';

/** `isPayer`: the reader asked for emails on the payment page. Otherwise the caller named the address. */
interface EmailLetterhead {
  readonly language: NotifyLanguage;
  readonly isPayer: boolean;
  /** The address is that of the owner of the bank account. */
  readonly isOwner: boolean;
  readonly stopUrl: string;
}

export type WriteEmail = (
  job: Job,
  event: JobEvent,
  letterhead: EmailLetterhead,
) => Promise<Pick<Email, 'subject' | 'text' | 'html' | 'isTest'>>;

/** At least once: if the mailer's answer is lost, the e-mail is sent again under the same reference. */
export async function tellEmail(
  deps: NotifyDeps,
  write: WriteEmail,
  { id: outboxId, jobId, to }: Outbox,
  { event }: Delivery,
): Promise<TellResult> {
  const { mailer, log } = deps;
  if (mailer === undefined) return { outcome: 'unreachable', code: 'not_configured' };
  if ((await silencedBy(deps, to)) !== undefined) return { outcome: 'gone', code: 'silenced' };
  const job = await deps.jobs.get(jobId);
  if (job === undefined) return { outcome: 'gone', code: 'forgotten' };
  // Ended on the pay page while this one waited.
  if (!recipientsOf(job).some(({ id }) => id === outboxId)) return { outcome: 'gone', code: 'ended' };
  const letterhead = { ...readerOf(job, outboxId), stopUrl: stopUrlOf(deps, job, outboxId) };
  const reference = eventIdOf(jobId, event);
  const { stopUrl } = letterhead;
  const mailed = await mailer.send({ ...(await write(job, event, letterhead)), jobId, to, stopUrl, reference });
  if (mailed === 'bounced' || mailed === 'complained') {
    log.measure('emailBounces', 1);
    await silence(deps, to, mailed);
  }
  return outcomes[mailed];
}

function readerOf({ id, notify }: Job, outboxId: string) {
  const isPayer = outboxId === outboxIdOf('payer', id);
  const isOwner = outboxId === outboxIdOf('owner', id);
  // No one knows the owner's language: the order's is the best guess.
  const reader = isPayer ? notify?.payer : (notify?.email ?? (isOwner ? notify?.payer : undefined));
  return { isPayer, isOwner, language: reader?.language ?? 'en' };
}

/** A message that was refused is not sent again: providers watch how many of a sender's messages are. */
const outcomes = {
  sent: { outcome: 'delivered', code: 'accepted' },
  unavailable: { outcome: 'unreachable', code: 'unavailable' },
  refused: { outcome: 'gone', code: 'refused' },
  bounced: { outcome: 'gone', code: 'bounced' },
  complained: { outcome: 'gone', code: 'complained' },
} as const satisfies Readonly<Record<string, TellResult>>;
