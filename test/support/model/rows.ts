/**
 * A state of the model as a row of small numbers: the job's item, the payment provider, the partner, how much may still go
 * wrong, and three processes: two workers and a client that cancels.
 */
import { itemNames, placesOf } from './life.ts';

const names = [
  // The job's item.
  ...itemNames,
  // The payment provider: its page, its refunds, its events in flight, and the bank's decision, perhaps on a second dispute.
  'page',
  'refunds',
  'paidNews',
  'expiredNews',
  'refusal',
  'bank',
  'isSecond',
  'bankNews',
  'fraud',
  'bankFailed',
  // The partner.
  'orders',
  'stopped',
  'key',
  'lag',
  'late',
  'atWork',
  'verdict',
  'unplugged',
  // How often something may still go wrong, the client may cancel, and people, banks and partners may act.
  'faults',
  'cancels',
  'acts',
] as const;

const processFields = ['at', 'mine', 'fresh', 'doubt', 'life', 'loaded', 'since', 'earlier'] as const;

const headSize = names.length;
export const processSize = processFields.length;
/** In bytes; a multiple of four, so that rows can be compared as 32-bit words. */
const rowSize = Math.ceil((headSize + 3 * processSize) / 4) * 4;

/** The index of each field in a row. */
export const F = placesOf(names);

type Place = (typeof F)[keyof typeof F];

/**
 * A process's fields. `at`: its next step, or 0 if it isn't running. `mine`: it made the latest claim. `fresh`: no one
 * has written since it read. `life`: its age in ticks. `loaded`: what it knows, for its next step. `since`: its age at
 * the moment when its outcome was known. `earlier`: it began before the latest failed round.
 */
export type Process = Readonly<Record<(typeof processFields)[number], Place>> & { readonly id: number };

const processAt = (id: number): Process => ({
  ...(Object.fromEntries(
    processFields.map((name, at) => [name, headSize + id * processSize + at]),
  ) as unknown as Record<(typeof processFields)[number], Place>),
  id,
});

export const workers = [processAt(0), processAt(1)] as const;
export const client = processAt(2);
export const processes: readonly Process[] = [...workers, client];

/** Every field is a number below 256. */
export type Row = Uint8Array & Record<Place, number>;

export const newRow = (): Row => new Uint8Array(rowSize) as Row;

const words = rowSize / 4;
const { imul } = Math;

/** The bytes of a row as 32-bit words. */
export const wordsOf = (s: Row): Uint32Array => new Uint32Array(s.buffer);

function hashOf(row: Uint32Array, start: number): number {
  let hash = 0;
  for (let i = 0; i < words; i += 1) hash = imul(hash ^ (row[start + i] ?? 0), 0x9e3779b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}

/** A set of rows, in the order of insertion. */
export class Rows {
  count = 0;
  private rows = new Uint32Array(words * 4096);
  private slots = new Int32Array(16384).fill(-1);

  /** Returns the row's number. The row is new if the number equals the previous count. */
  add(row: Uint32Array): number {
    const hash = hashOf(row, 0);
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let stored = slots[slot] ?? -1; stored >= 0; stored = slots[slot] ?? -1) {
      if (this.equals(stored, row)) return stored;
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.count;
    return this.append(row);
  }

  private equals(at: number, row: Uint32Array): boolean {
    const start = at * words;
    for (let i = 0; i < words; i += 1) if (this.rows[start + i] !== row[i]) return false;
    return true;
  }

  private append(row: Uint32Array): number {
    if ((this.count + 1) * words > this.rows.length) {
      const larger = new Uint32Array(this.rows.length * 2);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows.set(row, this.count * words);
    this.count += 1;
    if (this.count * 2 > this.slots.length) this.rehash();
    return this.count - 1;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let at = 0; at < this.count; at += 1) {
      let slot = hashOf(this.rows, at * words) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = at;
    }
    this.slots = slots;
  }

  /** Copies the row with that number into `to`. */
  read(at: number, to: Uint32Array): void {
    for (let i = 0; i < words; i += 1) to[i] = this.rows[at * words + i] ?? 0;
  }
}

/** A growing list of numbers. */
export class Numbers {
  count = 0;
  private numbers = new Int32Array(4096);

  push(number: number): void {
    if (this.count === this.numbers.length) {
      const larger = new Int32Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count] = number;
    this.count += 1;
  }

  at(index: number): number {
    return this.numbers[index] ?? 0;
  }
}
