/** The service's only table: its keys, indexes and expiry. `lib/local` and `lib/cloud` both build exactly this. */
export interface TableDefinition {
  /** A string attribute. */
  readonly partitionKey: string;
  readonly indexes: readonly {
    readonly name: string;
    /** A string attribute; an item without it is not in the index. */
    readonly partitionKey: string;
    /** A number attribute. */
    readonly sortKey?: string;
    readonly projection: 'all' | 'keys';
  }[];
  /** A number attribute: Unix seconds after which DynamoDB may delete the item. */
  readonly ttl: string;
}

export const tableDefinition: TableDefinition = {
  partitionKey: 'id',
  indexes: [
    { name: 'due', partitionKey: 'due', sortKey: 'due_at', projection: 'keys' },
    { name: 'by_partner_id', partitionKey: 'partner_id', projection: 'keys' },
    { name: 'by_pay_code', partitionKey: 'pay_code', projection: 'keys' },
    { name: 'by_order_number', partitionKey: 'order_number', projection: 'keys' },
    { name: 'waiting', partitionKey: 'waits_for', sortKey: 'waits_since', projection: 'keys' },
    { name: 'by_day_paid', partitionKey: 'day_paid', projection: 'keys' },
    { name: 'by_account', partitionKey: 'draws_on', projection: 'keys' },
    { name: 'by_kind', partitionKey: 'kind', sortKey: 'created_at', projection: 'all' },
  ],
  ttl: 'ttl',
};
