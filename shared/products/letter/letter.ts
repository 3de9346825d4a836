/** Letters: printed on 8.5 x 11 inch paper, single-sided, mailed in a double-window envelope. */
import * as z from 'zod/mini';
import { displayName } from '../../domain/address.ts';
import { oneContent } from '../../domain/input/content.ts';
import type { Job } from '../../domain/job/job.ts';
import { hasLeft, isDelivered } from '../../domain/job/lifecycle.ts';
import { lazy } from '../../domain/lazy.ts';
import { currencyOf } from '../../domain/money.ts';
import type { Paper } from '../../domain/paper.ts';
import type { Product } from '../../domain/product.ts';
import { mustBe } from '../../domain/text.ts';
import {
  fulfillmentStatus,
  mailTriggers,
  pageFields,
  pageSchemas,
  pagesForPeople,
  pagesOf,
  priceList,
  usLetter,
} from '../common.ts';
import {
  acceptParties,
  carrierFields,
  carrierWire,
  dayStatements,
  envelopeLines,
  mailMembers,
  mailStatus,
  mailStatusOf,
  type Parties,
  partySchemas,
  partyStatements,
  scansOf,
  sendOnWire,
  shipmentOf,
} from '../mail.ts';

/** The paper of a letter: the print partner prints both addresses on page 1, where they show in the envelope's windows. */
export const letterPaper: Paper = {
  ...usLetter,
  noun: 'letter',
  addressZoneIn: 3,
  maxPages: 60,
  isFaxed: false,
  isNote: false,
};

export interface LetterOptions {
  readonly color: boolean;
  readonly registered: boolean;
  readonly address_page?: boolean | undefined;
}

export interface LetterOrder extends LetterOptions, Parties {}

/** An option that is off by default. */
const flag = (description: string) =>
  z._default(z.boolean('must be true or false').check(z.describe(description)), false);

const orderSchema = lazy(() =>
  z.object(partySchemas('Recipient.'), mustBe(`an object with to, from and ${oneContent}, or content_hash`)),
);

function trackingFields({ order, partner }: Job<LetterOrder>): Record<string, string | undefined> {
  const tracking = order.registered ? partner?.tracking : undefined;
  if (tracking === undefined) return {};
  return { tracking_number: tracking.number, tracking_url: tracking.url, tracking_carrier: tracking.carrier };
}

const pageWire = lazy(() => pageSchemas('standard print layout'));

export const letter: Product<LetterOptions, z.infer<ReturnType<typeof orderSchema>>, LetterOrder> = {
  name: 'letter',
  testTriggers: mailTriggers,
  leftAs: 'mailed',
  paper: letterPaper,
  heading: 'Letter to {name}',
  lineItem: 'Printing and mailing a letter',
  options: lazy(() =>
    z.object({
      color: flag('true = color, false = black-and-white.'),
      registered: flag(
        'true = registered mail (US: certified with proof of mailing and delivery tracking; CA: registered with tracking and signature on delivery).',
      ),
      address_page: flag(
        'true = an extra page in front has both addresses, priced as a page: for a document with something in the top 3 inches of page 1.',
      ),
    }),
  ),
  isInColor: ({ color }) => color,
  frontPage: ({ address_page }) => (address_page ? 'addresses' : undefined),
  order: orderSchema,
  wire: () => ({
    quote: {
      color: z.boolean().check(z.describe('As requested.')),
      registered: z.boolean().check(z.describe('As requested.')),
      address_page: z.boolean().check(z.describe('As requested; counted in pages.')),
      ...pageWire(),
    },
    job: { ...pageWire(), ...sendOnWire },
    status: {
      ...pageWire(),
      fulfillment_status: mailStatus,
      delivery_status: z
        .enum(['untracked', 'awaiting_tracking', 'in_transit', 'delivered'])
        .check(z.describe('Standard mail is never tracked; delivered only on explicit carrier evidence.')),
      tracking_number: z.optional(
        z.string().check(z.describe('Registered mail only, once the carrier has issued it; none in test mode.')),
      ),
      tracking_url: z.optional(z.string().check(z.describe("The carrier's page, where known."))),
      tracking_carrier: z.optional(z.string().check(z.describe('Where known.'))),
      ...carrierWire,
      ...sendOnWire,
    },
  }),
  /** The base price includes the first page. */
  price({ color, registered }, country, pages) {
    const prices = registered ? priceList.letter[country].registered : priceList.letter[country];
    const ink = color ? 'color' : 'bw';
    return {
      currency: currencyOf[country],
      amountCents: prices.base[ink] + (pages - 1) * prices.extraPage[ink],
      priceList: priceList.version,
    };
  },
  accept(input, { quote, now }) {
    const { parties, ...rest } = acceptParties('letter', input, quote.country, now);
    return { order: { ...parties, ...(quote.options as LetterOptions) }, ...rest };
  },
  optionsPhrase: ({ color, registered, address_page }, country) =>
    [
      color ? ' in color' : '',
      registered ? ` by ${country === 'CA' ? 'registered' : 'certified'} mail` : '',
      address_page ? ' with an extra page for the addresses' : '',
    ].join(''),
  quoteFields: (quote) => ({ ...quote.options, ...pageFields(quote) }),
  jobFields: (job) => ({ ...pageFields(job), send_on: job.order.sendOn }),
  statusFields(job) {
    // `delivered` needs evidence from the carrier, which standard mail never has.
    let delivery_status = 'untracked';
    if (job.order.registered && job.partner !== undefined && hasLeft(job)) {
      delivery_status = job.partner.tracking === undefined ? 'awaiting_tracking' : 'in_transit';
      if (isDelivered(job)) delivery_status = 'delivered';
    }
    return {
      ...pageFields(job),
      fulfillment_status: fulfillmentStatus(job, mailStatusOf),
      delivery_status,
      ...trackingFields(job),
      ...carrierFields(job),
      send_on: job.order.sendOn,
    };
  },
  ...mailMembers,
  shipment: (order) => shipmentOf(order, order.registered),
  stamps: (job) => ({
    ...envelopeLines(job.order),
    // Letters of more than 6 pages are not folded, and their envelope has one large window.
    showsWindows: !job.order.registered && pagesOf(job) <= 6,
    isFlat: job.warnings.some(({ code }) => code === 'flat_envelope'),
  }),
  title: ({ to }) => `Letter to ${displayName(to)}`,
  statements(job) {
    const { color, registered, address_page, to } = job.order;
    const registeredAs =
      to.countryCode === 'CA'
        ? 'Registered mail with tracking and signature on delivery'
        : 'Certified mail with proof of mailing and delivery tracking';
    return [
      ...partyStatements(job.order, 'To'),
      { label: 'Pages', value: `${pagesForPeople(job)}, single-sided, ${color ? 'color' : 'black and white'}` },
      ...(address_page ? [{ label: 'Addresses', value: 'On their own page, before the content' }] : []),
      ...dayStatements(job.order),
      { label: 'Mail', value: registered ? registeredAs : 'Standard mail, without tracking' },
    ];
  },
  receiptFields: (job) => ({
    to: job.order.to,
    from: job.order.from,
    color: job.order.color,
    registered: job.order.registered,
    address_page: job.order.address_page,
    send_on: job.order.sendOn,
    ...pageFields(job),
    ...trackingFields(job),
    carrier_scans: scansOf(job),
  }),
};
