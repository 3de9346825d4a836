/** Outboxes in the table. They fall due in the index of due jobs, each channel under its own name. */

import { collection, type DynamoTable, dueIn, dueKeys } from '../../storage/dynamo.ts';
import type { Outboxes } from '../deps.ts';
import { type Outbox, outboxWakesAt } from '../outbox.ts';

export const outboxesIn = (table: DynamoTable): Outboxes => ({
  ...collection<Outbox>(table, (outbox) => dueKeys(outbox.channel, outbox.id, outboxWakesAt(outbox))),
  due: (...query) => dueIn(table, ...query),
});
