/** POST /v1/bank-accounts. Pages from other origins may not call it, because no one should type bank numbers there. */
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';

export const handler = endpoint(registerBankAccount, { openToBrowsers: false });
