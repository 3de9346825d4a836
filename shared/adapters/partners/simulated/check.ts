/** What the simulated print partner's records say of checks (PostGrid's cheque). */
import type { CheckOrder } from '../../../products/check/check.ts';
import { mailTrade } from './mail.ts';
import type { SimulatedOrder, Trade } from './simulated.ts';

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

export const checkTrade = (orderId: () => string, readyMs: number): Trade =>
  mailTrade('check', orderId, readyMs, checkRecord);
