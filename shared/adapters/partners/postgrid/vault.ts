/** Bank accounts at PostGrid: the numbers go out once, and only the id of the account comes back. */
import { registerTimeoutMs } from '../../../core/retry.ts';
import type { Vault, VaultOutcome } from '../../../ports.ts';
import { raiseAccountProblem } from '../../http/account-problem.ts';
import { jsonBody } from '../../http/body.ts';
import { conversation } from '../../http/partner-client.ts';
import { outcomeOf } from '../mail/outcome.ts';
import { type PostgridSettings, postgridConnection, postgridDialect } from './postgrid.ts';

export const postgridVault = (settings: PostgridSettings): Vault => ({
  async register(reference, details): Promise<VaultOutcome> {
    // The nickname is not sent. At the partner, people find an account by the reference.
    const body = jsonBody({
      bankName: details.bankName,
      bankCountryCode: details.country,
      accountNumber: details.accountNumber,
      routingNumber: details.country === 'US' ? details.routingNumber : undefined,
      transitNumber: details.country === 'US' ? undefined : details.transitNumber,
      routeNumber: details.country === 'US' ? undefined : details.institutionNumber,
      signatureText: details.accountHolderName,
      description: reference,
      metadata: { reference },
    });
    const connection = postgridConnection({ timeoutMs: registerTimeoutMs, ...settings });
    const answer = await conversation(connection)({
      method: 'POST',
      path: '/bank_accounts',
      body,
      idempotencyKey: reference,
    });
    const outcome = outcomeOf(answer, postgridDialect);
    if (outcome.problem !== undefined) raiseAccountProblem(connection.log, outcome.problem);
    if (outcome.kind === 'rejected') return { kind: 'refused' };
    return outcome.kind === 'accepted' ? { kind: 'registered', partnerId: outcome.order.id } : { kind: 'unavailable' };
  },
});
