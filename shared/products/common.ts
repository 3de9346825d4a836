/** Errors, fields, statuses, paper and test triggers that several products share, and the price list. */
import * as z from 'zod/mini';
import type { Job } from '../domain/job/job.ts';
import type { Lifecycle } from '../domain/job/lifecycle.ts';
import type { Stage } from '../domain/job/progress.ts';
import type { Country } from '../domain/money.ts';
import type { TestTriggers } from '../domain/product.ts';
import { Refusal } from '../domain/refusal.ts';

/** `clause` names the field and its country, `letter.to.countryCode is CA`. */
export const countryMismatch = (field: string, clause: string, quoted: Country, requested: Country): Refusal =>
  new Refusal(
    'country_mismatch',
    `${clause}, but the quote is for ${quoted}: request a quote for ${requested} and let the user approve its price.`,
    { field },
  );

/** The number of pages; zero for an order without content. */
export const pagesOf = ({ content }: Pick<Job, 'content'>): number => content?.pages ?? 0;

/** The number of pages of the attachments; `undefined` if there are none. */
const attachmentPagesOf = ({ content }: Pick<Job, 'content'>): number | undefined =>
  content?.parts?.attachments?.reduce((sum, { pages }) => sum + pages, 0);

/** `3`, or `3 (letter 1, attachments 2)` */
export function pagesForPeople(job: Job): string {
  const attached = attachmentPagesOf(job);
  const all = pagesOf(job);
  return attached === undefined ? `${all}` : `${all} (${job.product} ${all - attached}, attachments ${attached})`;
}

/** The fields about pages in responses for a quote or a job. */
export const pageFields = (quoted: Pick<Job, 'content'>) => ({
  pages: pagesOf(quoted),
  attachment_pages: attachmentPagesOf(quoted),
});

export const pageSchemas = (layout: string) => ({
  pages: z.int().check(z.describe(`Server-verified page count in the ${layout}.`)),
  attachment_pages: z.optional(z.int().check(z.describe('With attachments: how many of the pages are theirs.'))),
});

/** The `fulfillment_status` of a job. `statusOf`: what the product calls each stage at the partner. */
export function fulfillmentStatus(job: Lifecycle, statusOf: Readonly<Record<Stage, string>>): string {
  if (job.state === 'needs_review') return 'unknown';
  if (job.state === 'awaiting_payment' || (job.state === 'failed' && job.payment === undefined)) return 'not_started';
  if (job.state === 'cancelled' || job.state === 'failed') return job.state;
  return job.partner === undefined ? 'queued' : statusOf[job.partner.stage];
}

export const usLetter = {
  sizeName: 'US Letter',
  widthIn: 8.5,
  heightIn: 11,
  marginIn: 1,
  fontSizePt: 12,
  lineHeightPt: 15,
  textHeightIn: 9,
  /** A partner gets the whole document in one request. */
  maxBytes: 20_000_000,
} as const;

/** All prices, in cents before tax. If you change a price, also change the version. */
export const priceList = {
  version: '2026-11-24',
  letter: {
    US: {
      base: { bw: 212, color: 244 },
      extraPage: { bw: 20, color: 40 },
      registered: { base: { bw: 1_040, color: 1_040 }, extraPage: { bw: 13, color: 26 } },
    },
    CA: {
      base: { bw: 615, color: 644 },
      extraPage: { bw: 58, color: 87 },
      registered: { base: { bw: 5_112, color: 5_112 }, extraPage: { bw: 38, color: 57 } },
    },
  },
  /** Flat, for any face amount. */
  check: { US: 500, CA: 700 },
  /** In USD for every destination. */
  fax: { firstPage: 200, extraPage: 100 },
} as const;

export const mailTriggers: TestTriggers<{ readonly to: { readonly addressLine1: string } }> = {
  texts: {
    reject: '1 TEST REJECT ST',
    outage: '1 TEST OUTAGE ST',
    down: '1 TEST DOWN ST',
    lost_reply: '1 TEST LOST REPLY ST',
    in_production: '1 TEST PRINTING ST',
    dispatched: '1 TEST MAILED ST',
    returned: '1 TEST RETURNED ST',
  },
  read: ({ to }) => to.addressLine1.trim().toUpperCase(),
  place: (request, addressLine1) => ({ ...request, to: { ...(request.to as object), addressLine1 } }),
};

export const faxTriggers: TestTriggers<{ readonly number: string }> = {
  texts: {
    reject: '+12125550101',
    outage: '+12125550102',
    down: '+12125550103',
    lost_reply: '+12125550104',
    busy: '+12125550105',
    busy_once: '+12125550106',
  },
  read: ({ number }) => number,
  place: (request, to_number) => ({ ...request, to_number }),
};
