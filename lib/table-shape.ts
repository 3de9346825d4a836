/** Whether a table is the one of `lib/table.ts`, and the commands that make it so. */
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { type TableDefinition, type TableIndex, tableDefinition as wanted } from './table.ts';

export interface ShapeProblem {
  readonly says: string;
  /** The command that mends it; missing if nothing does. */
  readonly cure?: string;
}

export interface FoundTable {
  readonly table: TableDescription;
  /** The attribute by which items expire. */
  readonly ttl: string | undefined;
  /** Whether any second of the last weeks can be restored. */
  readonly isRestorable: boolean;
}

type Keys = TableDescription['KeySchema'];

const keysOf = (keys: Keys): string =>
  (keys ?? []).map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(', ');

const wantedKeys = ({ partitionKey, sortKey }: Pick<TableIndex, 'partitionKey' | 'sortKey'>): Keys => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' } as const]),
];

const projectionOf = ({ projection }: TableIndex) => (projection === 'all' ? 'ALL' : 'KEYS_ONLY');

/** Keys and indexes: what a restored copy must have, too. An index too many does no harm. */
export function problemsOfKeys(
  { TableName: name, ...found }: TableDescription,
  { partitionKey, indexes } = wanted,
): ShapeProblem[] {
  if (keysOf(found.KeySchema) !== keysOf(wantedKeys({ partitionKey })))
    return [{ says: `${name} is no table of this service: its key is not ${partitionKey}.` }];
  return indexes.flatMap((index) => problemsOfIndex(name, found, index));
}

function problemsOfIndex(name: string | undefined, found: TableDescription, index: TableIndex): ShapeProblem[] {
  const same = found.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.name);
  if (same === undefined)
    return [
      {
        says: `The index ${index.name} is missing; AWS makes one at a time.`,
        cure: `${update(name)} ${creating(index)}`,
      },
    ];
  const isOurs =
    keysOf(same.KeySchema) === keysOf(wantedKeys(index)) && same.Projection?.ProjectionType === projectionOf(index);
  if (!isOurs) {
    const deletion = JSON.stringify([{ Delete: { IndexName: index.name } }]);
    const cure = `${update(name)} --global-secondary-index-updates '${deletion}'`;
    return [{ says: `The index ${index.name} has other keys; without it, the next look says how to make it.`, cure }];
  }
  if (same.IndexStatus !== undefined && same.IndexStatus !== 'ACTIVE')
    return [{ says: `The index ${index.name} is still being made: wait until it is ACTIVE.` }];
  return [];
}

const update = (name: string | undefined) => `aws dynamodb update-table --table-name ${name}`;

function creating(index: TableIndex): string {
  const KeySchema = wantedKeys(index);
  const typed = (AttributeName: string | undefined, type: string) =>
    `AttributeName=${AttributeName},AttributeType=${type}`;
  const definitions = (KeySchema ?? []).map(({ AttributeName, KeyType }) =>
    typed(AttributeName, KeyType === 'HASH' ? 'S' : 'N'),
  );
  const Create = { IndexName: index.name, KeySchema, Projection: { ProjectionType: projectionOf(index) } };
  return `--attribute-definitions ${definitions.join(' ')} --global-secondary-index-updates '${JSON.stringify([{ Create }])}'`;
}

/** All that the stack gives a table of its own. A restored table lacks the last three. */
export function problemsOfTable(
  { table, ttl, isRestorable }: FoundTable,
  definition: TableDefinition = wanted,
): ShapeProblem[] {
  const name = table.TableName;
  const problems = problemsOfKeys(table, definition);
  if (table.BillingModeSummary?.BillingMode !== 'PAY_PER_REQUEST')
    problems.push({
      says: 'It is paid by the hour, and a rush would be refused.',
      cure: `${update(name)} --billing-mode PAY_PER_REQUEST`,
    });
  if (ttl !== definition.ttl)
    problems.push({
      says: 'Nothing expires in it.',
      cure: `aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=${definition.ttl}`,
    });
  if (!isRestorable)
    problems.push({
      says: 'It cannot be restored to a point in time.',
      cure: `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    });
  if (!table.DeletionProtectionEnabled)
    problems.push({ says: 'It could be deleted by a mistake.', cure: `${update(name)} --deletion-protection-enabled` });
  return problems;
}
