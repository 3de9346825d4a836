/** The promises of every product. Each has its own golden tests beside this one. */

import { productNames } from '../../shared/domain/names.ts';
import { sheetOf } from '../../shared/domain/product.ts';
import { orderForms } from '../../shared/pages/order-form/forms.ts';
import { fieldsOf } from '../../shared/pages/order-form/shape.ts';
import { catalogue } from '../../shared/products/index.ts';

test.each(productNames)('the fields of the form of a %s have different names', (product) => {
  const names = fieldsOf(orderForms[product]).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
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
