/** Writes the e-mail about an event of a job, in the language of its reader. */

import type { Job } from '../core/job/job.ts';
import type { JobEvent } from '../core/notify/job-event.ts';
import type { NotifyLanguage } from '../core/notify/notify.ts';
import { eventEmail } from '../pages/emails/event-email.ts';
import type { FrameLetterhead } from '../pages/emails/frame.ts';
import { readerFor } from '../pages/reader.ts';
import type { Clock } from '../ports/clock.ts';
import type { Settings } from '../ports/settings.ts';
import { emailView } from '../usecases/pay/email-view.ts';

export const emailWriter =
  (deps: { readonly clock: Clock; readonly settings: Settings }) =>
  async (job: Job, event: JobEvent, letterhead: FrameLetterhead & { readonly language: NotifyLanguage }) => {
    const view = emailView(deps, job, event);
    const { isTest } = view;
    const reader = await readerFor({ operator: deps.settings.operator, isTest, acceptLanguage: letterhead.language });
    return { ...eventEmail(view, letterhead, reader), isTest };
  };
