/** DELETE /v1/bank-accounts/{bank_account_id}. Like registration, it is closed to pages from other origins. */
import { removeBankAccount } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(removeBankAccount, { openToBrowsers: false });
