/** The simulated partners' products, all of the catalogue; their records have PostGrid's and Telnyx's shapes. */
import { orderPrefixOf } from '../../../core/ids.ts';
import type { ProductName } from '../../../core/product-names.ts';
import type { Random } from '../../../ports/clock.ts';
import type { CheckOrder } from '../../../products/check/check.ts';
import type { LetterOrder } from '../../../products/letter/letter.ts';
import { simulatedFaxes } from './fax.ts';
import { simulatedMail } from './mail.ts';
import type { SimulatedOrder, SimulatedProduct } from './simulated.ts';

function letterRecord({ order }: SimulatedOrder): Record<string, unknown> {
  const { to, color, registered } = order as LetterOrder;
  const signedFor = to.countryCode === 'US' ? 'certified' : 'registered';
  return {
    object: 'letter',
    mailingClass: registered ? signedFor : 'first_class',
    addressPlacement: 'top_first_page',
    color,
    doubleSided: false,
  };
}

/** The shape of PostGrid's cheque. */
function checkRecord({ order, drawing }: SimulatedOrder): Record<string, unknown> {
  const { amountCents, currency, memo, message } = order as CheckOrder;
  return {
    object: 'cheque',
    mailingClass: 'first_class',
    bankAccount: drawing?.partnerId,
    amount: amountCents,
    currencyCode: currency,
    number: drawing?.checkNumber,
    memo,
    message,
  };
}

/** The members of a mail record that only this product has. A product without an entry here adds only its name. */
const records: Readonly<Partial<Record<ProductName, (order: SimulatedOrder) => Record<string, unknown>>>> = {
  letter: letterRecord,
  check: checkRecord,
};

/** `readyMs`: the time in which mail can be cancelled. Every product but the fax is mail. */
export function simulatedProduct(product: ProductName, { id }: Pick<Random, 'id'>, readyMs: number): SimulatedProduct {
  const orderId = () => id(orderPrefixOf(product));
  if (product === 'fax') return simulatedFaxes(orderId);
  return simulatedMail(product, orderId, readyMs, records[product] ?? (() => ({ object: product })));
}
