/** Holds items of a restored copy against those of the live table, which has gone on since. */

export interface KeptItem {
  readonly id: string;
  readonly version: number;
  /** Unix seconds after which the table may forget it. */
  readonly ttl?: number;
  readonly item: unknown;
}

export type Comparison = 'same' | 'changed_since' | 'forgotten_since' | CopyDifference;
export type CopyDifference = 'missing_live' | 'missing_in_copy' | 'newer_in_copy' | 'not_the_same';

/** Tells a difference from what happened after the moment that was restored. `now`: Unix ms. */
export function verdict(copy: KeptItem | undefined, live: KeptItem | undefined, now: number): Comparison {
  if (copy === undefined) return live === undefined ? 'same' : 'missing_in_copy';
  if (live === undefined)
    return (copy.ttl ?? Number.POSITIVE_INFINITY) * 1_000 < now ? 'forgotten_since' : 'missing_live';
  if (live.version > copy.version) return 'changed_since';
  if (live.version < copy.version) return 'newer_in_copy';
  return sorted(copy.item) === sorted(live.item) ? 'same' : 'not_the_same';
}

export const isDifference = (one: Comparison): one is CopyDifference =>
  one !== 'same' && one !== 'changed_since' && one !== 'forgotten_since';

/** The order of members is no difference. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  ) ?? '';
