/** The simulated partners' orders in the table, newest first for the developer's mailbox. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection, Dated } from '../../ports.ts';
import { byKind } from '../dynamo/by-kind.ts';
import { collection, type Table } from '../dynamo/collection.ts';
import type { SimulatedOrder } from './simulated.ts';

export interface SimulatedOrders extends Collection<SimulatedOrder>, Dated<SimulatedOrder> {
  newest(kind: SimulatedOrder['kind'], limit: number): Promise<readonly SimulatedOrder[]>;
}

export const simulatedOrdersIn = (table: Table): SimulatedOrders => ({
  ...collection<SimulatedOrder>(table, ({ kind, createdAt }) => ({ kind, created_at: createdAt })),
  ...byKind<SimulatedOrder>(table),
  async newest(kind, limit) {
    const found = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'by_kind',
        KeyConditionExpression: 'kind = :kind',
        ExpressionAttributeValues: { ':kind': kind },
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    return (found.Items ?? []).map(({ item }) => item as SimulatedOrder);
  },
});
