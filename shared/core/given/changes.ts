/** The changes since the quote before: price, pages, options, and the lines of a text. Pure. */

import type { Currency } from '../money/money.ts';
import { type Price, totalCents } from '../money/price.ts';
import type { QuotedContent } from '../quoted-content.ts';
import { contentHashOf } from './content-hash.ts';

/** The part of a quote that is compared. */
interface Comparable {
  readonly country: string;
  readonly options: unknown;
  readonly price: Price;
  readonly content?: QuotedContent | undefined;
}

export interface LineChange {
  readonly kind: 'removed' | 'added';
  readonly text: string;
}

interface Sum {
  readonly cents: number;
  readonly currency: Currency;
}

export interface Changes {
  readonly total?: { readonly before: Sum; readonly after: Sum } | undefined;
  readonly pages?: { readonly before: number; readonly after: number } | undefined;
  readonly options: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
  /** The first changed lines of a text that was quoted alone. */
  readonly lines: readonly LineChange[];
  readonly removed: number;
  readonly added: number;
  /** The content is another one, and is no text whose lines could be compared. */
  readonly isOtherContent: boolean;
}

const mostLines = 40;
const mostCharacters = 300;
/** A table of more cells would take too long: then all between the common ends counts as changed. */
const mostCells = 1_000_000;

/** `texts`: those of both quotes, where both were quoted as text alone. */
export function changesBetween(
  before: Comparable,
  after: Comparable,
  texts?: readonly [before: string, after: string],
): Changes {
  const all = texts === undefined ? [] : changedLines(texts[0], texts[1]);
  const moneyOf = ({ price }: Comparable): Sum => ({ cents: totalCents(price), currency: price.currency });
  const [one, other] = [moneyOf(before), moneyOf(after)];
  const [fewer, more] = [before.content?.pages ?? 0, after.content?.pages ?? 0];
  return {
    total: one.cents === other.cents && one.currency === other.currency ? undefined : { before: one, after: other },
    pages: fewer === more ? undefined : { before: fewer, after: more },
    options: changedOptions(before, after),
    lines: all.slice(0, mostLines).map(({ kind, text }) => ({ kind, text: text.slice(0, mostCharacters) })),
    removed: all.filter(({ kind }) => kind === 'removed').length,
    added: all.filter(({ kind }) => kind === 'added').length,
    isOtherContent: texts === undefined && unmarkedHash(before) !== unmarkedHash(after),
  };
}

/** The address for the recipient is no content of the author. */
const unmarkedHash = ({ content }: Comparable): string | undefined =>
  content?.parts === undefined ? content?.hash : contentHashOf({ ...content.parts, verifyMark: undefined });

function changedOptions(before: Comparable, after: Comparable): Changes['options'] {
  const optionsOf = ({ options, country }: Comparable): Readonly<Record<string, unknown>> => ({
    country,
    ...(options as object),
  });
  const [one, other] = [optionsOf(before), optionsOf(after)];
  return Object.keys({ ...one, ...other })
    .filter((name) => (one[name] ?? false) !== (other[name] ?? false))
    .map((name) => ({ name, before: one[name] ?? false, after: other[name] ?? false }));
}

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split(/[\n\f]/);

/** The lines that were taken out and put in, in the order of the document. */
export function changedLines(before: string, after: string): LineChange[] {
  const [one, other] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return compared(one.slice(start, one.length - end), other.slice(start, other.length - end));
}

const removedLine = (text: string): LineChange => ({ kind: 'removed', text });
const addedLine = (text: string): LineChange => ({ kind: 'added', text });

/** By the longest common subsequence. */
function compared(one: readonly string[], other: readonly string[]): LineChange[] {
  if (one.length * other.length > mostCells) return [...one.map(removedLine), ...other.map(addedLine)];
  const width = other.length + 1;
  const common = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      common[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) [i, j] = [i + 1, j + 1];
    else if (j >= other.length || (i < one.length && at(i + 1, j) >= at(i, j + 1)))
      changes.push(removedLine(one[i++] ?? ''));
    else changes.push(addedLine(other[j++] ?? ''));
  }
  return changes;
}
