/** The forms on which a person orders each product. Functions that draw no form do not carry them. */
import type { OrderForm } from '../core/fields/order-form.ts';
import type { ProductName } from '../core/product-names.ts';
import { checkForm } from './check/form.ts';
import { faxForm } from './fax/form.ts';
import { letterForm } from './letter/form.ts';

export const orderForms: Readonly<Record<ProductName, OrderForm>> = {
  letter: letterForm,
  check: checkForm,
  fax: faxForm,
};
