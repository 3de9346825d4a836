/** Ends all e-mails to the reader of one, or begins them again. The link of the e-mail is all that it takes. */

import { maskedEmail } from '../../domain/job/notify.ts';
import { notFound } from '../../domain/refusal.ts';
import type { NotifyDeps } from '../../notify/deps.ts';
import { silence, silencedBy, unsilence } from '../../notify/silence.ts';
import { outboxIdIn } from '../../notify/stop-link.ts';

async function addressIn(deps: NotifyDeps, token: string): Promise<string> {
  const outboxId = outboxIdIn(deps, token);
  const outbox = outboxId === undefined ? undefined : await deps.outboxes.get(outboxId);
  if (outbox === undefined) throw notFound();
  return outbox.to;
}

/** Opening the page changes nothing: programs that examine mail open every link. */
export async function showEmails(deps: NotifyDeps, token: string) {
  const address = await addressIn(deps, token);
  return { address: maskedEmail(address), silencedBy: await silencedBy(deps, address) };
}

export async function changeEmails(deps: NotifyDeps, token: string, wish: 'stop' | 'resume') {
  const address = await addressIn(deps, token);
  await (wish === 'stop' ? silence(deps, address, 'asked') : unsilence(deps, address));
  return showEmails(deps, token);
}
