/** DELETE /v1/bank-accounts/{bank_account_id}. Pages from other origins may not call it, as they may not register one. */
import { removeBankAccount } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(removeBankAccount, { openToBrowsers: false });
