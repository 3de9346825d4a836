/** Letters: printed on 8.5 x 11 inch paper, single-sided, mailed in a double-window envelope. */
import * as z from 'zod/mini';
import {
  type AddressInput,
  addressLines,
  addressSchema,
  addressWarnings,
  type Contact,
  displayName,
  isAddressProblem,
  taxProvince,
  toContact,
} from '../core/address.ts';
import { hasLeft, publicStatus } from '../core/job.ts';
import { type Country, currencyOf } from '../core/money.ts';
import type { AcceptedOrder, Job, Price, Product, Quote, Statement } from '../core/product.ts';
import { invalid, Refusal } from '../core/refusal.ts';
import { priceList } from './price-list.ts';

export interface LetterOptions {
  readonly color: boolean;
  readonly registered: boolean;
}

export interface LetterOrder extends LetterOptions {
  readonly to: Contact;
  readonly from: Contact;
}

const flag = (description: string) =>
  z._default(z.boolean('must be true or false').check(z.describe(description)), false);

const options = z.object({
  color: flag('true = colour, false = black-and-white.'),
  registered: flag(
    'true = registered mail (US: certified with proof of mailing and delivery tracking; CA: registered with tracking and signature on delivery).',
  ),
});

const order = z.object(
  {
    to: addressSchema.check(z.describe('Recipient.')),
    from: addressSchema.check(z.describe('Sender; its address is the return address.')),
  },
  'must be an object with to, from and exactly one of html, text, pdf_url',
);

type LetterInput = z.infer<typeof order>;

/** The first page is in the base price; the base of registered mail is the same in black and in colour. */
function price({ color, registered }: LetterOptions, country: Country, pages: number): Omit<Price, 'tax'> {
  const list = registered ? priceList.letter[country].registered : priceList.letter[country];
  const ink = color ? 'color' : 'bw';
  return {
    currency: currencyOf[country],
    amountCents: list.base[ink] + (pages - 1) * list.extraPage[ink],
    priceList: priceList.version,
  };
}

function contact(field: 'letter.to' | 'letter.from', input: AddressInput): Contact {
  const result = toContact(input);
  if (isAddressProblem(result)) throw invalid(`${field}.${result.field}`, result.problem);
  return result;
}

function accept(input: LetterInput, quote: Quote<LetterOptions>): AcceptedOrder<LetterOrder> {
  const to = contact('letter.to', input.to);
  const from = contact('letter.from', input.from);
  if (to.countryCode !== quote.country)
    throw new Refusal({
      code: 'country_mismatch',
      message: `letter.to.countryCode is ${to.countryCode}, but the quote is for ${quote.country}: request a quote for ${to.countryCode} and let the user approve its price.`,
      field: 'letter.to.countryCode',
    });
  return {
    order: { to, from, ...quote.options },
    province: taxProvince(to),
    warnings: [...addressWarnings('letter.to', to), ...addressWarnings('letter.from', from)],
  };
}

/** The words of specification 2.4 for what the partner has said; ours where it has said nothing. */
function fulfillmentStatus(job: Job<LetterOrder>): string {
  if (job.state === 'parked') return 'unknown';
  if (job.state === 'awaiting_payment' || (job.state === 'failed' && job.payment === undefined)) return 'not_started';
  if (job.state === 'cancelled' || job.state === 'failed') return job.state;
  if (publicStatus[job.state] === 'paid') return 'queued';
  return hasLeft(job) ? 'mailed' : 'in_production';
}

/** Delivery is never claimed without carrier evidence, and never at all for standard mail (2.4). */
function deliveryStatus({ order, partner, ...job }: Job<LetterOrder>): string {
  if (!order.registered || partner === undefined || !hasLeft({ ...job, partner })) return 'untracked';
  if (partner.delivered) return 'delivered';
  return partner.tracking === undefined ? 'awaiting_tracking' : 'in_transit';
}

function trackingFields({ order, partner }: Job<LetterOrder>): Record<string, string> {
  const tracking = order.registered ? partner?.tracking : undefined;
  if (tracking === undefined) return {};
  return {
    tracking_number: tracking.number,
    ...(tracking.url === undefined ? {} : { tracking_url: tracking.url }),
    ...(tracking.carrier === undefined ? {} : { tracking_carrier: tracking.carrier }),
  };
}

const mailClass = ({ registered, to }: LetterOrder): string => {
  if (!registered) return 'Standard mail, without tracking';
  return to.countryCode === 'US'
    ? 'Certified mail with proof of mailing and delivery tracking'
    : 'Registered mail with tracking and signature on delivery';
};

const pagesOf = (job: Job): number => job.content?.pages ?? 0;

const statements = (job: Job<LetterOrder>): Statement[] => [
  { label: 'To', value: addressLines(job.order.to) },
  { label: 'From', value: addressLines(job.order.from) },
  { label: 'Pages', value: `${pagesOf(job)}, single-sided, ${job.order.color ? 'colour' : 'black and white'}` },
  { label: 'Mail', value: mailClass(job.order) },
];

const pages = z.int().check(z.describe('Server-verified page count in the standard print layout.'));

const wire = {
  quote: { color: z.boolean(), registered: z.boolean(), pages },
  job: { pages },
  status: {
    fulfillment_status: z
      .enum(['not_started', 'queued', 'in_production', 'mailed', 'failed', 'cancelled', 'unknown'])
      .check(z.describe('mailed: the letter left the print facility. unknown: nobody can tell, a person is looking.')),
    delivery_status: z
      .enum(['untracked', 'awaiting_tracking', 'in_transit', 'delivered'])
      .check(z.describe('Standard mail is never tracked; delivered only on explicit carrier evidence.')),
    tracking_number: z.optional(z.string()),
    tracking_url: z.optional(z.string()),
    tracking_carrier: z.optional(z.string()),
    letter_id: z.nullable(z.string()).check(z.describe("The print partner's own id, once it has the letter.")),
  },
};

export const letter: Product<LetterOptions, LetterInput, LetterOrder> = {
  name: 'letter',
  leftAs: 'mailed',
  layout: 'letter',
  options,
  order,
  wire,
  price,
  accept,
  quoteFields: ({ options, content }) => ({ ...options, pages: content?.pages }),
  jobFields: (job) => ({ pages: pagesOf(job) }),
  statusFields: (job) => ({
    fulfillment_status: fulfillmentStatus(job),
    delivery_status: deliveryStatus(job),
    ...trackingFields(job),
    letter_id: job.partner?.id ?? null,
  }),
  title: ({ to }) => `Letter to ${displayName(to)}`,
  statements,
  receiptFields: (job) => ({
    to: job.order.to,
    from: job.order.from,
    color: job.order.color,
    registered: job.order.registered,
    pages: pagesOf(job),
    ...trackingFields(job),
  }),
};
