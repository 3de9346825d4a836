/** The views of quotes and jobs for callers: the fields that all products share, and each product's own. */
import * as z from 'zod/mini';
import { type Job, payUrl } from '../domain/job/job.ts';
import type { Product } from '../domain/product.ts';

/** A member of an answer, with its description. */
export const textField = (says: string) => z.string().check(z.describe(says));
export const booleanField = (says: string) => z.boolean().check(z.describe(says));
export const integerField = (says: string) => z.int().check(z.describe(says));
export const moment = (what: string) => z.optional(integerField(`${what} Unix time in milliseconds.`));

export const priceShape = {
  amount_cents: integerField('Price in cents, without tax.'),
  amount: textField('The price as people read it, `$2.12`.'),
  tax_cents: z.optional(integerField('Canada only.')),
  tax_label: z.optional(textField('Names the tax and its rate, `HST 13%`.')),
  total_cents: integerField('What the customer pays.'),
  total: textField('The total as people read it.'),
  currency: z
    .enum(['USD', 'CAD'])
    .check(z.describe('The currency of all amounts here. Letters and checks: that of the country. Faxes: always USD.')),
};

export const summary = textField('For people: what is sent, to whom, when, and for how much.');
export const refundedShape = {
  refunded_cents: z.optional(
    integerField('Only where people refunded a part at the payment provider: how much was refunded so far.'),
  ),
  refunded: z.optional(textField('The same as people read it.')),
};

export const time = integerField('Unix time in milliseconds.');
export const warnings = z.array(z.string()).check(z.describe('Doubts about the order. Show them to the user.'));
export const jobId = textField('Anyone with this id can see and cancel the job.');
export const paymentMode = z
  .enum(['mock', 'real'])
  .check(z.describe('mock: a test; nothing is charged, mailed or sent. real: the live payment page.'));
export const checkoutUrl = textField('One-time hosted payment page: give this link to the user.');

export const payPageField = textField(
  'Shows what will be sent, leads to the payment page, and then shows the status of the order. Anyone with this link can cancel the order there once it is paid.',
);

export const productField = (product: Product) => z.literal(product.name).check(z.describe('The product.'));

export const receiptUrl = (job: Job): string => `${payUrl(job)}/receipt`;
