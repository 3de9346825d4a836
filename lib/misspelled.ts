/** Finds environment variables that look like misspelled settings. `PAYMENT_MOD=real` would silently start in test mode. */
import { operatorVariables } from '../shared/config/config.ts';

/** The nearest of the names within an edit distance of two: characters added, removed or replaced. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const distanceTo = (other: string) => {
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (const [i, letter] of [...name].entries()) {
      const next = [i + 1];
      for (const [j, each] of [...other].entries())
        next.push(Math.min((row[j] ?? 0) + (letter === each ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
      row = next;
    }
    return row.at(-1) ?? 0;
  };
  if (name.length > 40) return undefined;
  const distances = names.map((each) => ({ each, distance: distanceTo(each) })).filter(({ distance }) => distance <= 2);
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.each;
}

/** A line for each, without its value. A name is reported even if the right one is also set, because one is a mistake. */
export function misspelled(environment: Readonly<Record<string, string | undefined>>): string[] {
  // `shared/config/config.ts` doesn't read the last five.
  const names = [...operatorVariables(), 'PORT', 'HOST', 'DATA_DIR', 'ALARM_EMAIL', 'RECEIPT_SIGNING_SEED'];
  // Short names are too similar to too many others.
  const longNames = names.filter((name) => name.length > 5);
  return Object.keys(environment).flatMap((name) => {
    const meant = names.includes(name) || !environment[name] ? undefined : nearest(name.toUpperCase(), longNames);
    return meant === undefined ? [] : [`${name} isn't a setting: did you mean ${meant}?`];
  });
}
