/**
 * How far a need for the table or for documents goes, function by function: the kinds of items by the prefixes of their
 * ids, the indexes, the prefixes of documents. A function that is not here may touch nothing of either.
 */
import type { Prefix } from './documents.ts';

/** What stands before the `_` of an item's id; of the mock payment provider and the simulated partners, too. */
type ItemKind =
  | 'quote'
  | 'job'
  | 'key'
  | 'bank'
  | 'lane'
  | 'tally'
  | 'cs_test'
  | 'simkey'
  | 'letter'
  | 'cheque'
  | 'fax';

type Index = 'due' | 'waiting' | 'by_partner_id' | 'by_pay_code' | 'by_day_paid' | 'by_kind';

export interface Rights {
  readonly reads?: readonly ItemKind[];
  readonly writes?: readonly ItemKind[];
  readonly queries?: readonly Index[];
  readonly readsUnder?: readonly Prefix[];
  readonly writesUnder?: readonly Prefix[];
}

const orders = ['letter', 'cheque', 'fax'] as const;
const creating = { reads: ['quote', 'key', 'job', 'cs_test'], writes: ['job', 'key', 'cs_test'] } as const;
const registering: Rights = { reads: ['tally'], writes: ['tally', 'bank'] };
const hearingOfOrders: Rights = { reads: ['job'], writes: ['job'], queries: ['by_partner_id'] };

export const rights: Readonly<Record<string, Rights>> = {
  'quote-letter': { writes: ['quote'], writesUnder: ['unpaid'] },
  'quote-check': { writes: ['quote'] },
  'quote-fax': { writes: ['quote'], writesUnder: ['unpaid'] },
  'create-letter-job': { ...creating, writesUnder: ['unpaid'] },
  // What a check has on paper, the render function writes.
  'create-check-job': { reads: [...creating.reads, 'bank'], writes: [...creating.writes, 'bank'] },
  'create-fax-job': { ...creating, writesUnder: ['unpaid'] },
  'register-bank-account': registering,
  'bank-account-form': registering,
  'get-job': { reads: ['job', ...orders], writes: ['job'] },
  'cancel-job': { reads: ['job', 'cs_test', 'simkey', ...orders], writes: ['job', 'cs_test', ...orders] },
  'get-receipt': { reads: ['job'] },
  'get-letter': { reads: ['job', 'letter'], queries: ['by_partner_id'] },
  'show-pay-page': { reads: ['job'], queries: ['by_pay_code'] },
  'show-preview': {
    reads: ['job'],
    queries: ['by_pay_code'],
    readsUnder: ['unpaid', 'paid', 'previews'],
    writesUnder: ['previews'],
  },
  'mock-checkout': { reads: ['cs_test'], writes: ['cs_test'] },
  'receive-stripe-event': { reads: ['job'], writes: ['job'] },
  'receive-postgrid-event': hearingOfOrders,
  'receive-telnyx-event': hearingOfOrders,
  mcp: {
    reads: ['quote', 'key', 'job', 'bank', 'tally', 'cs_test', 'simkey', ...orders],
    writes: ['quote', 'key', 'job', 'bank', 'tally', 'cs_test', ...orders],
    writesUnder: ['unpaid'],
  },
  fulfil: {
    reads: ['job', 'lane', 'tally', 'cs_test', 'simkey', ...orders],
    writes: ['job', 'lane', 'tally', 'cs_test', 'simkey', ...orders],
    readsUnder: ['unpaid', 'paid'],
    writesUnder: ['paid', 'partner'],
  },
  reconcile: { queries: ['due', 'waiting'] },
  // By `by_kind` the mock payment provider and the simulated partners list what they hold.
  audit: { reads: ['job', 'cs_test', ...orders], queries: ['by_day_paid', 'by_kind'] },
  // To look at jobs, to audit a day, and to stop and cancel by hand; what is owed then, fulfil does.
  operate: {
    reads: ['job', 'cs_test', 'simkey', ...orders],
    writes: ['job', 'cs_test', ...orders],
    queries: ['waiting', 'by_day_paid', 'by_kind'],
  },
  render: { writesUnder: ['unpaid'] },
};
