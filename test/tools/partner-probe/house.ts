/** A partner as the probe asks it: harmless orders, a search by our reference, and cancelling. */
import { askPartner, type DoctorConnection } from '../../../lib/operator/doctor/partner-connection.ts';
import { asFields, type Fields } from '../../../shared/adapters/http/body.ts';
import type { Call, Reply } from '../../../shared/adapters/http/partner-client.ts';
import type { PartnerDescriptor } from '../../../shared/partners/descriptor.ts';
import { isGood } from './bench.ts';

/** The same order is the same bytes. */
export interface Order {
  readonly reference: string;
  readonly key?: string | undefined;
  /** Other words make other bytes. */
  readonly text?: string;
  /** The partner must refuse it: something in it is not valid. */
  readonly isWrong?: boolean;
}

export interface House {
  readonly descriptor: PartnerDescriptor;
  readonly line: DoctorConnection;
  /** The same connection with a key that nobody has. */
  readonly stranger: DoctorConnection;
  order(order: Order): Call;
  /** Lists the orders among which this one stands. */
  search(reference: string): Call;
  /** The record is that order. */
  isOf(record: Fields, reference: string): boolean;
  /** The records in the answer to a search. */
  records(body: Fields): readonly Fields[] | undefined;
  /** The partner's id in the answer to a good order. */
  idOf(body: Fields): unknown;
  /** Missing where orders cannot be cancelled. */
  cancel?(id: string): Call;
  /** Why it gets no order that it could carry out. Missing where that does no harm. */
  readonly givesNoOrder?: string;
}

export const fieldsOf = (reply: Reply): Fields => (reply.kind === 'answered' ? (asFields(reply.body) ?? {}) : {});

export function madeBy(house: House, reply: Reply): string | undefined {
  const id = house.idOf(fieldsOf(reply));
  return isGood(reply) && typeof id === 'string' && /^[\w-]{1,80}$/.test(id) ? id : undefined;
}

/** The partner's ids of all orders with this reference that its lists show; `undefined` if it does not list. */
export async function listed(house: House, reference: string): Promise<readonly string[] | undefined> {
  const reply = await askPartner(house.line, house.search(reference));
  const records = isGood(reply) ? house.records(fieldsOf(reply)) : undefined;
  return records?.filter((record) => house.isOf(record, reference)).map(({ id }) => `${id}`);
}

/** Whatever has been made for the probe and can be taken back. */
export async function tidied(house: House, ids: Iterable<string>): Promise<void> {
  const { cancel } = house;
  if (cancel !== undefined) for (const id of new Set(ids)) await askPartner(house.line, cancel(id));
}
