/** Reads books part by part, several at a time. A book that cannot be read holds up no other. */
import type { AuditDeps, AuditFinding, Book, ComparedPart } from './audit-compare.ts';
import type { Ledger } from './audit-ledger.ts';

export interface BookReading {
  /** The audit begins no page after this moment, Unix ms. */
  readonly until: number;
  /** The pauses before a page that could not be read is asked for again. */
  readonly pausesMs: readonly number[];
}

class OutOfTime extends Error {}

/** The number of entries compared at the same time. */
const atOnce = 20;

/** Returns the books that could not be read, or `out of time`. */
export async function readBooks(
  deps: AuditDeps,
  ledger: Ledger,
  books: readonly Book[],
  reading: BookReading,
): Promise<readonly Book[] | 'out of time'> {
  const unread: Book[] = [];
  const readBook = async (book: Book) => {
    const isRead = await inTurn(book, (part) => readPart(deps, ledger, part, reading));
    if (!isRead) unread.push(book);
  };
  const ends = await Promise.allSettled(books.map(readBook));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed === undefined) return unread;
  if (failed.reason instanceof OutOfTime) return 'out of time';
  throw failed.reason;
}

/** False if a part could not be read: the others of its book are then not begun. */
async function inTurn(
  { parts, atOnce: lanes }: Book,
  read: (part: ComparedPart) => Promise<boolean>,
): Promise<boolean> {
  const waiting = [...parts];
  let isRead = true;
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined && isRead; part = waiting.shift())
      if (!(await read(part))) isRead = false;
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return isRead;
}

async function readPart(deps: AuditDeps, ledger: Ledger, part: ComparedPart, reading: BookReading): Promise<boolean> {
  while (!ledger.isDone([part])) {
    const page = await patiently(deps, part, reading, () =>
      comparedPage(deps, part, ledger.stand().parts[part.name]?.after, reading.until),
    );
    if (page === undefined) {
      ledger.failed(part);
      return false;
    }
    ledger.take(part, page);
    await ledger.saveAtTimes();
  }
  return true;
}

async function comparedPage({ clock }: AuditDeps, part: ComparedPart, after: string | undefined, until: number) {
  const mindTheTime = () => {
    if (clock.now() >= until) throw new OutOfTime();
  };
  mindTheTime();
  const { entries, ...rest } = await part.page(after);
  const findings: AuditFinding[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    mindTheTime();
    findings.push(...(await Promise.all(entries.slice(at, at + atOnce).map((compare) => compare()))));
  }
  return { ...rest, findings };
}

/** `undefined` if it fails after each pause, too. */
async function patiently<T>(
  { clock, log }: AuditDeps,
  { name }: ComparedPart,
  { pausesMs }: BookReading,
  read: () => Promise<T>,
): Promise<T | undefined> {
  for (const pause of [...pausesMs, undefined])
    try {
      return await read();
    } catch (error) {
      if (error instanceof OutOfTime) throw error;
      log.info('audit interrupted', { reason: name, error });
      if (pause !== undefined) await clock.sleep(pause);
    }
  return undefined;
}
