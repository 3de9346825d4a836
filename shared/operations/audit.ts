/** The daily audit compares one day's books of the payment providers, the jobs and the partners, page by page. */
import type { Shard } from '../core/ids.ts';
import type { AuditDifference, AuditRun } from '../ports/audits.ts';
import { readBooks } from './audit-books.ts';
import {
  type AuditDeps,
  type Book,
  type Counts,
  jobsBook,
  orderBooks,
  paymentBooks,
  repeatedBook,
} from './audit-compare.ts';
import { type Ledger, openLedger, runOf, TakenOver } from './audit-ledger.ts';
import { metIn } from './audit-met.ts';

export interface Audit extends Counts {
  /** In UTC, 2026-11-21. */
  readonly day: string;
  /** The books that could not be read to the end. All else has been compared. */
  readonly stoppedAt?: string | undefined;
  /** How far it has come, if there is more to do: call again. */
  readonly goesOn?: string | undefined;
  /** The number of all differences. `differences` holds only the first of them. */
  readonly total: number;
  readonly differences: readonly AuditDifference[];
}

/** So long the jobs wait for a list that cannot be read: without it, each of them is looked up by itself. */
const nightMs = 6 * 60 * 60 * 1_000;

const nightly = { patienceMs: nightMs, pausesMs: [5_000, 30_000] } as const;
const atOnce = { patienceMs: 0, pausesMs: [] } as const;

/** `nobody`: no person waits for it, so it may wait for partners. No page is requested after `until`, Unix ms. */
export async function audit(deps: AuditDeps, day: string, until: number, forWhom?: 'nobody'): Promise<Audit> {
  try {
    return await compared(deps, day, until, forWhom === 'nobody' ? nightly : atOnce);
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error;
    return audited(await runOf(deps, day), day, { goesOn: 'somebody else is at work on it' });
  }
}

async function compared(
  deps: AuditDeps,
  day: string,
  until: number,
  { patienceMs, pausesMs }: typeof nightly | typeof atOnce,
): Promise<Audit> {
  const ledger = await openLedger(deps, day);
  const reading = { until, pausesMs };
  const listed = [...paymentBooks(deps, day), ...orderBooks(deps, day)];
  const met = (shard: Shard) => metIn(deps, ledger.stand(), shard);
  const [jobs, repeated] = [jobsBook(deps, day, met), repeatedBook(met)];
  const books = [...listed, jobs, repeated];
  const unlisted = await readBooks(deps, ledger, listed, reading);
  if (unlisted === 'out of time') return goingOn(ledger, books);
  if (unlisted.length > 0 && deps.clock.now() - ledger.stand().startedAt < patienceMs) return goingOn(ledger, books);
  // The reader of the jobs looks for their payments and orders in the notes.
  await ledger.save();
  const unmatched = await readBooks(deps, ledger, [jobs], reading);
  if (unmatched === 'out of time') return goingOn(ledger, books);
  const unread = [...unlisted, ...unmatched];
  await ledger.save();
  const unsure = unread.length > 0 ? [] : await readBooks(deps, ledger, [repeated], reading);
  if (unsure === 'out of time') return goingOn(ledger, books);
  return ending(deps, ledger, [...unread, ...unsure]);
}

async function ending({ clock, log }: AuditDeps, ledger: Ledger, unread: readonly Book[]): Promise<Audit> {
  const now = clock.now();
  const { day, total, startedAt, stoppedAt } = ledger.stand();
  log.info('audited', { count: total, durationMs: now - startedAt });
  if (unread.length === 0) {
    await ledger.save({ endedAt: now, leaseUntil: 0 });
    return audited(ledger.stand(), day);
  }
  const reason = unread.map(({ name }) => `${name}, which could not be read`).join('; ');
  if (stoppedAt === undefined) log.alarm('audit stopped', { reason });
  await ledger.save({ stoppedAt: stoppedAt ?? now, leaseUntil: 0 });
  return audited(ledger.stand(), day, { stoppedAt: reason });
}

async function goingOn(ledger: Ledger, books: readonly Book[]): Promise<Audit> {
  const parts = books.flatMap((book) => book.parts);
  const done = parts.filter((part) => ledger.isDone([part])).length;
  await ledger.save({ leaseUntil: 0 });
  return audited(ledger.stand(), ledger.stand().day, { goesOn: `${done} of ${parts.length} parts are done` });
}

function audited(run: AuditRun | undefined, day: string, how: Pick<Audit, 'stoppedAt' | 'goesOn'> = {}): Audit {
  const { counts = {}, total = 0, differences = [] } = run ?? {};
  const countOf = (name: keyof Counts) => counts[name] ?? 0;
  return {
    day,
    ...how,
    payments: countOf('payments'),
    orders: countOf('orders'),
    jobs: countOf('jobs'),
    foreign: countOf('foreign'),
    unasked: countOf('unasked'),
    changing: countOf('changing'),
    total,
    differences,
  };
}
