/** The content of an e-mail about an event: the order by name and place, its times, its links. */

import type { Job } from '../../core/job/job.ts';
import type { JobEvent } from '../../core/notify/job-event.ts';
import { takesTestMoney } from '../../fulfilment/payment.ts';
import { emailedNameOf } from '../../notifications/emailed.ts';
import type { Deps } from '../../ports/deps.ts';
import { productNamed } from '../../products/index.ts';
import { payUrl, receiptUrl } from '../views.ts';
import { progressOf } from './progress.ts';
import { nameOf } from './show-pay-page.ts';

export function emailView({ clock, settings }: Pick<Deps, 'clock' | 'settings'>, job: Job, event: JobEvent) {
  const { state } = job;
  const named = nameOf(job);
  const to = [named.recipient, placeOf(job)].filter((words) => words !== '' && !isLinkLike(words));
  return {
    happened: emailedNameOf(event),
    at: event.at,
    named: { ...named, recipient: to[0] ?? '…' },
    to,
    price: job.price,
    progress: progressOf(job, clock.now()),
    ended: state === 'failed' || state === 'cancelled' ? state : undefined,
    orderUrl: payUrl(job),
    receiptUrl: receiptUrl(job),
    isTest: settings.isTest || takesTestMoney(job),
  };
}

/** `Springfield, IL`; empty if nothing is mailed. */
function placeOf({ product, order }: Job): string {
  const { city = '', provinceOrState = '' } = productNamed(product).mailsTo?.(order) ?? {};
  return [city, provinceOrState].filter(Boolean).join(', ');
}

/** Mail programs make links of such words, and a stranger may have written them: they are left out. */
const isLinkLike = (words: string): boolean => /[@/\\]|[\p{L}\p{N}]\.\p{L}{2}|https?|www/iu.test(words);
