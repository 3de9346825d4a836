/** The page that an email's unsubscribe link opens: a question, then the outcome. */
import { maskedEmail } from '../../domain/job/notify.ts';
import { notFound } from '../../domain/refusal.ts';
import type { NotifyDeps } from '../../notify/deps.ts';
import { outboxIdIn, silence, silencedBy, unsilence } from '../../notify/silence.ts';
import { html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { Reader } from '../reader.ts';

export function stopPage(
  { address: masked, silencedBy: reason }: Awaited<ReturnType<typeof emailPreference>>,
  reader: Reader,
): Page {
  const { say } = reader;
  // Keeps the address on one line.
  const address = masked.replace('…', '…\u2060');
  const title = reason === undefined ? say('Stop all emails?') : say('Emails stopped');
  const body = html`<h1>${title}</h1>
${
  reason === undefined
    ? html`<p class="lead">${say('If you press the button, we won’t email {address} about any order again.', { address })} ${say('This doesn’t affect your orders.')}</p>
<form method="post">
<p class="actions"><button class="button">${say('Stop all emails')}</button></p>
</form>`
    : html`<p class="lead">${reason === 'bounced' ? say('An email to {address} came back, so we no longer email it.', { address }) : html`${say('We no longer email {address}.', { address })} ${say('This doesn’t affect your orders.')}`}</p>${
        reason === 'asked' &&
        html`
<form method="post">
<p class="actions"><button class="button quiet" name="choice" value="resume">${say('Email me again')}</button></p>
</form>`
      }`
}`;
  return page({ title, body, hasForm: reason === undefined || reason === 'asked' }, reader);
}

async function emailAddressFor(deps: NotifyDeps, token: string): Promise<string> {
  const outboxId = outboxIdIn(deps, token);
  const outbox = outboxId === undefined ? undefined : await deps.outboxes.get(outboxId);
  if (outbox === undefined) throw notFound();
  return outbox.to;
}

/** Opening the page changes nothing, because mail scanners open every link. */
export async function emailPreference(deps: NotifyDeps, token: string) {
  const address = await emailAddressFor(deps, token);
  return { address: maskedEmail(address), silencedBy: await silencedBy(deps, address) };
}

export async function setEmailPreference(deps: NotifyDeps, token: string, choice: 'stop' | 'resume') {
  const address = await emailAddressFor(deps, token);
  await (choice === 'stop' ? silence(deps, address, 'asked') : unsilence(deps, address));
  return emailPreference(deps, token);
}
