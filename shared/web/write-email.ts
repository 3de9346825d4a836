/** Writes the email about an event of a job, in the recipient's language. */
import { type Job, type JobEvent, payUrl } from '../domain/job/job.ts';
import type { NotifyLanguage } from '../domain/job/notify.ts';
import { emailedNameOf } from '../notify/listener.ts';
import type { Deps } from '../orders/deps.ts';
import { hasRetainedDocument } from '../orders/document.ts';
import { progressOf } from '../orders/follow/progress.ts';
import { takesTestMoney } from '../orders/pay/payment.ts';
import { receiptUrl } from '../orders/views.ts';
import { eventEmail } from '../pages/emails/event-email.ts';
import type { EmailRecipient } from '../pages/emails/frame.ts';
import { readerFor } from '../pages/reader.ts';
import { headingViewOf } from '../pages/views/show-pay-page.ts';
import { productNamed } from '../products/index.ts';

export const emailWriter =
  ({ clock, settings }: Deps) =>
  async (job: Job, event: JobEvent, recipient: EmailRecipient & { readonly language: NotifyLanguage }) => {
    const { state } = job;
    const isTest = settings.isTest || takesTestMoney(job);
    const view = {
      event: emailedNameOf(event),
      at: event.at,
      order: { ...headingViewOf(job), recipient: placeOf(job) || '…' },
      price: job.price,
      progress: progressOf(job, clock.now()),
      ended: state === 'failed' || state === 'cancelled' ? state : undefined,
      orderUrl: payUrl(job),
      receiptUrl: receiptUrl(job),
      hasDocument: hasRetainedDocument(job, clock.now()),
    };
    const reader = await readerFor({ operator: settings.operator, isTest, acceptLanguage: recipient.language });
    return { ...eventEmail(view, recipient, reader), isTest };
  };

/**
 * Where the order goes, without any free text: `IL 62701`, `ON M5V 2T6` or, for a fax, `… 0147`. A stranger may have chosen
 * who gets the email, and could have typed a message in place of a name or a town.
 */
function placeOf({ product, order }: Job): string {
  const { mailsTo, recipient } = productNamed(product);
  if (mailsTo === undefined) return `… ${(recipient(order)[0] ?? '').slice(-4)}`;
  const { provinceOrState = '', postalOrZip = '' } = mailsTo(order) ?? {};
  const [state] = /^[A-Z]{2}$/.exec(provinceOrState) ?? [];
  // The five digits of a ZIP code or ZIP+4, or a Canadian postal code.
  const [code] = /^(?:\d{5}(?=$|-\d{4}$)|[A-Z]\d[A-Z][ -]?\d[A-Z]\d$)/.exec(postalOrZip) ?? [];
  return [state, code].filter(Boolean).join(' ');
}
