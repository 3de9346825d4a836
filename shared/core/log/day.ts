/** A day of the operator's log, as it is published. */
import { LogTree } from './tree.ts';

/** The head is what a day's signature says. Hashes are in base64. `previous`: the day before, from which the tree goes on. */
export interface LogHead {
  readonly day: string;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly previous: Omit<LogHead, 'previous' | 'consistency'> | null;
  /** RFC 6962, 2.1.2, from `previous`. */
  readonly consistency: readonly string[];
}

export interface LogDay extends LogHead {
  /** A compact JWS (EdDSA) whose payload is the head. */
  readonly signature: string;
  /** How many leaves the days before have, and the subtrees that these make. */
  readonly first_leaf: number;
  readonly subtrees_before: readonly string[];
  readonly leaves: readonly string[];
}

const bytes = (hash: string): Uint8Array => Buffer.from(hash, 'base64');
export const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

export const treeOf = ({ first_leaf, subtrees_before, leaves }: Omit<LogDay, keyof LogHead | 'signature'>): LogTree =>
  new LogTree(first_leaf, subtrees_before.map(bytes), leaves.map(bytes));

export const leavesAfter = (before: LogTree, leaves: readonly string[]) => ({
  first_leaf: before.size,
  subtrees_before: before.subtrees().map(base64),
  leaves,
});

/** The head that such a day must have. */
export function headOf(day: string, tree: LogTree, previous: LogHead | undefined): LogHead {
  const before = previous && { day: previous.day, tree_size: previous.tree_size, root_hash: previous.root_hash };
  return {
    day,
    tree_size: tree.size,
    root_hash: base64(tree.root()),
    previous: before ?? null,
    consistency: tree.consistency().map(base64),
  };
}
