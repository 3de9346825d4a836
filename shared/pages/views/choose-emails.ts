/**
 * The emails about an order, as chosen on its pay page: the payer's checkbox, which the button to pay submits, and the
 * button that stops them all. The checkbox counts if it was sent before we learned of the payment, which brings the address.
 */

import { formTokenOf } from '../../domain/ids.ts';
import { type Job, payUrl } from '../../domain/job/job.ts';
import { maskedEmail, type NotifyLanguage } from '../../domain/job/notify.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { recipientsOf } from '../../notify/listener.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { addressChoiceOf } from '../../orders/pay/address-choice.ts';
import { isOpen } from './choose-address.ts';

export interface EmailsForm {
  readonly token?: string | undefined;
  readonly step?: string | undefined;
  /** The checkbox. */
  readonly emails?: string | undefined;
}

/** The email choice of the pay page; `undefined` if this service sends no email. */
export function emailChoiceOf(job: Job, { sendsEmail }: Pick<Deps['settings'], 'sendsEmail'>) {
  if (!sendsEmail) return undefined;
  const written = recipientsOf(job).filter(({ channel, who }) => channel === 'email' && who !== 'owner');
  return {
    token: formTokenOf('e-mails', job.id),
    isTicked: job.notify?.payer !== undefined,
    to: written.map(({ to }) => maskedEmail(to)),
  };
}

/** Returns the URL to continue to: the payment page, or the order's own page if there is nothing to pay. */
export async function chooseEmails(
  deps: Deps,
  code: string,
  { token, step, emails }: EmailsForm,
  language: NotifyLanguage,
): Promise<string> {
  const job = await jobByPayCode(deps, code);
  const { id } = job;
  if (token !== formTokenOf('e-mails', id)) throw notDecided();
  const page = new URL(payUrl(job)).pathname;
  if (step === 'stop') {
    // Webhooks go on.
    await update(deps.jobs, id, (stored) =>
      stored?.notify?.email === undefined && stored?.notify?.payer === undefined
        ? stored
        : { ...stored, notify: { ...stored.notify, email: undefined, payer: undefined } },
    );
    deps.log.info('emails ended', { jobId: id });
    return `${page}?emails=ended`;
  }
  if (step !== 'pay') return page;
  const wished = emails === 'yes' && deps.settings.sendsEmail ? language : undefined;
  const after = await update(deps.jobs, id, (stored) => (stored && isOpen(stored) ? ticked(stored, wished) : stored));
  return (after && paymentPage(after, deps.clock.now())) ?? page;
}

export const notDecided = () =>
  new Refusal(
    'invalid_request',
    'Nothing was changed: this request did not come from the page of the order. Open that page and press the button there.',
  );

/** The payment page, unless the order is paid, expired, or its address is not confirmed yet. */
function paymentPage(job: Job, now: number): string | undefined {
  const { checkout } = job;
  if (!isOpen(job) || checkout === undefined || checkout.expiresAt <= now) return undefined;
  return addressChoiceOf(job)?.kind === 'doubtful' ? undefined : checkout.url;
}

function ticked(job: Job, language: NotifyLanguage | undefined): Job {
  const { notify } = job;
  if (notify?.payer?.language === language) return job;
  return { ...job, notify: { ...notify, payer: language && { language } } };
}
