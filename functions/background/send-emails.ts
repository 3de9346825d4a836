/** Writes to people about the events of jobs. Nothing else of the service waits for them. */
import { tellingLeaseMs } from '../../shared/core/retry.ts';
import { worker } from '../../shared/doors/queue.ts';
import { emailWriter } from '../../shared/doors/write-email.ts';
import { drain } from '../../shared/notifications/drain.ts';
import { tellEmail } from '../../shared/notifications/tell-email.ts';

export const handler = worker(
  'send-emails',
  (deps, id, until) => drain(deps, id, (...given) => tellEmail(deps, emailWriter(deps), ...given), until),
  tellingLeaseMs,
);
