/** The ids that an audit has met: six bytes of each. One shard of jobs is held at a time. */
import { sha256Hex } from '../core/digest.ts';
import { type Shard, shardOf } from '../core/ids.ts';
import type { AuditNote, AuditRun } from '../ports/audits.ts';
import type { Deps } from '../ports/deps.ts';

/** Entries of the day's lists, those of other services among them, jobs that were changing, and differences beyond those kept. */
export const lists = ['payments', 'orders', 'foreign', 'changing', 'differences'] as const;
export type List = (typeof lists)[number];

/** Marks by list and shard. */
export type Marks = Map<string, number[]>;

const bytesOfMark = 6;

/** A payment that is missing passes for one of a million others once in 280 million times. */
const markOf = (id: string): number => Number.parseInt(sha256Hex(id).slice(0, 2 * bytesOfMark), 16);

const placeOf = (list: List, shard: Shard): string => `${list} ${shard}`;

/** `jobId` decides the shard, so that whoever reads the jobs of one shard finds all that was met of them. */
export function mark(marks: Marks, list: List, id: string, jobId: string): void {
  const place = placeOf(list, shardOf(jobId));
  const known = marks.get(place);
  if (known === undefined) marks.set(place, [markOf(id)]);
  else known.push(markOf(id));
}

export const countOf = (marks: Marks): number => [...marks.values()].reduce((sum, { length }) => sum + length, 0);

export const packed = (marks: Marks): AuditNote['met'] =>
  Object.fromEntries([...marks].map(([place, numbers]) => [place, packedNumbers(numbers)]));

function packedNumbers(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * bytesOfMark);
  for (const [at, number] of numbers.entries()) bytes.writeUIntBE(number, at * bytesOfMark, bytesOfMark);
  return bytes.toString('base64');
}

function unpackInto(numbers: number[], text: string): void {
  const bytes = Buffer.from(text, 'base64');
  for (let at = 0; at < bytes.length; at += bytesOfMark) numbers.push(bytes.readUIntBE(at, bytesOfMark));
}

export interface Met {
  has(list: List, id: string): boolean;
  /** How many entries of the list were there already. */
  repeated(list: List): number;
}

export const noteIdOf = (run: AuditRun, number: number): string => `${run.id}_${run.round}_${number}`;

/** Reads every note of the run, and keeps the marks of one shard. */
export async function metIn(deps: Pick<Deps, 'auditNotes'>, run: AuditRun, shard: Shard): Promise<Met> {
  const atOnce = 8;
  const found = new Map<List, number[]>(lists.map((list) => [list, []]));
  for (let from = 0; from < run.notes; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, run.notes - from) }, (_, at) => from + at);
    const notes = await Promise.all(numbers.map((number) => deps.auditNotes.get(noteIdOf(run, number))));
    for (const note of notes)
      for (const [list, marks] of found) unpackInto(marks, note?.met[placeOf(list, shard)] ?? '');
  }
  const sorted = new Map([...found].map(([list, marks]) => [list, Float64Array.from(marks).sort()]));
  const marksOf = (list: List) => sorted.get(list) ?? new Float64Array();
  return {
    has: (list, id) => isAmong(marksOf(list), markOf(id)),
    repeated: (list) => marksOf(list).reduce((count, each, at, all) => count + (all[at - 1] === each ? 1 : 0), 0),
  };
}

function isAmong(sorted: Float64Array, wanted: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = sorted[middle] ?? 0;
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}
