/** `lib/table.ts` as a DynamoDB table, paid by the request, with point-in-time recovery and expiry. */
import { AttributeType, BillingMode, type ITable, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { tableDefinition as definition } from '../../table.ts';
import { type Retention, removalOf } from './retention.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

export function jobsTable(scope: Construct, keeping: Retention, isProtected: boolean): Table {
  const table = new Table(scope, 'Table', {
    partitionKey: text(definition.partitionKey),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: definition.ttl,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: isProtected,
    removalPolicy: removalOf(keeping),
  });
  for (const { name, partitionKey, sortKey, projection } of definition.indexes)
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: sortKey === undefined ? undefined : number(sortKey),
      projectionType: projection === 'all' ? ProjectionType.ALL : ProjectionType.KEYS_ONLY,
    });
  return table;
}

/** Names each index, so that no grant says `index/*`. */
export const indexArns = ({ tableArn }: ITable, names: readonly string[]): string[] =>
  names.map((name) => `${tableArn}/index/${name}`);
