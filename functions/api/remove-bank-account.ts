/** DELETE /v1/bank-accounts/{bank_account_id}. Pages of other origins may not call it, as they may not register one. */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { removeBankAccount } from '../../shared/usecases/bank-accounts/remove-bank-account.ts';

export const handler = endpoint(removeBankAccount, 'path', { openToBrowsers: false });
