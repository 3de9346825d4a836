/** The restore drill: holds a restored copy of the table against the live one, asks it, and deletes it. */
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { problemsOfKeys } from '../../table-shape.ts';
import { type Comparison, isDifference, type KeptItem, verdict } from './compare.ts';

export interface Drill {
  readonly client: DynamoDBClient;
  readonly table: string;
  /** The jobs that a table lists as paid on a day in UTC. */
  readonly paidOn: (
    client: DynamoDBDocumentClient,
    table: string,
    day: string,
    most: number,
  ) => Promise<readonly string[]>;
  /** Unix ms. */
  now(): number;
  pause(): Promise<unknown>;
  print(line: string): void;
}

export interface Drilled {
  readonly ok: boolean;
  readonly says: string;
  readonly restored_to: string;
  readonly minutes: number;
  readonly items: number;
  readonly jobs_paid: number;
  readonly on_day: string;
  readonly changed: number;
  readonly differences: readonly { readonly what: string; readonly id?: string }[];
}

/** The drill compares `mostOfPart` items of each part of the copy, and `mostJobs` jobs of one day. */
const parts = 20;
const mostOfPart = 100;
const mostJobs = 2_000;

const dayMs = 24 * 60 * 60 * 1_000;

export async function restoreDrill(drill: Drill): Promise<Drilled> {
  const { client, table, now, print } = drill;
  const startedAt = now();
  const restored_to = await latestSecond(client, table);
  const copy = `${table}-drill`;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: copy,
      UseLatestRestorableTime: true,
    }),
  );
  print(`AWS restores ${table}, as it was at ${restored_to}, into ${copy}. That takes 10 minutes or more.`);
  print(`Should this be interrupted: aws dynamodb delete-table --table-name ${copy}`);
  try {
    const shape = await whenActive(drill, copy);
    const found = await compared(drill, copy, Date.parse(restored_to));
    const differences = [...problemsOfKeys(shape).map(({ says }) => ({ what: says })), ...found.differences];
    const minutes = Math.ceil((now() - startedAt) / 60_000);
    const says =
      differences.length === 0
        ? `The table can be restored: the copy agrees with ${table} in all that was compared. It is deleted again.`
        : `The copy differs from ${table}: see the differences. It is deleted again.`;
    return { ok: differences.length === 0, says, restored_to, minutes, ...found, differences };
  } finally {
    await client.send(new DeleteTableCommand({ TableName: copy }));
  }
}

async function latestSecond(client: DynamoDBClient, TableName: string): Promise<string> {
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  const { LatestRestorableDateTime } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (LatestRestorableDateTime === undefined)
    throw new Error(
      `${TableName} cannot be restored: aws dynamodb update-continuous-backups --table-name ${TableName} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    );
  return LatestRestorableDateTime.toISOString();
}

async function whenActive({ client, pause }: Drill, TableName: string) {
  for (;;) {
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table.TableStatus === 'ACTIVE') return Table;
    await pause();
  }
}

async function compared({ client, table, paidOn, now }: Drill, copy: string, restoredTo: number) {
  const documents = DynamoDBDocumentClient.from(client);
  const read = async (TableName: string, id: string): Promise<KeptItem | undefined> =>
    (await documents.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item as
      | KeptItem
      | undefined;
  const verdicts: { readonly id: string; readonly what: Comparison }[] = [];
  const judge = async (id: string, inCopy: KeptItem | undefined) =>
    void verdicts.push({ id, what: verdict(inCopy, await read(table, id), now()) });

  let items = 0;
  for (let part = 0; part < parts; part += 1) {
    const { Items = [] } = await documents.send(
      new ScanCommand({ TableName: copy, Segment: part, TotalSegments: parts, Limit: mostOfPart }),
    );
    items += Items.length;
    await Promise.all((Items as KeptItem[]).map((item) => judge(item.id, item)));
  }

  // The last day that was over when the copy was made: its audit has held the live table against all other books.
  const on_day = new Date(restoredTo - dayMs).toISOString().slice(0, 10);
  const [inCopy, live] = await Promise.all([copy, table].map((name) => paidOn(documents, name, on_day, mostJobs)));
  const ids = [...new Set([...(inCopy ?? []), ...(live ?? [])])];
  for (const id of ids) await judge(id, await read(copy, id));
  return {
    items,
    jobs_paid: ids.length,
    on_day,
    changed: verdicts.filter(({ what }) => what === 'changed_since' || what === 'forgotten_since').length,
    differences: [...verdicts.filter(({ what }) => isDifference(what)), ...unlisted(inCopy, live, mostJobs)],
  };
}

/** Jobs that only one of the two lists has. A list that was cut may end elsewhere. */
function unlisted(inCopy: readonly string[] = [], live: readonly string[] = [], most: number) {
  if (inCopy.length >= most || live.length >= most) return [];
  const missing = (from: readonly string[], those: readonly string[], what: string) =>
    those.filter((id) => !from.includes(id)).map((id) => ({ id, what }));
  return [...missing(inCopy, live, 'not_listed_in_copy'), ...missing(live, inCopy, 'not_listed_live')];
}
