/** Bounces and complaints, as Amazon SES publishes them. These addresses get no more emails. */

import * as z from 'zod/mini';
import type { NotifyDeps } from './deps.ts';
import { silence } from './silence.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** The parts that are read (docs.aws.amazon.com/ses, "Contents of event data"). `Transient` bounces may pass: a full mailbox. */
const readEvent = z.union([
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
function silencedIn(event: z.infer<typeof readEvent>) {
  if (event.eventType === 'Bounce') {
    const { bounceType, bouncedRecipients } = event.bounce;
    return bounceType === 'Permanent' ? { why: 'bounced' as const, recipients: bouncedRecipients } : undefined;
  }
  const { complaintFeedbackType, complainedRecipients } = event.complaint;
  // The reader moved the message out of the spam folder.
  if (complaintFeedbackType === 'not-spam') return undefined;
  return { why: 'complained' as const, recipients: complainedRecipients };
}

/** Events of other kinds change nothing, because SES may be set to publish them too. An event may come twice. */
export async function receiveEmailEvent(deps: NotifyDeps, message: unknown): Promise<void> {
  const { data } = readEvent.safeParse(message);
  const silenced = data && silencedIn(data);
  if (silenced === undefined) return deps.log.info('email event ignored');
  const { why } = silenced;
  for (const { emailAddress } of silenced.recipients) {
    // `Ada <ada@example.com>` → `ada@example.com`
    const [, bare = emailAddress.trim()] = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(emailAddress) ?? [];
    await silence(deps, bare, why);
    deps.log.measure('emailBounces', 1);
  }
  deps.log.info('email addresses silenced', { reason: why, count: silenced.recipients.length });
}
