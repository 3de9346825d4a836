/** Hears of bounces and complaints. Only the topic of this stack's e-mails may start it, so no signature is checked. */
import type { SNSEvent } from 'aws-lambda';
import { depsFor } from '../../shared/config/app.ts';
import { receiveEmailEvent } from '../../shared/notify/receive-email-event.ts';

/** A failure is thrown: Lambda then tries the event again. */
export async function handler({ Records }: SNSEvent): Promise<void> {
  for (const { Sns } of Records) {
    const deps = depsFor({ function: 'receive-email-event', requestId: Sns.MessageId });
    await receiveEmailEvent(deps, read(Sns.Message)).catch((error: unknown) => {
      deps.log.info('not noted', { error });
      throw error;
    });
  }
}

/** SES itself sends a first message that is no event. */
function read(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
