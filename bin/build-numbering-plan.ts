/**
 * Writes shared/products/fax/numbering-plan.json from the telephone library: `node bin/build-numbering-plan.ts`.
 * `numbersOf` has patterns of the ten digits after +1; toll-free numbers fit both countries. `abroad` has the pattern
 * with which the numbers of each other country begin after the plus, and the first that fits counts.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const metadata: {
  readonly country_calling_codes: Readonly<Record<string, readonly [main: string, ...others: string[]]>>;
  readonly countries: Readonly<Record<string, readonly unknown[]>>;
} = createRequire(import.meta.url)('libphonenumber-js/metadata.min.json');

/** One library, one text. */
export function numberingPlan(): string {
  // Fixed lines and toll-free numbers are the first and the third of the kinds. The rest are no fax lines.
  const numbersIn = (country: string): string => {
    const kinds = metadata.countries[country]?.[11] as readonly (readonly [pattern: string] | 0)[];
    return [kinds[0], kinds[2]].map((kind) => (kind || [''])[0]).join('|');
  };
  const ours = ['US', 'CA'];
  const numbersOf = Object.fromEntries(ours.map((country) => [country, numbersIn(country)]));
  // The pattern of each country. Of those that share a code, the main one comes last.
  const beginnings = (): Readonly<Record<string, string>> => {
    const kinds: Record<string, string> = {};
    for (const [code, [main, ...others]] of Object.entries(metadata.country_calling_codes)) {
      for (const country of others) {
        const leading = metadata.countries[country]?.[10];
        if (leading && !ours.includes(country)) kinds[country] = `${code}(?:${leading})`;
      }
      if (!ours.includes(main)) kinds[main] = code;
    }
    return kinds;
  };
  return `${JSON.stringify({ source: 'libphonenumber-js', numbersOf, abroad: beginnings() }, undefined, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../shared/products/fax/numbering-plan.json', import.meta.url), numberingPlan());
}
