/** The simulated partners' products, all of the catalogue; their records have the shape of PostGrid's and Telnyx's. */
import { orderPrefixOf } from '../../../core/ids.ts';
import type { ProductName } from '../../../core/product.ts';
import type { Random } from '../../../ports.ts';
import type { CheckOrder } from '../../../products/check/check.ts';
import type { LetterOrder } from '../../../products/letter/letter.ts';
import { simulatedFaxes } from './fax.ts';
import { simulatedMail } from './mail.ts';
import type { SimulatedOrder, SimulatedProduct } from './simulated.ts';

function letterRecord({ order }: SimulatedOrder): Record<string, unknown> {
  const { to, color, registered } = order as LetterOrder;
  return {
    object: 'letter',
    mailingClass: registered ? (to.countryCode === 'US' ? 'certified' : 'registered') : 'first_class',
    addressPlacement: 'top_first_page',
    color,
    doubleSided: false,
  };
}

/** PostGrid's cheque. */
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

/** What the record of mail says besides what all mail has in common: without a line here, no more than what it is. */
const records: Readonly<Partial<Record<ProductName, (order: SimulatedOrder) => Record<string, unknown>>>> = {
  letter: letterRecord,
  check: checkRecord,
};

/** `readyMs`: how long mail can still be cancelled. A product that is no fax is mail. */
export function simulatedProduct(product: ProductName, { id }: Pick<Random, 'id'>, readyMs: number): SimulatedProduct {
  const orderId = () => id(orderPrefixOf(product));
  if (product === 'fax') return simulatedFaxes(orderId);
  return simulatedMail(product, orderId, readyMs, records[product] ?? (() => ({ object: product })));
}
