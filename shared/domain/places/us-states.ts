/** The states, districts and territories that the US Postal Service delivers to: their codes, names and ZIP codes. */
import { foldName } from '../money/money.ts';

import table from './us-states.json' with { type: 'json' };

interface StateRow {
  readonly name: string;
  /** Traditional abbreviations, as people still write them. */
  readonly also?: readonly string[];
  /** The first three digits of ZIP codes. A few codes lie beside the state of their prefix, so some have two states. */
  readonly zips: string;
}

const states: readonly (readonly [code: string, StateRow])[] = Object.entries(table.states);

const codesByName = new Map(
  states.flatMap(([code, { name, also = [] }]) => [code, name, ...also].map((known) => [foldName(known), code])),
);

/** The two-letter code of a code in any case, of an English name, or of its traditional abbreviation. */
export const stateNamed = (name: string): string | undefined => codesByName.get(foldName(name));

export function statesOfZip(zip: string): string[] {
  const prefix = Number(zip.slice(0, 3));
  const isIn = (run: string): boolean => {
    const [first = 0, last = first] = run.split('-').map(Number);
    return first <= prefix && prefix <= last;
  };
  return states.flatMap(([code, { zips }]) => (zips.split(' ').some(isIn) ? code : []));
}

/** Whether the state has ZIP codes that begin so. True where no state has any: the list may be older than the code. */
export function zipBelongsTo(zip: string, state: string): boolean {
  const found = statesOfZip(zip);
  return found.length === 0 || found.includes(state);
}
