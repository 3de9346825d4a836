/** Bounces and complaints, as Amazon SES publishes them. The addresses are written to no more. */

import * as z from 'zod/mini';
import type { NotifyDeps } from './deps.ts';
import { silence } from './silence.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** The parts that are read (docs.aws.amazon.com/ses, "Contents of event data"). `Transient` bounces may pass: a full mailbox. */
const known = z.union([
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    complaint: z.object({ complaintFeedbackType: z.nullish(z.string()), complainedRecipients: recipients }),
  }),
]);

/** The addresses that an event silences. */
function silencedIn(event: z.infer<typeof known>) {
  if (event.eventType === 'Bounce') {
    const { bounceType, bouncedRecipients } = event.bounce;
    return bounceType === 'Permanent' ? { why: 'bounced' as const, recipients: bouncedRecipients } : undefined;
  }
  const { complaintFeedbackType, complainedRecipients } = event.complaint;
  // A reader has taken the message out of the folder for spam.
  if (complaintFeedbackType === 'not-spam') return undefined;
  return { why: 'complained' as const, recipients: complainedRecipients };
}

/** `Ada <ada@example.com>` → `ada@example.com` */
const bare = (text: string): string => /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text)?.[1] ?? text.trim();

/** Events of other kinds change nothing: SES may be told to publish them, too. An event may come twice. */
export async function receiveEmailEvent(deps: NotifyDeps, message: unknown): Promise<void> {
  const { data } = known.safeParse(message);
  const found = data && silencedIn(data);
  if (found === undefined) return deps.log.info('e-mail event ignored');
  const { why } = found;
  for (const { emailAddress } of found.recipients) {
    await silence(deps, bare(emailAddress), why);
    deps.log.measure('emailBounces', 1);
  }
  deps.log.info('e-mail addresses silenced', { reason: why, count: found.recipients.length });
}
