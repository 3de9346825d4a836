/** A Merkle tree with the hashes of RFC 6962, of which the last leaves and the subtrees before them are at hand. */
import { sha256Of } from '../digest.ts';

type Hash = Uint8Array;

/** A leaf and a node begin with another byte, so that no node passes for a leaf. */
const hashed = (first: 0 | 1, ...parts: readonly Hash[]): Hash => sha256Of(Uint8Array.of(first), ...parts);

export const leafHash = (data: string): Hash => hashed(0, new TextEncoder().encode(data));

/** The largest power of two below `size`, where RFC 6962 cuts a tree in two. */
const cutOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** The complete subtrees that a tree of this size is made of, each as `[from, to)`, the largest first. */
function blocksOf(size: number): readonly (readonly [from: number, to: number])[] {
  const blocks: [number, number][] = [];
  for (let from = 0; from < size; ) {
    const width = 2 ** Math.floor(Math.log2(size - from));
    blocks.push([from, from + width]);
    from += width;
  }
  return blocks;
}

export class LogTree {
  readonly size: number;
  readonly #first: number;
  readonly #leaves: readonly Hash[];
  readonly #before: ReadonlyMap<string, Hash>;

  /** `before`: the hashes of the complete subtrees of the first `first` leaves, the largest first. */
  constructor(first: number, before: readonly Hash[], leaves: readonly Hash[]) {
    const blocks = blocksOf(first);
    if (blocks.length !== before.length)
      throw new RangeError(`a tree of ${first} leaves has ${blocks.length} subtrees`);
    this.size = first + leaves.length;
    this.#first = first;
    this.#leaves = leaves;
    this.#before = new Map(before.map((hash, at) => [`${blocks[at]}`, hash]));
  }

  root(): Hash {
    return this.size === 0 ? sha256Of() : this.#hash(0, this.size);
  }

  /** The tree that goes on from this one needs to know nothing else of it. */
  subtrees(): readonly Hash[] {
    return blocksOf(this.size).map((block) => this.#hash(...block));
  }

  /** The audit path of one of the last leaves: RFC 6962, 2.1.1. */
  inclusion(leaf: number, from = 0, to = this.size): readonly Hash[] {
    if (to - from < 2) return [];
    const cut = from + cutOf(to - from);
    return leaf < cut
      ? [...this.inclusion(leaf, from, cut), this.#hash(cut, to)]
      : [...this.inclusion(leaf, cut, to), this.#hash(from, cut)];
  }

  /** The proof that the tree goes on from its first `before` leaves: RFC 6962, 2.1.2. */
  consistency(): readonly Hash[] {
    return this.#first === 0 ? [] : this.#goingOn(this.#first, 0, this.size);
  }

  #goingOn(old: number, from: number, to: number): readonly Hash[] {
    if (old === to) return from === 0 ? [] : [this.#hash(from, to)];
    const cut = from + cutOf(to - from);
    return old <= cut
      ? [...this.#goingOn(old, from, cut), this.#hash(cut, to)]
      : [...this.#goingOn(old, cut, to), this.#hash(from, cut)];
  }

  #hash(from: number, to: number): Hash {
    const known = to - from === 1 && from >= this.#first ? this.#leaves[from - this.#first] : undefined;
    const hash = known ?? this.#before.get(`${from},${to}`);
    if (hash !== undefined) return hash;
    if (to - from < 2) throw new RangeError(`leaf ${from} is not at hand`);
    const cut = from + cutOf(to - from);
    return hashed(1, this.#hash(from, cut), this.#hash(cut, to));
  }
}
