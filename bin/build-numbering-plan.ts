/**
 * Writes shared/products/fax/numbering-plan.json from the telephone library: `node bin/build-numbering-plan.ts`.
 * `numbersOf` has patterns of the ten digits after +1; toll-free numbers fit both countries.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const metadata: { readonly countries: Readonly<Record<string, readonly unknown[]>> } = createRequire(import.meta.url)(
  'libphonenumber-js/metadata.min.json',
);

/** One library, one text. */
export function numberingPlan(): string {
  // Fixed lines and toll-free numbers are the first and the third of the kinds. The rest are no fax lines.
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
