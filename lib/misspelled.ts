/** Finds environment variables that look like misspelled settings: `PAYMENT_MOD=real` would start in test mode without a word. */
import { operatorVariables } from '../shared/config/config.ts';

const names = [
  ...operatorVariables(), // Settings and secrets that `shared/config/config.ts` does not read.
  ...['PORT', 'HOST', 'DATA_DIR', 'ALARM_EMAIL', 'RECEIPT_SIGNING_SEED'],
];

/** The one of the names that takes at most two keys to correct, each added, dropped or changed. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const keysTo = (other: string) => {
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (const [i, letter] of [...name].entries()) {
      const next = [i + 1];
      for (const [j, each] of [...other].entries())
        next.push(Math.min((row[j] ?? 0) + (letter === each ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
      row = next;
    }
    return row.at(-1) ?? 0;
  };
  return name.length > 40 ? undefined : names.find((each) => keysTo(each) <= 2);
}

/** One line each, without its value. It is reported even beside the right name: one of the two is a mistake. */
export const misspelled = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment).flatMap((name) => {
    // Short names are too close to too many others.
    const meant =
      names.includes(name) || !environment[name]
        ? undefined
        : nearest(
            name.toUpperCase(),
            names.filter((each) => each.length > 5),
          );
    return meant === undefined ? [] : [`${name} isn't a setting: did you mean ${meant}?`];
  });
