/** A log that its operator writes anew, with other leaves and its own key: nothing about it is wrong but that it is another one. */
import { headOf, type LogDay, leavesAfter, treeOf } from '../../shared/core/log/day.ts';
import { LogTree } from '../../shared/core/log/tree.ts';
import type { Signer } from '../../shared/ports/signer.ts';
import { latestHeadKey, publicDayKey } from '../../shared/usecases/log/log-files.ts';

interface Files {
  read(key: string): LogDay | Promise<LogDay>;
  write(key: string, value: object): unknown;
}

export type Change = (leaves: readonly string[], at: number) => readonly string[];

/** `planted`: the leaf of a receipt of today. All are done to the first day. */
export const forgeries = (planted: string): readonly (readonly [string, Change])[] => [
  ['a receipt was removed', (leaves, at) => (at === 0 ? leaves.slice(1) : leaves)],
  ['a receipt was changed', (leaves, at) => (at === 0 ? [planted, ...leaves.slice(1)] : leaves)],
  ['a receipt was dated back', (leaves, at) => (at === 0 ? [...leaves, planted] : leaves)],
  ['two receipts changed places', (leaves, at) => (at === 0 ? leaves.toReversed() : leaves)],
];

export async function forged(
  { read, write }: Files,
  signer: Signer,
  days: readonly string[],
  change: Change,
): Promise<void> {
  let before: LogDay | undefined;
  for (const [at, day] of days.entries()) {
    const { leaves: written } = await read(publicDayKey(day));
    const tree = before === undefined ? new LogTree(0, [], []) : treeOf(before);
    const leaves = leavesAfter(tree, change(written, at));
    const made = headOf(day, treeOf(leaves), before);
    before = { ...made, signature: await signer.sign({ ...made }, 'log-head+jws'), ...leaves };
    await write(publicDayKey(day), before);
    const { first_leaf: _, subtrees_before: __, leaves: ___, ...shown } = before;
    await write(latestHeadKey, shown);
  }
}
