/** The promises of every product. Each has its own golden tests beside this one. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { productNames } from '../../shared/domain/names.ts';
import { sheetOf } from '../../shared/domain/product.ts';
import { orderForms } from '../../shared/pages/order-form/forms.ts';
import { fieldsOf } from '../../shared/pages/order-form/shape.ts';
import { catalogue } from '../../shared/products/index.ts';

test.each(productNames)('a %s has a golden test of what it costs and accepts', (product) => {
  expect(existsSync(join(import.meta.dirname, product, `${product}.test.ts`))).toBe(true);
});

const placeholdersIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each(productNames)('the words of a %s', (product) => {
  const form = orderForms[product];
  const { heading } = catalogue[product];

  test('name the recipient in the heading', () => {
    expect(placeholdersIn(heading)).toContain('{name}');
  });

  test('stand at fields of different names', () => {
    const names = fieldsOf(form).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

test.each(productNames)(
  'the paper of a %s is upright, and has room for its margins, its zone and a line',
  (product) => {
    const paper = sheetOf(catalogue[product]);
    const { widthIn, heightIn, marginIn, addressZoneIn, textHeightIn, lineHeightPt } = paper;
    expect(widthIn).toBeLessThanOrEqual(heightIn);
    expect(textHeightIn).toBeLessThanOrEqual(heightIn - 2 * marginIn);
    expect(textHeightIn - Math.max(0, addressZoneIn - marginIn)).toBeGreaterThan(lineHeightPt / 72);
    expect(paper.mostPages).toBeGreaterThan(0);
  },
);
