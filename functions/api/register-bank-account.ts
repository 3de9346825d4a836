/** POST /v1/bank-accounts. Pages of other origins may not call it, because nobody should type bank numbers there. */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { registerBankAccount } from '../../shared/usecases/bank-accounts/register-bank-account.ts';

export const handler = endpoint(registerBankAccount, 'body', { openToBrowsers: false });
