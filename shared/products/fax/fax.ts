/** Faxes: black and white, sent to one number in the US or Canada, always priced in USD. */
import * as z from 'zod/mini';
import { maxProvinceLength, unknownProvince } from '../../domain/address.ts';
import { oneContent } from '../../domain/input/content.ts';
import { hasEnded } from '../../domain/job/lifecycle.ts';
import { lazy } from '../../domain/lazy.ts';
import { type Country, provinceNamed, provinces } from '../../domain/money.ts';
import type { Cover, Paper } from '../../domain/paper.ts';
import type { Product } from '../../domain/product.ts';
import { invalid } from '../../domain/refusal.ts';
import { atMost, mustBe, optionalLineField } from '../../domain/text.ts';
import {
  countryMismatch,
  faxTriggers,
  fulfillmentStatus,
  pageFields,
  pageSchemas,
  pagesForPeople,
  priceList,
  usLetter,
} from '../common.ts';
import { toFaxNumber } from './fax-number.ts';

/** The paper of a fax. No space is left free for addresses. */
export const faxPaper: Paper = {
  ...usLetter,
  noun: 'fax',
  addressZoneIn: 0,
  maxPages: 200,
  isFaxed: true,
  isNote: false,
};

export interface FaxOptions {
  readonly cover?: Cover | undefined;
}

export interface FaxOrder extends FaxOptions {
  /** E.164. */
  readonly number: string;
  readonly country: Country;
}

const orderSchema = lazy(() =>
  z.object(
    {
      to_number: z
        .string(mustBe('a fax number in E.164 format, for example +12125550199'))
        .check(atMost(40), z.describe('Destination fax number in E.164 format; US or CA only.')),
      province_or_state: z.nullish(
        z
          .string('must be a string')
          .check(atMost(maxProvinceLength), z.describe('Destination region; if left out, the area code decides.')),
      ),
    },
    mustBe(`an object with to_number and ${oneContent}, or content_hash`),
  ),
);

const pageWire = lazy(() => pageSchemas('fax layout'));

export const fax: Product<FaxOptions, z.infer<ReturnType<typeof orderSchema>>, FaxOrder> = {
  name: 'fax',
  testTriggers: faxTriggers,
  leftAs: 'sent',
  paper: faxPaper,
  heading: 'Fax to {name}',
  lineItem: 'Sending a fax',
  options: lazy(() => {
    const cover = z.object(
      {
        to: optionalLineField('The name of the recipient.', { maxLength: 60 }),
        from: optionalLineField('The name of the sender.', { maxLength: 60 }),
        subject: optionalLineField('What it is about.', { maxLength: 80 }),
        note: optionalLineField('A short note to the recipient. It may have several lines.', {
          maxLength: 600,
          isNote: true,
        }),
      },
      'must be an object with to, from, subject or note',
    );
    const leftOutIfBlank = z.transform((input: z.infer<typeof cover> | null): Cover | undefined =>
      input && Object.values(input).some(Boolean) ? input : undefined,
    );
    return z.object({
      cover: z
        .optional(z.pipe(z.nullable(cover), leftOutIfBlank))
        .check(
          z.describe(
            'A cover sheet before the content, with this text, the number, the date of the quote and the page count; priced as one more page.',
          ),
        ),
    });
  }),
  frontPage: (options, order) => options.cover && { ...options.cover, number: order && formatFaxNumber(order.number) },
  order: orderSchema,
  wire: () => {
    const line = () => z.optional(z.string().check(z.describe('As requested.')));
    const cover = z.object({ to: line(), from: line(), subject: line(), note: line() });
    return {
      quote: { ...pageWire(), cover: z.optional(cover.check(z.describe('As requested; counted in pages.'))) },
      job: { ...pageWire(), fax_number: z.string().check(z.describe('Destination, E.164.')) },
      status: {
        fulfillment_status: z
          .enum(['not_started', 'queued', 'sending', 'sent', 'failed', 'cancelled', 'unknown'])
          .check(z.describe('sent: the receiving machine got every page. unknown: someone is looking into it.')),
        delivery_status: z.literal('untracked').check(z.describe('Faxes are never tracked: see fulfillment_status.')),
        fax_number: z.string().check(z.describe('Destination, E.164.')),
        ...pageWire(),
      },
    };
  },
  price: (_options, _country, pages) => ({
    currency: 'USD',
    amountCents: priceList.fax.firstPage + (pages - 1) * priceList.fax.extraPage,
    priceList: priceList.version,
  }),
  accept(input, { quote }) {
    const result = toFaxNumber(input.to_number);
    if (!result.ok) throw invalid(`fax.${result.field}`, result.problem);
    const { number } = result;
    if (number.country !== quote.country)
      throw countryMismatch(
        'fax.to_number',
        `fax.to_number is a ${number.country === 'US' ? 'US' : 'Canadian'} number`,
        quote.country,
        number.country,
      );
    const order = { number: number.e164, country: number.country, cover: (quote.options as FaxOptions).cover };
    // The province in the job request wins, then the quote's, then the area code's.
    const { province_or_state: name } = input;
    let { province } = quote;
    if (quote.country === 'CA' && name != null && name.trim() !== '') {
      province = provinceNamed(name);
      if (province === undefined) throw invalid('fax.province_or_state', unknownProvince);
    }
    if (province !== undefined) return { order, province, warnings: [] };
    const { province: taxedAs, sharedBy = [] } = number;
    const isTaxUnclear = taxedAs && sharedBy.some((code) => provinces[code].rate !== provinces[taxedAs].rate);
    const warnings = isTaxUnclear ? [{ code: 'shared_area_code', provinces: sharedBy, taxedAs } as const] : [];
    return { order, province: taxedAs, warnings };
  },
  optionsPhrase: (options) => (options.cover === undefined ? '' : ' with a cover sheet'),
  quoteFields: (quote) => ({ ...pageFields(quote), cover: quote.options.cover }),
  jobFields: (job) => ({ fax_number: job.order.number, ...pageFields(job) }),
  statusFields: (job) => ({
    // docs/contract.md, "Fulfillment status".
    fulfillment_status: fulfillmentStatus(job, {
      accepted: 'queued',
      in_progress: 'sending',
      dispatched: 'sent',
      completed: 'sent',
    }),
    delivery_status: 'untracked',
    fax_number: job.order.number,
    ...pageFields(job),
  }),
  recipient: ({ number }) => [formatFaxNumber(number)],
  faxesTo: ({ number }) => number,
  shipment: ({ country }) => ({ country, registered: false }),
  serialKey: ({ number }) => number,
  // An empty cover still shows that the order had a cover sheet.
  withoutText: ({ order }) => (order.cover === undefined ? order : { ...order, cover: {} }),
  title: ({ number }) => `Fax to ${formatFaxNumber(number)}`,
  statements: (job) => [
    { label: 'To', value: formatFaxNumber(job.order.number) },
    { label: 'Pages', value: `${pagesForPeople(job)}, black and white` },
    ...(job.order.cover === undefined ? [] : [{ label: 'Cover sheet', value: 'On its own page, before the content' }]),
    { label: 'Sending', value: hasEnded(job) ? 'By fax' : 'By fax. Once it is sent, it cannot be recalled.' },
  ],
  receiptFields: (job) => ({ fax_number: job.order.number, ...pageFields(job) }),
};

/** `+12125550101` → `+1 212-555-0101` */
export const formatFaxNumber = (e164: string): string => e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
