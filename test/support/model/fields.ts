/**
 * A state of the model: a row of small numbers. It holds the job's item as the table has it, the payment provider, the
 * partner, the budgets of what may still go wrong, and three processes: two workers, and a caller who cancels.
 */
import { itemNames, placesOf } from './life/fields.ts';

const names = [
  // The job's item.
  ...itemNames,
  // The payment provider: its page, what it has refunded, its events under way, what the payer's bank says.
  ...['page', 'refunds', 'paidNews', 'expiredNews', 'refusal', 'bank', 'bankNews', 'theft', 'bankFailed', 'goodwill'],
  // The partner.
  ...['orders', 'stopped', 'key', 'lag', 'late', 'atWork', 'word', 'unplugged'],
  // The queue, and the event "paid": pending in the item, in the outbox, told.
  ...['message', 'pending', 'outbox', 'told'],
  // How often something may still go wrong, a caller may cancel, and people, banks and partners may act.
  ...['faults', 'cancels', 'acts'],
] as const;

const processFields = ['at', 'mine', 'fresh', 'doubt', 'life', 'loaded', 'since', 'earlier'] as const;

const headSize = names.length;
export const processSize = processFields.length;
/** Bytes of a row; a multiple of four, so that rows are compared as words. */
export const rowSize = Math.ceil((headSize + 3 * processSize) / 4) * 4;

/** The place of each field in a row. */
export const F = placesOf(names);

type Place = (typeof F)[keyof typeof F];

/** Where each process stands, from 0; whether the latest claim is its own; whether nobody has written since it read. `earlier`: it began before the last bounce. */
export type Process = Readonly<Record<(typeof processFields)[number], Place>> & { readonly id: number };

const processAt = (id: number): Process => ({
  ...(Object.fromEntries(
    processFields.map((name, at) => [name, headSize + id * processSize + at]),
  ) as unknown as Record<(typeof processFields)[number], Place>),
  id,
});

export const workers = [processAt(0), processAt(1)] as const;
export const caller = processAt(2);
export const processes: readonly Process[] = [...workers, caller];

/** Every place holds a number below 256. */
export type Row = Uint8Array & Record<Place, number>;

export const newRow = (): Row => new Uint8Array(rowSize) as Row;

/** How the payer's bank has decided, as the bank or the item has it. */
export const bank = { silent: 0, disputed: 1, won: 2, lost: 3 } as const;
