/** Writes to people about the events of jobs. Nothing else of the service waits for them. */
import { tellingLeaseMs } from '../../shared/domain/retry.ts';
import { drain } from '../../shared/notify/drain.ts';
import { tellEmail } from '../../shared/notify/tell-email.ts';
import { worker } from '../../shared/web/queue.ts';
import { emailWriter } from '../../shared/web/write-email.ts';

export const handler = worker(
  'send-emails',
  (deps, id, until) => drain(deps, id, (...given) => tellEmail(deps, emailWriter(deps), ...given), until),
  tellingLeaseMs,
);
