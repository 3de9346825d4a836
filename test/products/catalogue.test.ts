/** Every product has its own golden tests beside this one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productNames } from '../../shared/core/product.ts';

test.each(productNames)('a %s has a golden test of what it costs and accepts', (product) => {
  expect(existsSync(join(import.meta.dirname, product, `${product}.test.ts`))).toBe(true);
});
