/** The forms on which a person orders each product. Functions that draw no form do not carry them. */

import type { ProductName } from '../../domain/names.ts';
import { checkForm } from './check.ts';
import { faxForm } from './fax.ts';
import { letterForm } from './letter.ts';
import type { OrderForm } from './shape.ts';

export const orderForms: Readonly<Record<ProductName, OrderForm>> = {
  letter: letterForm,
  check: checkForm,
  fax: faxForm,
};
