/** The parts that letters and checks share: recipient, sender, the day they go to print, shipment and status. */
import * as z from 'zod/mini';
import {
  type AddressInput,
  addressLines,
  addressSchema,
  addressWarnings,
  type Contact,
  taxProvince,
  toContact,
} from '../domain/address.ts';
import { dayOf, type Job } from '../domain/job/job.ts';
import { carrierScans, refundedInPart } from '../domain/job/lifecycle.ts';
import { type Stage, scanCodes } from '../domain/job/progress.ts';
import { lazy } from '../domain/lazy.ts';
import type { Country } from '../domain/money.ts';
import type { ProductName } from '../domain/names.ts';
import type { Shipment, Statement } from '../domain/product.ts';
import { type Fault, invalid, Refusal } from '../domain/refusal.ts';
import { countryMismatch } from './common.ts';

export interface Parties {
  readonly to: Contact;
  readonly from: Contact;
  /** The day on which the order goes to print, `2026-12-24`; if undefined, once it is paid. */
  readonly sendOn?: string | undefined;
}

/** The members of a job request that all mailed products share. `recipient`: the description of `to`. */
export const partySchemas = (recipient: string) => {
  const notDay = 'must be a calendar date as YYYY-MM-DD, for example 2026-12-24';
  return {
    to: addressSchema().check(z.describe(recipient)),
    from: addressSchema().check(z.describe('Sender; its address is the return address.')),
    accept_address: z.optional(
      z
        .boolean('must be true or false')
        .check(z.describe('true = a person confirmed `to` as sent: no warning. It is still checked.')),
    ),
    send_on: z.nullish(
      z
        .string(notDay)
        .check(
          z.maxLength(10, notDay),
          z.refine(isDay, notDay),
          z.describe(
            `The day it goes to print: YYYY-MM-DD, tomorrow to ${maxDaysAhead} days ahead (US: Eastern Time, CA: Newfoundland Time). If omitted, it prints once paid. You can cancel for a full refund until 11 p.m. the day before.`,
          ),
        ),
    ),
  };
};

/** The field for the day in responses with a job or its status. */
export const sendOnWire = {
  send_on: z.optional(
    z.string().check(z.describe('The day on which it goes to print, if the order names one: 2026-12-24.')),
  ),
};

/** The methods of `Product` that all mailed products share. */
export const mailMembers = {
  recipient: ({ to }: Parties) => addressLines(to),
  mailsTo: ({ to }: Parties) => to,
  mailsFrom: ({ from }: Parties) => from,
  sendOn: ({ sendOn }: Parties) => sendOn,
  notBefore: ({ to, sendOn }: Parties) => (sendOn === undefined ? undefined : workStartsOn(sendOn, to.countryCode)),
};

export const dayStatements = ({ sendOn }: Parties): Statement[] =>
  sendOn === undefined ? [] : [{ label: 'Goes to print', value: sendOn, day: sendOn }];

/** The addresses and the day of a new order. The recipient must be in the quoted `country`. `now`: Unix ms. */
export function acceptParties(
  product: ProductName,
  input: Readonly<Record<'to' | 'from', AddressInput>> & { readonly send_on?: string | null | undefined },
  country: Country,
  now: number,
) {
  const results = { to: toContact(input.to), from: toContact(input.from) };
  if (!results.to.ok || !results.from.ok) {
    // One refusal names the faults of both addresses.
    const faults = Object.entries(results).flatMap(([side, result]): Fault[] => {
      if (result.ok) return [];
      const { code, problem } = result;
      const field = `${product}.${side}.${result.field}`;
      return [{ field, error: `${field} ${problem}`, code, problem }];
    });
    const message = faults.map(({ error }) => error).join(' ');
    throw new Refusal('invalid_request', message, { field: faults[0]?.field, problem: faults[0]?.problem, faults });
  }
  const [to, from] = [results.to.contact, results.from.contact];
  const countryField = `${product}.to.countryCode`;
  if (to.countryCode !== country)
    throw countryMismatch(countryField, `${countryField} is ${to.countryCode}`, country, to.countryCode);
  const sendOn = input.send_on ?? undefined;
  const dayProblem = sendOn === undefined ? undefined : sendOnProblem(sendOn, country, now);
  if (dayProblem !== undefined) throw invalid(`${product}.send_on`, dayProblem.problem, dayProblem.details);
  return {
    parties: { to, from, sendOn },
    province: taxProvince(to),
    warnings: [...addressWarnings(`${product}.to`, to), ...addressWarnings(`${product}.from`, from)],
  };
}

export const shipmentOf = ({ to, from }: Parties, registered: boolean): Shipment => ({
  country: to.countryCode,
  returnCountry: from.countryCode,
  registered,
});

export const partyStatements = ({ to, from }: Parties, recipient: string): Statement[] => [
  { label: recipient, value: addressLines(to) },
  { label: 'From', value: addressLines(from) },
];

/** The lines on an envelope. Domestic mail leaves out the country, the last line of an address. */
export function envelopeLines({ to, from }: Parties) {
  const end = to.countryCode === from.countryCode ? -1 : undefined;
  return { to: addressLines(to).slice(0, end), from: addressLines(from).slice(0, end) };
}

/** docs/contract.md, "Fulfillment status". */
export const mailStatusOf: Readonly<Record<Stage, string>> = {
  accepted: 'in_production',
  in_progress: 'in_production',
  dispatched: 'mailed',
  completed: 'mailed',
};

/** The scans as receipts and jobs show them; `undefined` if there are none. */
export const scansOf = (job: Job) =>
  carrierScans(job)?.map(({ code, at, isTimeUnknown, place }) => ({ code, at, time_unknown: isTimeUnknown, place }));

/** The fields of a status about the carrier's reports. */
export const carrierWire = {
  carrier_scans: z.optional(
    z
      .array(
        z.object({
          code: z
            .enum(scanCodes)
            .check(
              z.describe('pickup_available: it is waiting at a post office. issue: the carrier could not deliver it.'),
            ),
          at: z.int().check(z.describe('When it was scanned, Unix time in milliseconds.')),
          time_unknown: z.optional(
            z.literal(true).check(z.describe('The partner gives no time: `at` is when this service learned of it.')),
          ),
          place: z.optional(z.string().check(z.describe("The ZIP code of the carrier's facility."))),
        }),
      )
      .check(
        z.describe(
          'The scans of the envelope that the partner reports, by time. They change no status and do not prove delivery.',
        ),
      ),
  ),
  scan_notice: z.optional(z.string().check(z.describe('With carrier_scans: what they prove, for people.'))),
  returned_at: z.optional(
    z.int().check(z.describe('When this service learned that the carrier is returning it, Unix time in milliseconds.')),
  ),
  return_notice: z.optional(
    z.string().check(z.describe('With returned_at: what that means and what can be done, for people.')),
  ),
};

/** The values of the fields in `carrierWire`. `advice`: what else the sender should do about returned mail. */
export function carrierFields(job: Job, advice = ''): Record<string, unknown> {
  const { partner, firstSeenAt, refund } = job;
  const scans = scansOf(job);
  const scanFields = {
    carrier_scans: scans,
    scan_notice: scans && 'The carrier scanned the envelope. A scan does not prove delivery.',
  };
  if (!partner?.returned) return scanFields;
  const money =
    refund === 'not_applicable' && refundedInPart(job) === undefined
      ? ' It was printed and mailed, so nothing is refunded.'
      : '';
  return {
    ...scanFields,
    returned_at: firstSeenAt.returned,
    return_notice: `The carrier reports that it is on its way back to its sender.${money} Ask the recipient for the right address before you order it again.${advice}`,
  };
}

export const mailStatus = z
  .enum(['not_started', 'queued', 'in_production', 'mailed', 'failed', 'cancelled', 'unknown'])
  .check(z.describe('mailed: it has left the print facility. unknown: someone is looking into it.'));

/** The last day that an order may name, counted from today. */
const maxDaysAhead = 90;

const calendarOf = (timeZone: string, zoneName: string) => ({
  zoneName,
  // Dates in Swedish are like those of ISO 8601: 2026-12-24 06:00:00.
  clock: lazy(() => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })),
});
const calendars = {
  US: calendarOf('America/New_York', 'Eastern Time'),
  CA: calendarOf('America/St_Johns', 'Newfoundland Time'),
} as const satisfies Readonly<Record<Country, unknown>>;

const hour = 3_600_000;
const opensAfterMs = 6 * hour;

/** The local time at `at` (Unix ms), as if it were UTC. */
export const localTime = (country: Country, at: number): number =>
  Date.parse(`${calendars[country].clock().format(at).replace(' ', 'T')}Z`);

/** Whether a text is a date that exists: `2028-02-29`, but not `2027-02-30`. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && dayOf(at) === text;
};

/** The problem with a day, to follow the field's name, and the days that are allowed; `undefined` if it is allowed. */
export function sendOnProblem(day: string, country: Country, now: number) {
  const today = Date.parse(dayOf(localTime(country, now)));
  const [first, last] = [dayOf(today + 24 * hour), dayOf(today + maxDaysAhead * 24 * hour)];
  if (day >= first && day <= last) return undefined;
  const problem = `must be a day from ${first} to ${last} (in ${calendars[country].zoneName}), or left out to send it once it is paid.`;
  return { problem, details: { kind: 'day_range', first, last } } as const;
}

/** When the work on an order for this day starts, Unix ms: at six in the morning, after any change of the clocks. */
export function workStartsOn(day: string, country: Country): number {
  const sixAsUtc = Date.parse(`${day}T00:00:00Z`) + opensAfterMs;
  // Off by an hour at most, if the clocks change in between. The second step corrects that.
  const estimate = sixAsUtc - (localTime(country, sixAsUtc) - sixAsUtc);
  return estimate - (localTime(country, estimate) - sixAsUtc);
}

/** Until when an order can certainly be stopped, Unix ms: an hour before its day, in case the clocks change on it. */
export const stoppableUntil = (notBefore: number): number => notBefore - opensAfterMs - hour;
