/** The simulated partners' orders in the table, newest first for the developer's mailbox. */
import type { Collection, Dated } from '../../../ports.ts';
import { byKind } from '../../dynamo/by-kind.ts';
import { collection, queried, type Table } from '../../dynamo/collection.ts';
import type { SimulatedOrder } from './simulated.ts';

export interface SimulatedOrders extends Collection<SimulatedOrder>, Dated<SimulatedOrder> {
  newest(kind: SimulatedOrder['kind'], limit: number): Promise<readonly SimulatedOrder[]>;
}

export const simulatedOrdersIn = (table: Table): SimulatedOrders => ({
  ...collection<SimulatedOrder>(table, ({ kind, createdAt }) => ({ kind, created_at: createdAt })),
  ...byKind<SimulatedOrder>(table),
  async newest(kind, limit) {
    const ofKind = { index: 'by_kind', where: 'kind = :kind', values: { ':kind': kind } };
    const { items } = await queried(table, { ...ofKind, newestFirst: true, limit });
    return items.map(({ item }) => item as SimulatedOrder);
  },
});
