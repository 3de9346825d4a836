/** Outboxes in the table. They are in the same index as due jobs, under the name of their channel. */
import { collection, type DynamoTable, dueIn, dueKeys } from '../../storage/dynamo.ts';
import type { Outboxes } from '../deps.ts';
import { type Outbox, outboxWakesAt } from '../outbox.ts';

export const outboxesIn = (table: DynamoTable): Outboxes => ({
  ...collection<Outbox>(table, (outbox) => dueKeys(outbox.channel, outbox.id, outboxWakesAt(outbox))),
  due: (...query) => dueIn(table, ...query),
});
