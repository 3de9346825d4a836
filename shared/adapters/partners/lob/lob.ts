/** Lob as the backup print partner, for letters from the US to the US. It draws no checks here. */
import { type Contact, displayName } from '../../../core/address.ts';
import type { AddressCheck } from '../../../core/addresses/address-check.ts';
import type { Tracking } from '../../../core/job/progress.ts';
import type { ScanCode } from '../../../core/job/scans.ts';
import { lob as descriptor } from '../../../partners/lob.ts';
import type { Partner, PartnerRequest, PartnerView } from '../../../ports/partner.ts';
import type { LetterOrder } from '../../../products/letter/letter.ts';
import { asFields, type Fields } from '../../http/body.ts';
import { multipart } from '../../http/multipart.ts';
import type { RequestBody } from '../../http/partner-client.ts';
import { type MailHouseSettings, mailHousePartner, orderBy } from '../mail/mail-house.ts';
import { scanOf } from '../mail/scan.ts';

export interface LobSettings extends MailHouseSettings {
  /** Unix ms. */
  readonly now: () => number;
}

/** Lob prints 40 characters of a name, and 50 of both address lines together. It needs a state's code and a ZIP code. */
const fits = ({ countryCode, companyName = '', addressLine1, addressLine2 = '', ...contact }: Contact): boolean =>
  countryCode === 'US' &&
  /^[A-Z]{2}$/.test(contact.provinceOrState ?? '') &&
  /^\d{5}(-\d{4})?$/.test(contact.postalOrZip ?? '') &&
  displayName({ countryCode, addressLine1, ...contact }).length <= 40 &&
  companyName.length <= 40 &&
  addressLine1.length + addressLine2.length <= 50;

/** Lob corrects addresses by itself and documents no way to keep it from that. */
const mayBeCorrected = (check: AddressCheck | undefined): boolean =>
  check?.takenAt !== undefined || (check?.status !== 'corrected' && check?.status !== 'undeliverable');

/**
 * Lob gets no order that it would refuse: no address outside the US, none too long to print, and none without a code. It
 * gets none either whose address a person has kept against its check.
 */
export const lobTakes = ({ to, from }: Pick<LetterOrder, 'to' | 'from'>, check?: AddressCheck): boolean =>
  fits(to) && fits(from) && mayBeCorrected(check);

export function lobLetters({ apiKey, now, ...settings }: LobSettings): Partner {
  const viewNow = (record: Parameters<typeof lobView>[0]) => lobView(record, now());
  return mailHousePartner({
    name: descriptor.title,
    assumed: descriptor.assumed,
    errorKind: 'code',
    path: '/letters',
    connection: {
      name: descriptor.title,
      ...settings,
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
    },
    refusals,
    body: letterBody,
    query: (reference) => ({ limit: '100', 'metadata[reference]': reference }),
    isWhole: ({ next_url }) => next_url === null,
    // The newest orders come first. Lob does not document the format of its time filter well enough.
    page: (after): Readonly<Record<string, string>> =>
      after === undefined ? { limit: '100' } : { limit: '100', after },
    next: ({ next_url }) =>
      next_url === null ? undefined : (new URL(`${next_url}`).searchParams.get('after') ?? undefined),
    createdAt: 'date_created',
    viewOf: viewNow,
    orderOf: orderBy(viewNow),
    record: (fields) => ({ ...fields }),
  });
}

const refusals = new Map<unknown, string>([
  ...['address_length_exceeds_limit', 'failed_deliverability_strictness', 'foreign_return_address'].map(
    (code) =>
      [code, 'The print partner refused the order: an address is not valid, or cannot be delivered to.'] as const,
  ),
  ...[
    'file_pages_below_min',
    'file_pages_exceed_max',
    'file_size_exceeds_limit',
    'inconsistent_page_dimensions',
    'invalid_file',
    'invalid_file_dimensions',
    'pdf_encrypted',
    'unembedded_fonts',
  ].map((code) => [code, 'The print partner refused the document: it cannot print this PDF.'] as const),
]);

const contactOf = (contact: Contact) => ({
  name: contact.firstName === undefined ? undefined : displayName(contact),
  company: contact.companyName,
  address_line1: contact.addressLine1,
  address_line2: contact.addressLine2,
  address_city: contact.city,
  address_state: contact.provinceOrState,
  address_zip: contact.postalOrZip,
  address_country: contact.countryCode,
});

function letterBody(request: PartnerRequest): RequestBody {
  if (request.pdf === undefined) throw new Error('a letter is printed from a PDF');
  const { to, from, color, registered, return_receipt } = request.order as LetterOrder;
  const certified = return_receipt ? 'certified_return_receipt' : 'certified';
  const fields = {
    to: contactOf(to),
    from: contactOf(from),
    color,
    double_sided: false,
    address_placement: 'top_first_page',
    mail_type: 'usps_first_class',
    extra_service: registered ? certified : undefined,
    use_type: 'operational',
    description: request.title,
    metadata: { job_id: request.jobId, reference: request.reference },
  };
  return multipart(fields, { name: 'file', pdf: request.pdf }, request.reference);
}

/** Events that a letter has only after it was mailed. */
const mailed = new Set<unknown>([
  'Mailed',
  'In Transit',
  'In Local Area',
  'Processed for Delivery',
  'Pickup Available',
  'Issue',
  'Re-Routed',
  'Returned to Sender',
  'International Exit',
]);

/** Its own words for scans. `Mailed` is the handing over, and `Delivered` more than a scan. */
const scanCodes = new Map<unknown, ScanCode>([
  ['In Transit', 'entered'],
  ['In Local Area', 'in_local_area'],
  ['Processed for Delivery', 'out_for_delivery'],
  ['Pickup Available', 'pickup_available'],
  ['Issue', 'issue'],
  ['Re-Routed', 'rerouted'],
  ['Returned to Sender', 'returned'],
]);

/** `now` in Unix ms: a letter can be cancelled only until its send date. */
function lobView(record: Fields, now: number): PartnerView {
  if (record.deleted === true) return { stopped: 'The order was cancelled at the print partner.' };
  if (record.status === 'failed') return { stopped: 'The print partner could not print the document.' };
  const told = Array.isArray(record.tracking_events)
    ? record.tracking_events.map((event) => asFields(event) ?? {})
    : [];
  const events = told.map(({ name }) => name);
  const scans = told
    .map(({ name, time, location }) => scanOf(scanCodes, { word: name, time, zip: location }))
    .filter((scan) => scan !== undefined);
  const carried = { tracking: trackingOf(record), scans: scans.length > 0 ? scans : undefined };
  const isDelivered = events.includes('Delivered');
  // A delivery beside it may be the one to its sender: the job takes the first of both as it hears of them.
  if (events.includes('Returned to Sender'))
    return {
      progress: { stage: 'dispatched', delivered: isDelivered || undefined, returned: true, final: true, ...carried },
    };
  if (isDelivered) return { progress: { stage: 'completed', delivered: true, final: true, ...carried } };
  if (events.some((name) => mailed.has(name))) return { progress: { stage: 'dispatched', ...carried } };
  if (record.status !== 'processed' && record.status !== 'rendered') return 'unknown';
  const sendsAt = Date.parse(`${record.send_date ?? record.date_created}`);
  if (Number.isNaN(sendsAt)) return { progress: { stage: 'accepted' } };
  return { progress: sendsAt > now ? { stage: 'accepted', newsAt: sendsAt } : { stage: 'in_progress' } };
}

const trackingOf = ({ tracking_number }: Fields): Tracking | undefined =>
  typeof tracking_number === 'string' && /^[\w -]{4,60}$/.test(tracking_number)
    ? { number: tracking_number }
    : undefined;
