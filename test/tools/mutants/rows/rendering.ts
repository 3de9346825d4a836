/** Planted bugs in rendering, products and modes of the service. */
import type { Mutant } from '../mutant.ts';

export const rendering: readonly Mutant[] = [
  {
    bug: 'a page holds one line more than fits',
    file: 'shared/rendering/text/paginate.ts',
    text: 'const full = start + capacity;',
    planted: 'const full = start + capacity + 1;',
    suites: ['test/rendering/text/typeset.test.ts', 'test/rendering/text/typeset-properties.test.ts'],
  },
  {
    bug: 'the crop of a PDF’s page is not measured',
    file: 'shared/rendering/pdf/inspect/page.ts',
    text: 'for (const box of [media, visible]) mustBeLetter(sheetOf(box, isTurned), unit);',
    planted: 'for (const box of [media]) mustBeLetter(sheetOf(box, isTurned), unit);',
    suites: ['test/rendering/pdf/inspect-pdf-pages.test.ts'],
  },
  {
    bug: 'a routing number needs no checksum',
    file: 'shared/products/check/bank-routing.ts',
    text: '(weights[at % 3] ?? 0), 0) % 10 === 0',
    planted: '(weights[at % 3] ?? 0), 0) >= 0',
    suites: ['test/products/check/bank-account.test.ts'],
  },
  {
    bug: 'a fax of many pages costs as much as one page',
    file: 'shared/products/fax/fax.ts',
    text: 'priceList.fax.firstPage + (pages - 1) * priceList.fax.extraPage',
    planted: 'priceList.fax.firstPage',
    suites: ['test/products/fax/fax.test.ts'],
  },
  {
    bug: 'a letter in color costs as much as one in black',
    file: 'shared/products/letter/letter.ts',
    text: "const ink = color ? 'color' : 'bw';",
    planted: "const ink = color ? 'bw' : 'bw';",
    suites: ['test/products/letter/letter-prices.test.ts'],
  },
  {
    bug: 'a name with one private address may be fetched',
    file: 'shared/adapters/http/public-address.ts',
    text: 'addresses.length > 0 && addresses.every(({ address }) => isPublic(address))',
    planted: 'addresses.length > 0 && addresses.some(({ address }) => isPublic(address))',
    suites: ['test/adapters/http/public-address.test.ts'],
  },
];
