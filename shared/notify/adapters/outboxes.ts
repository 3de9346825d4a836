/** Outboxes in the table. They share the index of due jobs, where each channel has its own name. */

import { collection, type DynamoTable, dueIn, dueKeys } from '../../storage/dynamo.ts';
import type { Outboxes } from '../deps.ts';
import { type Outbox, outboxWakesAt } from '../outbox.ts';

export const outboxesIn = (table: DynamoTable): Outboxes => ({
  ...collection<Outbox>(table, (outbox) => dueKeys(outbox.channel, outbox.id, outboxWakesAt(outbox))),
  due: (...query) => dueIn(table, ...query),
});
