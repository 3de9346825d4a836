/** Outboxes in the table. They fall due in the index of due jobs, each channel under a name of its own. */
import { type Outbox, outboxWakesAt } from '../../core/notify/outbox.ts';
import type { Outboxes } from '../../ports/notifications.ts';
import { collection, type DynamoTable, type IndexKeys } from './collection.ts';
import { dueIn, dueKeys } from './due.ts';

const indexed = (outbox: Outbox): IndexKeys => dueKeys(outbox.channel, outbox.id, outboxWakesAt(outbox));

export const outboxesIn = (table: DynamoTable): Outboxes => ({
  ...collection<Outbox>(table, indexed),
  due: (...asked) => dueIn(table, ...asked),
});
