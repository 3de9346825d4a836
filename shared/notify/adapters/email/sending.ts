/** Parts that all mailers share, and the simulated mailer, which only stores emails for developers to read. */
import { emailIdOf } from '../../../domain/ids.ts';
import type { Log } from '../../../domain/metrics.ts';
import type { Stored } from '../../../domain/stored.ts';
import { type Clock, lifetimesMs } from '../../../domain/times.ts';
import type { Collection } from '../../../storage/table.ts';
import type { Email, Mailer } from '../../deps.ts';

export interface SendingOptions {
  /** The sender that readers see. */
  readonly sender: {
    readonly address: string;
    readonly name: string | undefined;
    /** The support contact. If it is a `mailto:` URL, replies go there. */
    readonly support: string | undefined;
  };
  readonly log: Log;
}

/** Test payments are free, so their emails are sent only to the operator's own domain. All others are simulated. */
export function sendingMailer(from: string, simulated: Mailer, provider: () => Promise<Mailer>): Mailer {
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return {
    send: async (email) =>
      email.isTest && domainOf(email.to) !== domainOf(from) ? simulated.send(email) : (await provider()).send(email),
  };
}

/** `mailto:help@example.com` → `help@example.com` */
export const replyAddressOf = ({ support }: SendingOptions['sender']): string | undefined =>
  support?.startsWith('mailto:') ? support.slice('mailto:'.length) : undefined;

/** The headers let a reader stop all emails with one click (RFC 8058), and keep autoresponders quiet (RFC 3834). */
export const messageHeadersOf = ({ stopUrl, reference }: Email): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${stopUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
  'X-Entity-Ref-ID': reference,
});

export interface SimulatedEmail extends Stored, Email {
  readonly kind: 'email';
}

export const simulatedMailer = ({
  clock,
  emails,
}: {
  readonly clock: Clock;
  readonly emails: Pick<Collection<SimulatedEmail>, 'create'>;
}): Mailer => ({
  async send(email) {
    const now = clock.now();
    const id = emailIdOf(email.reference, email.to);
    const times = { createdAt: now, keepUntil: now + lifetimesMs.simulatedEmail };
    try {
      await emails.create({ ...email, ...times, id, version: 0, kind: 'email' });
    } catch {
      return 'unavailable';
    }
    // The addresses of Amazon's mailbox simulator have the same outcome here as at Amazon.
    const to = email.to.toLowerCase();
    if (to === 'bounce@simulator.amazonses.com') return 'bounced';
    return to === 'complaint@simulator.amazonses.com' ? 'complained' : 'sent';
  },
});
