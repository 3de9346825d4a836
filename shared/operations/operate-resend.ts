/** Tells the recipients of one event of a job once more, because an operator has asked for it. */
import type { Channel } from '../core/notify/outbox.ts';
import { listOf } from '../core/words.ts';
import { mostEmailsOfEvent, type ResendDeps, resend } from '../notifications/resend.ts';
import type { Jobs } from '../ports/jobs.ts';
import { findJob } from '../usecases/jobs/find-job.ts';
import { done, type OperatorResult, refused } from './operate-result.ts';

export async function resendCommand(
  deps: ResendDeps & { readonly jobs: Jobs },
  jobId: string,
  eventId: string,
  only: Channel | undefined,
): Promise<OperatorResult> {
  const told = await resend(deps, await findJob(deps, jobId), eventId, only);
  if (told === 'enough')
    return refused(`It was e-mailed ${mostEmailsOfEvent} times already: people are not written to more often.`);
  if (told === 'unknown')
    return refused(
      `Nobody is told of such an event${only === undefined ? '' : ` by ${only}`}: show lists those that there are.`,
    );
  return done(`It is told again by ${listOf(told)}: show tells what came of it.`);
}
