/** The promises of every product. Each has its own golden tests beside this one. */

import { productNames } from '../../shared/domain/names.ts';
import { orderForms } from '../../shared/pages/order-form/forms.ts';
import { fieldsOf } from '../../shared/pages/order-form/shape.ts';

test.each(productNames)('the fields of the form of a %s have different names', (product) => {
  const names = fieldsOf(orderForms[product]).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
