/** Bank accounts at PostGrid: the numbers go out once, and only the id of the account comes back. */
import type { Vault, VaultOutcome } from '../../../ports.ts';
import type { BankDetails } from '../../../products/check/bank-account.ts';
import { raiseAccountProblem } from '../../http/account-problem.ts';
import { jsonBody } from '../../http/body.ts';
import { conversation } from '../../http/partner-client.ts';
import { outcomeOf } from '../mail/outcome.ts';
import { type PostgridSettings, postgridDialect, postgridLine } from './postgrid.ts';

export const postgridVault = (settings: PostgridSettings): Vault => ({
  async register(reference, details): Promise<VaultOutcome> {
    const body = jsonBody(accountFields(reference, details));
    const line = postgridLine(settings);
    const answer = await conversation(line)({
      method: 'POST',
      path: '/bank_accounts',
      body,
      idempotencyKey: reference,
    });
    const outcome = outcomeOf(answer, postgridDialect);
    if (outcome.problem !== undefined) raiseAccountProblem(line.log, outcome.problem);
    if (outcome.kind === 'rejected') return { kind: 'refused' };
    return outcome.kind === 'accepted' ? { kind: 'registered', partnerId: outcome.order.id } : { kind: 'unavailable' };
  },
});

/** The nickname is not sent. At the partner, people find an account by the reference. */
const accountFields = (reference: string, details: BankDetails) => ({
  bankName: details.bankName,
  bankCountryCode: details.country,
  accountNumber: details.accountNumber,
  ...(details.country === 'US'
    ? { routingNumber: details.routingNumber }
    : { transitNumber: details.transitNumber, routeNumber: details.institutionNumber }),
  signatureText: details.accountHolderName,
  description: reference,
  metadata: { reference },
});
