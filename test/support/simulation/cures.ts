/**
 * The cures that the worlds have called for: a row of `test/tools/mutants` takes each of them out, and its world then
 * breaks a promise within so many seeds.
 */
export interface Cure {
  /** The row's own words. */
  readonly bug: string;
  /** A world that finds it. */
  readonly world: string;
  readonly within: number;
}
