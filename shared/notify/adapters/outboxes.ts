/** Outboxes in the table. They fall due in the index of due jobs, each channel under a name of its own. */

import { collection, type DynamoTable, type IndexKeys } from '../../storage/dynamo/collection.ts';
import { dueIn, dueKeys } from '../../storage/dynamo/shards.ts';
import type { Outboxes } from '../deps.ts';
import { type Outbox, outboxWakesAt } from '../outbox.ts';

const indexed = (outbox: Outbox): IndexKeys => dueKeys(outbox.channel, outbox.id, outboxWakesAt(outbox));

export const outboxesIn = (table: DynamoTable): Outboxes => ({
  ...collection<Outbox>(table, indexed),
  due: (...asked) => dueIn(table, ...asked),
});
