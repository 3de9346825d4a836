/** POST /v1/bank-accounts: closed to pages of other origins, because nobody should type bank numbers into those. */
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import { registerBankAccount } from '../../shared/usecases/register-bank-account.ts';

export const handler = endpoint(registerBankAccount, 'body', { openToBrowsers: false });
