/** The restore drill: holds a restored copy of the table against the live one, asks it, and deletes it. */
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../../../shared/core/job/job.ts';
import { documentKeys, isDocumentRetained } from '../../../shared/fulfilment/document.ts';
import { problemsOfKeys } from '../../table-shape.ts';
import { mendTable, setProtection } from '../restore/mend.ts';
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
  /** The objections to a deployment that adopts the copy, the bucket and the secrets. */
  objections(copy: string): Promise<readonly string[]>;
  /** Whether the bucket has a document. */
  hasDocument(key: string): Promise<boolean>;
  /** Notes that a drill has ended well. */
  note(): Promise<unknown>;
  /** Unix ms. */
  now(): number;
  pause(): Promise<unknown>;
  print(line: string): void;
}

/** The drill compares `mostOfPart` items of each part of the copy, `mostJobs` jobs of one day, and looks for the documents of the first. */
const parts = 20;
const mostOfPart = 100;
const mostJobs = 2_000;
const mostDocuments = 100;

const dayMs = 24 * 60 * 60 * 1_000;

export async function restoreDrill(drill: Drill) {
  const { client, table, now, print } = drill;
  const startedAt = now();
  const restored_to = await latestSecond(client, table);
  const copy = `${table}-drill`;
  await removed(drill, copy);
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: copy,
      UseLatestRestorableTime: true,
    }),
  );
  print(`AWS restores ${table}, as it was at ${restored_to}, into ${copy}. That takes 10 minutes or more.`);
  print('Should this be interrupted, type it again: it begins by deleting what is left of the copy.');
  const drilled = await examined(drill, copy, restored_to).catch((error: Error) => error);
  const left = await removed(drill, copy).then(
    () => '',
    ({ message }: Error) => ` ${copy} is left, because ${message}: type the drill again, it deletes it.`,
  );
  if (drilled instanceof Error) throw new Error(`${drilled.message}${left}`, { cause: drilled });
  const ok = drilled.differences.length === 0 && left === '';
  if (ok) await drill.note();
  const found =
    drilled.differences.length === 0
      ? `The table can be restored and adopted: the copy agrees with ${table} in all that was compared.`
      : `The copy differs from ${table}, or cannot be adopted: see the differences.`;
  const minutes = Math.ceil((now() - startedAt) / 60_000);
  return { ok, says: `${found}${left || ' It is deleted again.'}`, restored_to, minutes, ...drilled };
}

async function examined(drill: Drill, copy: string, restoredTo: string) {
  const shape = await whenActive(drill, copy);
  const found = await compared(drill, copy, Date.parse(restoredTo));
  await mendTable(drill.client, copy, drill.pause);
  const unfit = [...problemsOfKeys(shape).map(({ says }) => says), ...(await drill.objections(copy))];
  return { ...found, differences: [...unfit.map((what) => ({ what })), ...found.differences] };
}

/** A copy cannot be deleted while it is made, nor while it is protected. */
async function removed(drill: Drill, TableName: string): Promise<void> {
  const { client, pause } = drill;
  try {
    const { DeletionProtectionEnabled } = await whenActive(drill, TableName);
    if (DeletionProtectionEnabled) await setProtection(client, TableName, false);
    await whenActive(drill, TableName);
    await client.send(new DeleteTableCommand({ TableName }));
    for (;;) {
      await client.send(new DescribeTableCommand({ TableName }));
      await pause();
    }
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
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

async function compared({ client, table, paidOn, hasDocument, now }: Drill, copy: string, restoredTo: number) {
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
  const documents_missing: { readonly id: string; readonly what: 'document_missing' }[] = [];
  let looked = 0;
  for (const id of ids) {
    const kept = await read(copy, id);
    await judge(id, kept);
    const keys = looked < mostDocuments ? keysToFind(kept, now()) : [];
    if (keys.length === 0) continue;
    looked += 1;
    const found = await Promise.all(keys.map(hasDocument));
    if (!found.includes(true)) documents_missing.push({ id, what: 'document_missing' });
  }
  return {
    items,
    jobs_paid: ids.length,
    documents: looked,
    on_day,
    changed: verdicts.filter(({ what }) => what === 'changed_since' || what === 'forgotten_since').length,
    differences: [
      ...verdicts.filter(({ what }) => isDifference(what)),
      ...unlisted(inCopy, live, mostJobs),
      ...documents_missing,
    ],
  };
}

/** The keys under one of which the bucket has the document that a restored job would send; none if it has none to send. */
function keysToFind(kept: KeptItem | undefined, now: number): readonly string[] {
  if (kept === undefined) return [];
  const job = kept.item as Job;
  const keys = documentKeys(job);
  return keys.length > 0 && isDocumentRetained(job, now) ? keys : [];
}

/** Jobs that only one of the two lists has. A list that was cut may end elsewhere. */
function unlisted(inCopy: readonly string[] = [], live: readonly string[] = [], most: number) {
  if (inCopy.length >= most || live.length >= most) return [];
  const missing = (from: readonly string[], those: readonly string[], what: string) =>
    those.filter((id) => !from.includes(id)).map((id) => ({ id, what }));
  return [...missing(inCopy, live, 'not_listed_in_copy'), ...missing(live, inCopy, 'not_listed_live')];
}
