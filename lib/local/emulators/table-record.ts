/** Turns `lib/table.ts` into the record that dynalite 4 keeps of a table. */
import type { TableRecord } from 'dynalite/db/index.js';
import type { TableDefinition, TableIndex } from '../../table.ts';

const noThroughput = { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 };

export const tableRecord = (name: string, table: TableDefinition): TableRecord => ({
  TableName: name,
  TableStatus: 'ACTIVE',
  TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`,
  TableId: '00000000-0000-4000-8000-000000000000',
  CreationDateTime: 0,
  ItemCount: 0,
  TableSizeBytes: 0,
  BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  ProvisionedThroughput: noThroughput,
  AttributeDefinitions: attributes(table),
  KeySchema: [{ AttributeName: table.partitionKey, KeyType: 'HASH' }],
  GlobalSecondaryIndexes: table.indexes.map(indexRecord),
});

const indexRecord = ({ name, partitionKey, sortKey, projection }: TableIndex) => ({
  IndexName: name,
  IndexStatus: 'ACTIVE',
  IndexSizeBytes: 0,
  ItemCount: 0,
  ProvisionedThroughput: noThroughput,
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' }] : []),
  ],
  Projection: { ProjectionType: projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
});

function attributes({ partitionKey, indexes }: TableDefinition) {
  const strings = new Set([partitionKey, ...indexes.map((index) => index.partitionKey)]);
  const numbers = new Set(indexes.flatMap((index) => index.sortKey ?? []));
  return [
    ...Array.from(strings, (name) => ({ AttributeName: name, AttributeType: 'S' })),
    ...Array.from(numbers, (name) => ({ AttributeName: name, AttributeType: 'N' })),
  ];
}
