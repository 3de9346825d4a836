/** PostGrid as a partner: its API, its errors, and the code that its letters and cheques share. */
import type { Contact } from '../../../core/address.ts';
import { postgrid as descriptor } from '../../../partners/postgrid.ts';
import type { Partner, PartnerRequest } from '../../../ports/partner.ts';
import type { PartnerConnection } from '../../http/partner-client.ts';
import { type MailHouse, type MailHouseSettings, mailHousePartner } from '../mail/mail-house.ts';
import type { MailDialect } from '../mail/outcome.ts';
import { postgridOrder, postgridView } from './order.ts';

export type PostgridSettings = MailHouseSettings;

const { title: name, assumed } = descriptor;

export const postgridConnection = ({ apiKey, ...settings }: PostgridSettings): PartnerConnection => ({
  name,
  ...settings,
  headers: { 'x-api-key': apiKey },
});

export const postgridDialect: MailDialect = {
  name,
  assumed,
  errorKind: 'type',
  refusals: new Map([
    ['invalid_pdf_error', 'The print partner refused the document: it cannot print this PDF.'],
    ['validation_error', 'The print partner refused the order: an address or another detail is not valid.'],
  ]),
  orderOf: postgridOrder,
};

const mostFound = 100;

export const postgridPartner = (
  settings: PostgridSettings,
  kind: Pick<MailHouse, 'path' | 'body' | 'record'>,
): Partner =>
  mailHousePartner({
    ...postgridDialect,
    ...kind,
    connection: postgridConnection(settings),
    // Only a search in quotes is documented to be exact. A loose one finds thousands, and so proves nothing.
    query: (reference) => ({ skip: '0', limit: `${mostFound}`, search: `"${reference}"` }),
    isWhole: ({ totalCount }, shown) => typeof totalCount === 'number' && totalCount <= shown,
    // PostGrid documents neither a time filter nor a sort order; as far as is known, the newest come first.
    page: (after = '0') => ({ skip: after, limit: `${mostFound}` }),
    next: ({ totalCount }, shown, after = '0') => {
      const seen = Number(after) + shown;
      if (typeof totalCount !== 'number') throw new Error('PostGrid does not say how many orders it has');
      return shown > 0 && seen < totalCount ? `${seen}` : undefined;
    },
    createdAt: 'createdAt',
    viewOf: postgridView,
  });

/**
 * An inline contact with only the fields on the envelope. PostGrid prints it as it was approved: without the first flag
 * it may print its own correction, and without the second an account with a strict setting holds the order back.
 */
const contactOf = (contact: Contact) => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  companyName: contact.companyName,
  addressLine1: contact.addressLine1,
  addressLine2: contact.addressLine2,
  city: contact.city,
  provinceOrState: contact.provinceOrState,
  postalOrZip: contact.postalOrZip,
  countryCode: contact.countryCode,
  skipVerification: true,
  forceVerifiedStatus: true,
});

/** PostGrid prints the day after `sendDate`, Eastern Time: 18 hours before is noon of the day before. */
const sendDateOf = (holdUntil: number): string => new Date(holdUntil - 18 * 3_600_000).toISOString();

/** The fields of every order, of either kind. */
export const commonFields = (
  { jobId, reference, title, holdUntil }: PartnerRequest,
  { to, from }: { readonly to: Contact; readonly from: Contact },
) => ({
  to: contactOf(to),
  from: contactOf(from),
  size: 'us_letter',
  description: title,
  metadata: { job_id: jobId, reference },
  sendDate: holdUntil === undefined ? undefined : sendDateOf(holdUntil),
});
