/** Writes the e-mail about an event of a job, in the language of its reader. */

import type { JobEvent } from '../domain/job/event.ts';
import type { Job } from '../domain/job/job.ts';
import type { NotifyLanguage } from '../domain/job/notify.ts';
import type { Deps } from '../orders/deps.ts';
import { eventEmail } from '../pages/emails/event-email.ts';
import type { FrameLetterhead } from '../pages/emails/frame.ts';
import { readerFor } from '../pages/reader.ts';
import { emailView } from '../pages/views/email-view.ts';

export const emailWriter =
  (deps: Deps) =>
  async (job: Job, event: JobEvent, letterhead: FrameLetterhead & { readonly language: NotifyLanguage }) => {
    const view = emailView(deps, job, event);
    const { isTest } = view;
    const reader = await readerFor({ operator: deps.settings.operator, isTest, acceptLanguage: letterhead.language });
    return { ...eventEmail(view, letterhead, reader), isTest };
  };
