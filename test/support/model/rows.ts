/** Large sets of rows: they lie in one array of words, and are found by a hash. */
import { type Row, rowSize } from './fields.ts';

const words = rowSize / 4;
const { imul } = Math;

/** The same bytes as words. */
export const wordsOf = (s: Row): Uint32Array => new Uint32Array(s.buffer);

function hashOf(row: Uint32Array, start: number): number {
  let hash = 0;
  for (let i = 0; i < words; i += 1) hash = imul(hash ^ (row[start + i] ?? 0), 0x9e3779b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}

/** A set of rows in the order in which they were met. */
export class Rows {
  count = 0;
  private rows = new Uint32Array(words * 4096);
  private slots = new Int32Array(16384).fill(-1);

  /** Returns the number of the row. It is new if the number is the count of before. */
  add(row: Uint32Array): number {
    const hash = hashOf(row, 0);
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let known = slots[slot] ?? -1; known >= 0; known = slots[slot] ?? -1) {
      if (this.equals(known, row)) return known;
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

/** Numbers without end. */
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
