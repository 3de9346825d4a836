/**
 * A state of the model: a row of small numbers. It holds the job's item as the table has it, the payment provider, two
 * partners, the budgets of what may still go wrong, and three processes: two workers, and a caller who cancels.
 */
const names = [
  // The job's item. `due`: ticks until somebody must look again. `known`: the partner whose order it knows.
  ...['state', 'refund', 'due', 'payment', 'claimed', 'called', 'routed', 'known', 'stage', 'last', 'lastOld'],
  ...['disputed', 'won', 'lost', 'answered', 'warned', 'held', 'resubmitted', 'bounced', 'failedRefund', 'undecided'],
  // Since this kind of work began: 1 once nothing is created any more, 2 a day after. Then the first key is a day old.
  ...['age', 'keysOver'],
  // The payment provider: its page, what it has refunded, its events under way, what the payer's bank says.
  ...['page', 'refunds', 'paidNews', 'expiredNews', 'refusal', 'bank', 'bankNews', 'theft', 'bankFailed', 'goodwill'],
  // The first partner, and its backup.
  ...['orders', 'stopped', 'key', 'lag', 'late', 'atWork', 'word', 'unplugged', 'backupOrders'],
  // The queue, and the event "paid": pending in the item, in the outbox, told.
  ...['message', 'pending', 'outbox', 'told'],
  // How often something may still go wrong, a caller may cancel, and people, banks and partners may act.
  ...['faults', 'cancels', 'acts'],
] as const;

const processFields = ['at', 'mine', 'fresh', 'doubt', 'life', 'loaded', 'since', 'earlier'] as const;

export const headSize = names.length;
export const processSize = processFields.length;
/** Bytes of a row; a multiple of four, so that rows are compared as words. */
export const rowSize = Math.ceil((headSize + 3 * processSize) / 4) * 4;

type Places<T extends readonly string[]> = {
  readonly [K in keyof T & `${number}` as T[K] extends string ? T[K] : never]: K extends `${infer N extends number}`
    ? N
    : never;
};

/** The place of each field in a row. */
export const F = Object.fromEntries(names.map((name, at) => [name, at])) as unknown as Places<typeof names>;

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

export const states = [
  ...['awaiting_payment', 'paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'parked'],
  ...['cancelled', 'failed'],
] as const;
export const awaiting = 0;
export const paid = 1;
export const submitting = 2;
export const fulfilled = 3;
export const cancelling = 4;
export const recalling = 5;
export const parked = 6;
export const cancelled = 7;
export const failed = 8;

export const refundNames = ['not_applicable', 'pending', 'issued', 'contact_support'] as const;
export const refund = { none: 0, pending: 1, issued: 2, support: 3 } as const;

/** No due time. */
export const never = 9;

/** The last answer of a partner, as the item keeps it. */
export const last = { none: 0, putOff: 1, refused: 2 } as const;

/** What a holder knows of earlier calls; `Old`: the lists are complete by now; `Unseen`: they could not be read. */
export const doubt = {
  none: 0,
  putOff: 1,
  putOffOld: 2,
  refused: 3,
  refusedOld: 4,
  open: 5,
  refusedUnseen: 6,
} as const;

/** How the payer's bank has decided, as the bank or the item has it. */
export const bank = { silent: 0, disputed: 1, won: 2, lost: 3 } as const;

export const isOver = (state: number): boolean => state === cancelled || state === failed;
