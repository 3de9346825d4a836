/** PostGrid's documented records of letters, cheques, bank accounts and contacts, and its errors. */
import { randomBytes } from 'node:crypto';
import type { DoubleRequest, Fault, Fields, UploadedFile } from './wire.ts';

const triggers = ['reject', 'outage', 'down', 'lost_reply', 'printing', 'mailed', 'returned'] as const;

/** The trigger in an address like 1 TEST LOST REPLY ST: docs/configuration.md, "Test triggers". */
export function triggerOf(addressLine1: unknown): (typeof triggers)[number] | undefined {
  const [, name = ''] = /^1 TEST (.+) ST$/i.exec(`${addressLine1}`.trim()) ?? [];
  return triggers.find((trigger) => trigger.replace('_', ' ') === name.toLowerCase());
}

/** Banks whose accounts can't be registered. */
const bankFaults: Readonly<Record<string, Fault>> = {
  'TEST REJECT BANK': { status: 400 },
  'TEST DOWN BANK': { status: 503 },
};

export const bankFault = (bankName: unknown): Fault | undefined => bankFaults[`${bankName}`.trim().toUpperCase()];

export const statuses = ['ready', 'printing', 'processed_for_delivery', 'completed'] as const;
export type Status = (typeof statuses)[number] | 'cancelled';

export type OrderKind = 'letters' | 'cheques';

export interface DoubleOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly fields: Fields;
  readonly pdf: Uint8Array | undefined;
  readonly createdAt: number;
  /** The index in `statuses` of the status in which it was created, or to which a test moved it. */
  startIndex: number;
  cancellation?: Fields;
  /** The status in its last event. */
  reported?: Status;
}

export class Refused extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

export const invalid = (message: string) => new Refused(400, 'validation_error', message);
export const notFound = (message: string) => new Refused(404, 'not_found_error', message);

/** Random, like PostGrid's ids. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const mailingClasses = new Set(['first_class', 'standard_class', 'express', 'certified', 'registered']);

const isTrue = (value: unknown) => value === true || value === 'true';

function contact(name: string, value: unknown): Fields {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  if (!fields.addressLine1 || !fields.countryCode || !(fields.firstName || fields.companyName))
    throw invalid(`${name} isn't a contact: ${JSON.stringify(value)}`);
  return { id: newId('contact'), object: 'contact', addressStatus: 'verified', ...fields };
}

function common(fields: Fields): Fields {
  const { description, metadata, mailingClass = 'first_class', size = 'us_letter' } = fields;
  if (!mailingClasses.has(`${mailingClass}`)) throw invalid(`mailingClass ${mailingClass}`);
  if (size !== 'us_letter' && size !== 'a4') throw invalid(`size ${size}`);
  const [to, from] = [contact('to', fields.to), contact('from', fields.from)];
  return { to, from, mailingClass, size, envelope: 'standard', description, metadata };
}

function letter(fields: Fields): { readonly fields: Fields; readonly pdf: Uint8Array } {
  const { pdf, addressPlacement = 'top_first_page' } = fields;
  const bytes = typeof pdf === 'object' ? (pdf as UploadedFile).bytes : new Uint8Array();
  if (!Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from('%PDF-')))
    throw new Refused(400, 'invalid_pdf_error', 'The PDF cannot be read');
  const [color, doubleSided] = [isTrue(fields.color), isTrue(fields.doubleSided)];
  return { fields: { ...common(fields), addressPlacement, color, doubleSided, pageCount: null }, pdf: bytes };
}

type Accounts = ReadonlyMap<string, Fields>;

function cheque(fields: Fields, accounts: Accounts): { readonly fields: Fields; readonly pdf: undefined } {
  const { bankAccount, amount, currencyCode, number, memo, message } = fields;
  if (!accounts.has(`${bankAccount}`)) throw notFound(`no bank account ${bankAccount}`);
  if (!Number.isInteger(amount) || (amount as number) < 1) throw invalid('amount must be whole cents');
  if (typeof memo === 'string' && memo.length > 40) throw invalid('memo is too long');
  return { fields: { ...common(fields), bankAccount, amount, currencyCode, number, memo, message }, pdf: undefined };
}

/** Throws `Refused` for an order that PostGrid wouldn't accept. */
export function createOrder(kind: OrderKind, fields: Fields, accounts: Accounts, now: number): DoubleOrder {
  const id = newId(kind === 'letters' ? 'letter' : 'cheque');
  const accepted = kind === 'letters' ? letter(fields) : cheque(fields, accounts);
  return { id, kind, ...accepted, createdAt: now, startIndex: 0 };
}

/** `statusMs`: how long an order stays in each status; if undefined, only tests move orders. */
export function statusOf(order: DoubleOrder, now: number, statusMs: number | undefined): Status {
  if (order.cancellation !== undefined) return 'cancelled';
  const ageMs = now - order.createdAt;
  const steps = statusMs === 0 ? statuses.length : Math.floor(ageMs / (statusMs ?? Number.POSITIVE_INFINITY));
  return statuses[Math.min(order.startIndex + steps, statuses.length - 1)] ?? 'completed';
}

const isReturned = ({ to }: Fields): boolean => triggerOf((to as Fields).addressLine1) === 'returned';

export function recordOf(order: DoubleOrder, status: Status): Fields {
  const { id, kind, fields, createdAt, cancellation } = order;
  const hasLeft = status === 'processed_for_delivery' || status === 'completed';
  const isTracked = fields.mailingClass !== 'first_class' && fields.mailingClass !== 'standard_class';
  return {
    id,
    object: kind === 'letters' ? 'letter' : 'cheque',
    live: false,
    status,
    ...fields,
    ...(hasLeft && isTracked ? { trackingNumber: '9400 1118 9956 0000 0000 00' } : {}),
    ...(hasLeft && isReturned(fields) ? { imbStatus: 'returned_to_sender' } : {}),
    ...(cancellation === undefined ? {} : { cancellation }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(createdAt).toISOString(),
  };
}

export function bankAccount(fields: Fields): Fields {
  const { bankName, bankCountryCode, accountNumber, routingNumber, transitNumber, routeNumber } = fields;
  const hasRouting = bankCountryCode === 'US' ? routingNumber : transitNumber && routeNumber;
  if (!bankName || !accountNumber || !hasRouting) throw invalid(`bank account: ${JSON.stringify(fields)}`);
  if ((fields.signatureText === undefined) === (fields.signatureImage === undefined))
    throw invalid('give either signatureText or signatureImage');
  const { accountNumber: _, signatureText: __, ...kept } = fields;
  const accountNumberLast4 = `${accountNumber}`.slice(-4);
  return { id: newId('bank'), object: 'bank_account', live: false, ...kept, accountNumberLast4 };
}

type AddressCheck = ((address: Fields) => Fields) | undefined;

/** The contact that `POST /contacts` returns. The address is checked only with a live key. */
export function contactFor({ fields, headers }: DoubleRequest, checkAddress: AddressCheck): Fields {
  const live = `${headers['x-api-key']}`.startsWith('live_');
  const checked = live && !isTrue(fields.skipVerification) ? (checkAddress?.(fields) ?? {}) : {};
  const now = new Date(0).toISOString();
  return { ...contact('the body', fields), id: newId('contact'), live, createdAt: now, updatedAt: now, ...checked };
}

/** The order with the recipient's address as PostGrid would print it. A strict account refuses an undeliverable one. */
export function withPrintedAddress(fields: Fields, checkAddress: AddressCheck): Fields {
  const to = (fields.to ?? {}) as Fields;
  const checked = checkAddress === undefined || isTrue(to.skipVerification) ? {} : checkAddress(to);
  if (checked.addressStatus === 'failed' && !isTrue(to.forceVerifiedStatus))
    throw invalid('the address is not good enough for this account');
  return checkAddress === undefined ? fields : { ...fields, to: { ...to, ...checked } };
}
