/** The simulated partners' orders in the table. */

import { type ByKind, byKind } from '../../storage/dynamo/by-kind.ts';
import { collection, type DynamoTable } from '../../storage/dynamo/collection.ts';
import type { Collection } from '../../storage/table.ts';
import type { SimulatedOrder } from './simulated.ts';

export type SimulatedOrders = Collection<SimulatedOrder> & ByKind<SimulatedOrder>;

export const simulatedOrdersIn = (table: DynamoTable): SimulatedOrders => ({
  ...collection<SimulatedOrder>(table, ({ kind, createdAt }) => ({ kind, created_at: createdAt })),
  ...byKind<SimulatedOrder>(table),
});
