/** Forms whose buttons reach a partner: bank accounts, and cancelling. */
import { handler as bankAccountForm } from '../pages/bank-account-form.ts';
import { handler as bankAccountRemoval } from '../pages/bank-account-removal.ts';
import { handler as cancelOrder } from '../pages/cancel-order.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({
  'bank-account-form': bankAccountForm,
  'bank-account-removal': bankAccountRemoval,
  'cancel-order': cancelOrder,
});
