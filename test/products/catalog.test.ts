/** What holds for every product. Each product also has its own tests. */
import { productNames } from '../../shared/domain/names.ts';
import { orderForms } from '../../shared/pages/order-form/forms.ts';
import { fieldsOf } from '../../shared/pages/order-form/shape.ts';

test.each(productNames)('no two fields in the form of a %s have the same name', (product) => {
  const names = fieldsOf(orderForms[product]).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
