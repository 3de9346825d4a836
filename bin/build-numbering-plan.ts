/**
 * `node bin/build-numbering-plan.ts` writes shared/products/fax/numbering-plan.json from libphonenumber-js, plus the area
 * codes that it lacks. `numbersOf` has patterns for the ten digits after +1. Toll-free numbers match both countries.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The same version of the library always gives the same text. */
export function numberingPlan(): string {
  const metadata: { readonly countries: Readonly<Record<string, readonly unknown[]>> } = createRequire(import.meta.url)(
    'libphonenumber-js/metadata.min.json',
  );
  // Element 11 lists the kinds of numbers: first fixed lines, third toll-free. The others aren't fax lines.
  const numbersIn = (country: string): string => {
    const kinds = metadata.countries[country]?.[11] as readonly (readonly [pattern: string] | 0)[];
    return [kinds[0], kinds[2]].map((kind) => (kind ? kind[0] : '')).join('|');
  };
  // Overlays in service, as each state's commission announced: 861 in Illinois since February 2023 (ICC), 436 in Ohio since
  // March 2024 (PUCO), 621 in Texas since January 2025 (PUCT), 357 in California since March 2025 (CPUC), 679 in Michigan
  // since November 2025 (MPSC).
  const newerCodes = String.raw`(?:357|436|621|679|861)[2-9]\d{6}`;
  const numbersOf = { US: `${newerCodes}|${numbersIn('US')}`, CA: numbersIn('CA') };
  return `${JSON.stringify({ source: 'libphonenumber-js, and newer area codes', numbersOf }, undefined, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../shared/products/fax/numbering-plan.json', import.meta.url), numberingPlan());
}
