/** Finds environment variables that look like misspelled settings. `PAYMENT_MOD=real` would silently start in test mode. */
import { operatorVariables } from '../shared/config/config.ts';

/** Returns the nearest of `names`, if at most two characters must be added, removed or replaced to get it from `name`. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > 40) return undefined;
  // The Levenshtein distance, one row of its table at a time.
  const distanceTo = (candidate: string) => {
    let row = Array.from({ length: candidate.length + 1 }, (_, column) => column);
    for (const [i, character] of [...name].entries()) {
      const next = [i + 1];
      for (const [j, other] of [...candidate].entries())
        next.push(Math.min((row[j] ?? 0) + (character === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
      row = next;
    }
    return row.at(-1) ?? 0;
  };
  const similar = names.filter((candidate) => distanceTo(candidate) <= 2);
  return similar.toSorted((a, b) => distanceTo(a) - distanceTo(b))[0];
}

/** Returns a line for each misspelled name, without its value, even if the correctly spelled one is also set. */
export function misspelledSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  // `shared/config/config.ts` doesn't read the last five.
  const names = [...operatorVariables(), 'PORT', 'HOST', 'DATA_DIR', 'ALARM_EMAIL', 'RECEIPT_SIGNING_SEED'];
  // Short names are too similar to too many others.
  const longNames = names.filter((name) => name.length > 5);
  return Object.keys(environment).flatMap((name) => {
    if (names.includes(name) || !environment[name]) return [];
    const suggestion = nearestName(name.toUpperCase(), longNames);
    return suggestion === undefined ? [] : [`${name} isn't a setting: did you mean ${suggestion}?`];
  });
}
