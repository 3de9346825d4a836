/** Sends emails about the events of jobs, and records bounces and complaints. No other work waits for an email. */
import type { SNSEvent } from 'aws-lambda';
import { depsFor } from '../../shared/config/app.ts';
import { outboxLeaseMs } from '../../shared/domain/times.ts';
import { drain } from '../../shared/notify/drain.ts';
import { receiveEmailEvent } from '../../shared/notify/receive-email-event.ts';
import { sendEmail } from '../../shared/notify/send-email.ts';
import { worker } from '../../shared/web/queue.ts';
import { emailWriter } from '../../shared/web/write-email.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  'send-emails': worker(
    'send-emails',
    (deps, id, until) => drain(deps, id, (...delivery) => sendEmail(deps, emailWriter(deps), ...delivery), until),
    outboxLeaseMs,
  ),
  /** Only this stack's own topic may start it, so no signature is checked. If it throws, Lambda retries the event. */
  async 'receive-email-event'({ Records }: SNSEvent): Promise<void> {
    for (const { Sns } of Records) {
      const deps = depsFor({ function: 'receive-email-event', requestId: Sns.MessageId });
      let message: unknown;
      try {
        message = JSON.parse(Sns.Message);
      } catch {
        // The first message of SES to a new topic is not JSON.
      }
      await receiveEmailEvent(deps, message).catch((error: unknown) => {
        deps.log.info('not recorded', { error });
        throw error;
      });
    }
  },
};

export const handler = dispatchAmong(handlers);
