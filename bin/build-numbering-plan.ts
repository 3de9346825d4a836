/**
 * `node bin/build-numbering-plan.ts` writes shared/products/fax/numbering-plan.json from libphonenumber-js. `numbersOf` has
 * patterns for the ten digits after +1. Toll-free numbers match both countries.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The same version of the library always gives the same text. */
export function numberingPlan(): string {
  const metadata: { readonly countries: Readonly<Record<string, readonly unknown[]>> } = createRequire(import.meta.url)(
    'libphonenumber-js/metadata.min.json',
  );
  // The first and the third kind are fixed lines and toll-free numbers. The others aren't fax lines.
  const numbersIn = (country: string): string => {
    const kinds = metadata.countries[country]?.[11] as readonly (readonly [pattern: string] | 0)[];
    return [kinds[0], kinds[2]].map((kind) => (kind || [''])[0]).join('|');
  };
  const numbersOf = Object.fromEntries(['US', 'CA'].map((country) => [country, numbersIn(country)]));
  return `${JSON.stringify({ source: 'libphonenumber-js', numbersOf }, undefined, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../shared/products/fax/numbering-plan.json', import.meta.url), numberingPlan());
}
