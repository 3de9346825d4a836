/**
 * PostGrid's API for letters, cheques, bank accounts and addresses. Every order has our reference as its idempotency key and
 * in its metadata, so an order with an `unknown` outcome can be submitted again.
 */
import type { Contact } from '../../domain/address.ts';
import type { AddressVerdict } from '../../domain/addresses/likely-correction.ts';
import { compareAddress } from '../../domain/addresses/normalized-address.ts';
import { timeoutsMs } from '../../domain/times.ts';
import type { AddressFault } from '../../domain/warnings.ts';
import type { CheckOrder } from '../../products/check/check.ts';
import type { LetterOrder } from '../../products/letter/letter.ts';
import {
  alarmAccountProblem,
  asFields,
  deleteRecord,
  type Fields,
  fetchRecord,
  jsonBody,
  multipart,
  type PartnerConnection,
  parseReply,
  type Send,
  startConversation,
  startSubmission,
} from '../http/partner-client.ts';
import type {
  Addresses,
  Partner,
  PartnerRequest,
  PartnerView,
  RecallOutcome,
  SubmitOutcome,
  Vault,
} from '../partner.ts';
import { postgrid } from './facts.ts';
import { fetchList, findOrder, nextCursor, ordersListedOn, postgridOutcome, postgridView, validIdOf } from './order.ts';

interface PostgridSettings extends Omit<PartnerConnection, 'name' | 'headers'> {
  readonly apiKey: string;
}

const postgridConnection = ({ apiKey, ...settings }: PostgridSettings): PartnerConnection => ({
  name: postgrid.title,
  ...settings,
  headers: postgrid.access.headers(apiKey),
});

function postgridPartner(
  settings: PostgridSettings,
  {
    path,
    body,
    record,
  }: {
    readonly path: `/${string}`;
    /** Must return the same bytes each time, because PostGrid does not document how it compares requests under one key. */
    body(request: PartnerRequest): ReturnType<typeof jsonBody>;
    record(fields: Fields): Record<string, unknown>;
  },
): Partner {
  const connection = postgridConnection(settings);
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  /** Accepts only the record with this id. */
  const matching = (id: string) => (body: unknown) => {
    const fields = asFields(body);
    return fields?.id === id ? fields : undefined;
  };

  /** A 404 proves nothing, because every order gets a 404 with the key of another account. */
  async function requestView(send: Send, method: 'GET' | 'DELETE', id: string): Promise<PartnerView> {
    const fields = parseReply(await send({ method, path: pathOf(id) }), matching(id));
    return fields === undefined ? { kind: 'unknown' } : postgridView(fields);
  }

  return {
    assumed: postgrid.assumed,
    async submit(request): Promise<SubmitOutcome> {
      const send = startSubmission(connection);
      const reply = await send({ method: 'POST', path, body: body(request), idempotencyKey: request.reference });
      const outcome = postgridOutcome(reply);
      if (outcome.problem !== undefined) alarmAccountProblem(connection.log, outcome.problem, request.jobId);
      return outcome;
    },
    find: (reference) => findOrder(startConversation(connection), path, reference),
    read: (id) => requestView(startConversation(connection), 'GET', id),
    async recall(id): Promise<RecallOutcome> {
      const send = startConversation(connection);
      // PostGrid refuses a cancellation in many ways, so the order itself decides.
      const afterDelete = await requestView(send, 'DELETE', id);
      const view = afterDelete.kind === 'stopped' ? afterDelete : await requestView(send, 'GET', id);
      if (view.kind === 'unknown') return { kind: 'unknown' };
      if (view.kind === 'stopped') return { kind: 'cancelled' };
      return view.progress.stage === 'accepted' ? { kind: 'unknown' } : { kind: 'refused', progress: view.progress };
    },
    async record(id) {
      const fields = await fetchRecord(startConversation(connection), pathOf(id), matching(id));
      return fields && record(fields);
    },
    ordersOn: (day, after) => ordersListedOn(startConversation(connection), path, day, after),
  };
}

const placeOf = ({ addressLine1, addressLine2, city, provinceOrState, postalOrZip, countryCode }: Contact) => ({
  addressLine1,
  addressLine2,
  city,
  provinceOrState,
  postalOrZip,
  countryCode,
});

/**
 * An inline contact with only the fields on the envelope. The flags make PostGrid print the address as the payer approved
 * it. Without the first, PostGrid may print its own correction. Without the second, strict accounts hold the order back.
 */
const contactOf = (contact: Contact) => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  companyName: contact.companyName,
  ...placeOf(contact),
  skipVerification: true,
  forceVerifiedStatus: true,
});

/** The fields that letters and cheques share. */
const orderFields = (
  { jobId, reference, title }: PartnerRequest,
  { to, from }: { readonly to: Contact; readonly from: Contact },
) => ({
  to: contactOf(to),
  from: contactOf(from),
  size: 'us_letter',
  description: title,
  metadata: { job_id: jobId, reference },
});

export const postgridLetters = (settings: PostgridSettings): Partner =>
  postgridPartner(settings, {
    path: '/letters',
    record: (fields) => fields,
    body(request) {
      if (request.pdf === undefined) throw new Error('a letter without a PDF');
      const order = request.order as LetterOrder;
      // `certified` is documented for the US only. `registered` for Canada is unverified, see docs/going-live.md.
      const registeredClass = order.to.countryCode === 'US' ? 'certified' : 'registered';
      const fields = {
        ...orderFields(request, order),
        addressPlacement: 'top_first_page',
        color: order.color,
        doubleSided: false,
        mailingClass: order.registered ? registeredClass : 'first_class',
      };
      return multipart(fields, { name: 'pdf', pdf: request.pdf }, request.reference);
    },
  });

/** PostGrid numbers cheques across accounts, so we number them ourselves. */
export const postgridCheques = (settings: PostgridSettings): Partner =>
  postgridPartner(settings, {
    path: '/cheques',
    // Drops the account's numbers, in case PostGrid ever returns the whole account.
    record: ({ bankAccount, ...fields }) => ({ ...fields, bankAccount: asFields(bankAccount)?.id ?? bankAccount }),
    body(request) {
      const { drawing } = request;
      if (drawing === undefined) throw new Error('a check without a bank account');
      const order = request.order as CheckOrder;
      return jsonBody({
        ...orderFields(request, order),
        mailingClass: 'first_class',
        bankAccount: drawing.partnerId,
        amount: order.amountCents,
        currencyCode: order.currency,
        number: drawing.checkNumber,
        memo: order.memo,
        message: order.message,
      });
    },
  });

/** Stores the numbers of bank accounts at PostGrid, which returns an id for each. */
export const postgridVault = (settings: PostgridSettings): Vault => ({
  async register(reference, details, owner) {
    // We do not send the nickname. Support finds an account at PostGrid by the reference.
    const body = jsonBody({
      bankName: details.bankName,
      bankCountryCode: details.country,
      accountNumber: details.accountNumber,
      ...(details.country === 'US'
        ? { routingNumber: details.routingNumber }
        : { transitNumber: details.transitNumber, routeNumber: details.institutionNumber }),
      signatureText: details.accountHolderName,
      description: reference,
      metadata: { reference, owner },
    });
    const send = startConversation(postgridConnection({ timeoutMs: timeoutsMs.register, ...settings }));
    const reply = await send({ method: 'POST', path: '/bank_accounts', body, idempotencyKey: reference });
    const outcome = postgridOutcome(reply);
    if (outcome.problem !== undefined) alarmAccountProblem(settings.log, outcome.problem);
    if (outcome.kind === 'rejected') return { kind: 'refused' };
    return outcome.kind === 'accepted' ? { kind: 'registered', partnerId: outcome.order.id } : { kind: 'unavailable' };
  },
  async accountsOf(owner, skip = '0') {
    const list = await fetchList(startConversation(postgridConnection(settings)), '/bank_accounts', { skip });
    if (list === undefined) throw new Error('PostGrid sent no list of bank accounts');
    const accounts = list.data.flatMap((fields) => {
      const metadata = asFields(fields.metadata);
      const partnerId = validIdOf(fields);
      const createdAt = Date.parse(`${fields.createdAt}`);
      const reference = metadata?.reference;
      // We may delete only accounts that we own and that have a date and a reference.
      if (metadata?.owner !== owner || partnerId === undefined || typeof reference !== 'string') return [];
      return Number.isNaN(createdAt) ? [] : [{ partnerId, reference, createdAt }];
    });
    return { accounts, next: nextCursor(list, skip) };
  },
  forget: (partnerId) =>
    deleteRecord(startConversation(postgridConnection(settings)), `/bank_accounts/${encodeURIComponent(partnerId)}`),
});

/**
 * Address checks at PostGrid: creating a contact with a live key verifies its address. We delete the contact afterward,
 * and never send the recipient's name.
 */
export const postgridAddresses = (settings: PostgridSettings): Addresses => ({
  async verify(address): Promise<AddressVerdict> {
    const body = jsonBody({ firstName: 'Resident', ...placeOf(address), description: 'Address check' });
    const send = startConversation(postgridConnection(settings));
    const contact = parseReply(await send({ method: 'POST', path: '/contacts', body }), asFields);
    // If this fails, PostGrid retains an address without a name, and the verdict still counts.
    if (/^contact_\w{1,60}$/.test(`${contact?.id}`)) await send({ method: 'DELETE', path: `/contacts/${contact?.id}` });
    if (contact?.addressStatus === 'verified') return { status: 'verified' };
    if (contact?.addressStatus === 'corrected') return compareAddress(address, contact);
    if (contact?.addressStatus === 'failed') return { status: 'undeliverable', what: faultsIn(contact.addressErrors) };
    return { status: 'unknown' };
  },
});

/** `addressErrors` is for people: `line1: Incorrect Value: Suite identifier`. Its phrases are documented; its format is not. */
function faultsIn(errors: unknown): AddressFault[] {
  const wrongValue = '(?:Incorrect Value|Typo in Value|Alternate)';
  const patterns: readonly (readonly [AddressFault, RegExp])[] = [
    ['number_missing', /Missing Value: *Civic number/i],
    ['number_unknown', new RegExp(`${wrongValue}: *Civic number`, 'i')],
    ['street_unknown', /(?:Incorrect|Missing|Typo in) Value: *(?:Street|Complete street)/i],
    ['unit_missing', /Missing Value: *Suite/i],
    ['unit_unknown', new RegExp(`${wrongValue}: *Suite`, 'i')],
    ['place_unknown', /Value: *(?:Municipality|City|Province|State|Postal|ZIP)/i],
  ];
  const faults = typeof errors === 'string' ? patterns.filter(([, pattern]) => pattern.test(errors)) : [];
  return faults.length === 0 ? ['not_found'] : faults.map(([fault]) => fault);
}
