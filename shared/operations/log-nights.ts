/**
 * The nights of the operator's log: the receipts of each day that is over become leaves of one tree, whose head is signed.
 * A receipt goes in on the day of its payment, and once more on the day on which its order has left or ended. A day is
 * closed once: what one call has written stands, and the next one goes on from it.
 */
import { receiptIdOf, type Shard, shards } from '../core/ids.ts';
import { dayOf, spanOf } from '../core/job/waiting.ts';
import { jobKeptMs } from '../core/lifetimes.ts';
import { base64, headOf, type LogDay, type LogHead, leavesAfter, treeOf } from '../core/log/day.ts';
import { leafHash } from '../core/log/tree.ts';
import { isOverload } from '../core/refusal.ts';
import { update } from '../core/update.ts';
import type { Deps } from '../ports/deps.ts';
import {
  bytesOfJson,
  type LoggedReceipt,
  type LoggedReceipts,
  latestHeadKey,
  loggedKey,
  openKey,
  publicDayKey,
  readJsonFile,
  timeStampKey,
} from '../usecases/log/log-files.ts';
import { type ReceiptDeps, signedReceipt } from '../usecases/receipts/get-receipt.ts';
import { settledAt } from '../usecases/receipts/settled-at.ts';
import { lastDay } from './audit-rules.ts';

export type LogNightDeps = ReceiptDeps & Pick<Deps, 'jobs' | 'documents' | 'auditNotes' | 'log' | 'timeStamps'>;

const dayMs = 24 * 60 * 60 * 1_000;

/** An order that has neither left nor ended so long after its payment is looked at no more: a day ahead is at most 90. */
const lookedAtMs = 120 * dayMs;

/** The number of receipts written at the same time. */
const atOnce = 50;

/** Closes each day since the last one that is closed; nothing is begun after `until`, Unix ms. Throws for want of room only. */
export async function logNights(deps: LogNightDeps, until: number): Promise<void> {
  try {
    const last = lastDay(deps.clock.now());
    let previous = await lastClosed(deps);
    for (
      let day = dayAfter(previous) ?? last;
      day <= last && deps.clock.now() < until;
      day = dayAfter(previous) ?? day
    ) {
      const closed = await closeDay(deps, day, previous, until);
      if (closed === undefined) return;
      await published(deps, closed);
      previous = closed;
    }
    for (
      let day: LogHead | undefined = previous, asked = 0;
      day && asked < stampedWithin && deps.clock.now() < until;
      asked += 1
    )
      day = await stampedBefore(deps, day.day);
  } catch (error) {
    if (isOverload(error)) throw error;
    deps.log.alarm('log stopped', { error });
  }
}

/** An authority may be away for so many days, and their heads are stamped all the same. */
const stampedWithin = 7;

/** Has the head stamped unless it is, and returns the day before. The next call asks again. */
async function stampedBefore(deps: LogNightDeps, day: string): Promise<LogHead | undefined> {
  const { documents, log, timeStamps } = deps;
  const closed = await readJsonFile<LogDay>(deps, publicDayKey(day));
  if (timeStamps === undefined || closed === undefined) return undefined;
  if ((await documents.get(timeStampKey(day))) === undefined)
    try {
      const { answer } = await timeStamps.stamp(new TextEncoder().encode(closed.signature));
      await documents.putOnce(timeStampKey(day), answer);
    } catch (error) {
      if (isOverload(error)) throw error;
      log.info('no time stamp', { error });
    }
  return closed.previous === null ? undefined : readJsonFile<LogDay>(deps, publicDayKey(closed.previous.day));
}

const dayAfter = (head: LogHead | undefined): string | undefined => head && dayOf(spanOf(head.day).from + dayMs);

const noteId = 'audit_log';

/** Throws if the file of that day is gone, or is not the one that was written: a log that began anew would hide it. */
async function lastClosed(deps: LogNightDeps): Promise<LogDay | undefined> {
  const { day, root_hash } = (await deps.auditNotes.get(noteId))?.met ?? {};
  const known = day ?? (await readJsonFile<LogHead>(deps, latestHeadKey))?.day;
  if (known === undefined) return undefined;
  const closed = await readJsonFile<LogDay>(deps, publicDayKey(known));
  if (closed === undefined) throw new Error(`the file of ${known} is gone from the log`);
  const isAsWritten = base64(treeOf(closed).root()) === (root_hash ?? closed.root_hash);
  if (!isAsWritten) throw new Error(`the file of ${known} in the log is not the one that was written`);
  return closed;
}

async function published(deps: LogNightDeps, closed: LogDay): Promise<void> {
  const { first_leaf: _, subtrees_before: __, leaves, ...head } = closed;
  const now = deps.clock.now();
  const met = { day: head.day, root_hash: head.root_hash };
  const fresh = { id: noteId, version: 0, createdAt: now };
  await update(deps.auditNotes, noteId, (note) => ({ ...(note ?? fresh), keepUntil: now + jobKeptMs, met }));
  await deps.documents.put(latestHeadKey, bytesOfJson(head));
  deps.log.info('log closed', { count: leaves.length });
}

/** `undefined` if the time is over before the day is closed. */
async function closeDay(
  deps: LogNightDeps,
  day: string,
  previous: LogDay | undefined,
  until: number,
): Promise<LogDay | undefined> {
  const hashes: string[] = [];
  for (const shard of shards) {
    if (deps.clock.now() >= until) return undefined;
    const logged = await loggedOf(deps, day, shard, previous?.day);
    for (const { salt, receipt } of Object.values(logged)) hashes.push(base64(leafHash(`${salt}\n${receipt}`)));
  }
  const before = previous === undefined ? treeOf({ first_leaf: 0, subtrees_before: [], leaves: [] }) : treeOf(previous);
  const leaves = leavesAfter(before, hashes);
  const head = headOf(day, treeOf(leaves), previous);
  const signature = await deps.signer.sign({ ...head }, 'log-head+jws');
  return once<LogDay>(deps, publicDayKey(day), { ...head, signature, ...leaves });
}

/** A second writer gets what stands there. */
async function once<T>(deps: LogNightDeps, key: string, value: T): Promise<T> {
  if ((await deps.documents.putOnce(key, bytesOfJson(value))) === 'saved') return value;
  return (await readJsonFile<T>(deps, key)) ?? value;
}

/** An order that a night looks at: paid on that day, or open since an earlier one. */
interface PaidOrder {
  readonly id: string;
  readonly paid: string;
}

async function loggedOf(
  deps: LogNightDeps,
  day: string,
  shard: Shard,
  dayBefore: string | undefined,
): Promise<LoggedReceipts> {
  const open = dayBefore === undefined ? [] : await readJsonFile<PaidOrder[]>(deps, openKey(dayBefore, shard));
  const candidates = [...(open ?? []), ...(await paidOn(deps, day, shard)).map((id) => ({ id, paid: day }))];
  const key = loggedKey(day, shard);
  const logged =
    (await readJsonFile<LoggedReceipts>(deps, key)) ?? (await once(deps, key, await written(deps, day, candidates)));
  const from = spanOf(day).from - lookedAtMs;
  const stillOpen = candidates.filter(
    ({ id, paid }) => logged[receiptIdOf(id)]?.is_last !== true && spanOf(paid).from > from,
  );
  await deps.documents.put(openKey(day, shard), bytesOfJson(stillOpen));
  return logged;
}

async function paidOn({ jobs }: LogNightDeps, day: string, shard: Shard): Promise<readonly string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const { ids, next } = await jobs.paidOn(day, shard, after);
    found.push(...ids);
    after = next;
  } while (after !== undefined);
  return found;
}

async function written(deps: LogNightDeps, day: string, candidates: readonly PaidOrder[]): Promise<LoggedReceipts> {
  const found: (readonly [string, LoggedReceipt])[] = [];
  for (let at = 0; at < candidates.length; at += atOnce) {
    const some = await Promise.all(candidates.slice(at, at + atOnce).map((one) => writtenOne(deps, day, one)));
    found.push(...some.filter((one) => one !== undefined));
  }
  // Their numbers are hashes: the place of a leaf tells nothing of when its order was paid.
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function writtenOne(deps: LogNightDeps, day: string, { id, paid }: PaidOrder) {
  const job = await deps.jobs.get(id);
  if (job === undefined) return undefined;
  const settled = settledAt(job);
  const isLast = settled !== undefined && settled < spanOf(day).to;
  if (paid !== day && !isLast) return undefined;
  const { receipt, signature } = await signedReceipt(deps, job);
  // Short contents could be guessed from a bare hash; this one begins with what only the receipt's holder is told.
  const salt = deps.fingerprint('log', `${day} ${id}`);
  return [receipt.receipt_id, { receipt: signature, salt, is_last: isLast }] as const;
}
