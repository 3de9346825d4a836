/** The simulated partners' trades, one for each product; their records have the shape of PostGrid's and Telnyx's. */
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

/** `readyMs`: how long mail can still be cancelled. */
type MakeProduct = (orderId: () => string, readyMs: number) => SimulatedProduct;

const products: Readonly<Record<ProductName, MakeProduct>> = {
  letter: (orderId, readyMs) => simulatedMail('letter', orderId, readyMs, letterRecord),
  check: (orderId, readyMs) => simulatedMail('check', orderId, readyMs, checkRecord),
  fax: simulatedFaxes,
};

export const simulatedProduct = (product: ProductName, { id }: Pick<Random, 'id'>, readyMs: number): SimulatedProduct =>
  products[product](() => id(orderPrefixOf(product)), readyMs);
