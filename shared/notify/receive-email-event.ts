/** Receives the bounces and complaints that Amazon SES publishes. We stop emailing those addresses. */
import * as z from 'zod/mini';
import type { NotifyDeps } from './deps.ts';
import { silence } from './silence.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));

/**
 * The fields that we read (docs.aws.amazon.com/ses, "Contents of event data"). A bounce that isn't permanent, such as a full
 * mailbox, may go away. `not-spam` means that the reader moved the message out of the spam folder.
 */
const eventSchema = z.union([
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.literal('Permanent'), bouncedRecipients: recipients }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    complaint: z.object({
      complaintFeedbackType: z.nullish(z.string().check(z.refine((type) => type !== 'not-spam'))),
      complainedRecipients: recipients,
    }),
  }),
]);

/** Ignores other kinds of events, which SES may be configured to publish too. An event may come twice. */
export async function receiveEmailEvent(deps: NotifyDeps, message: unknown): Promise<void> {
  const { data } = eventSchema.safeParse(message);
  if (data === undefined) return deps.log.info('email event ignored');
  const isBounce = data.eventType === 'Bounce';
  const why = isBounce ? 'bounced' : 'complained';
  const silenced = isBounce ? data.bounce.bouncedRecipients : data.complaint.complainedRecipients;
  for (const { emailAddress } of silenced) {
    // `Ada <ada@example.com>` → `ada@example.com`
    const [, bare = emailAddress.trim()] = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(emailAddress) ?? [];
    await silence(deps, bare, why);
    deps.log.measure('emailAddressesSilenced', 1);
  }
  deps.log.info('email addresses silenced', { reason: why, count: silenced.length });
}
