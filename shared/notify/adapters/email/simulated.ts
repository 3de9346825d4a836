/** Stores emails as items for developers to read, and sends none. */

import { keptEmailIdOf } from '../../../domain/ids.ts';
import type { Stored } from '../../../domain/stored.ts';
import { type Clock, lifetimesMs } from '../../../domain/times.ts';
import type { Collection } from '../../../storage/table.ts';
import type { Email, Mailer } from '../../deps.ts';

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
    const id = keptEmailIdOf(email.reference, email.to);
    const times = { createdAt: now, keepUntil: now + lifetimesMs.simulatedEmail };
    try {
      await emails.create({ ...email, ...times, id, version: 0, kind: 'email' });
    } catch {
      return 'unavailable';
    }
    // These addresses of Amazon's mailbox simulator behave as they do at Amazon.
    const to = email.to.toLowerCase();
    if (to === 'bounce@simulator.amazonses.com') return 'bounced';
    return to === 'complaint@simulator.amazonses.com' ? 'complained' : 'sent';
  },
});
