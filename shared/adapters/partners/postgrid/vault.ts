/** Bank accounts at PostGrid: the numbers go out once, only the id comes back, and forgotten accounts are deleted. */
import { registerTimeoutMs } from '../../../core/retry.ts';
import type { ListedAccount, Vault, VaultOutcome } from '../../../ports/bank-accounts.ts';
import { alarmAccountProblem } from '../../http/account-problem.ts';
import { isSuccess } from '../../http/answers.ts';
import { asFields, type Fields, jsonBody } from '../../http/body.ts';
import { conversation } from '../../http/partner-client.ts';
import { listIn } from '../mail/list.ts';
import { idOf } from '../mail/mail-house.ts';
import { mailOutcome } from '../mail/outcome.ts';
import { type PostgridSettings, postgridConnection, postgridDialect } from './postgrid.ts';

export const postgridVault = (settings: PostgridSettings): Vault => ({
  async register(reference, details, owner): Promise<VaultOutcome> {
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
      metadata: { reference, owner },
    });
    const connection = postgridConnection({ timeoutMs: registerTimeoutMs, ...settings });
    const answer = await conversation(connection)({
      method: 'POST',
      path: '/bank_accounts',
      body,
      idempotencyKey: reference,
    });
    const outcome = mailOutcome(answer, postgridDialect);
    if (outcome.problem !== undefined) alarmAccountProblem(connection.log, outcome.problem);
    if (outcome.kind === 'rejected') return { kind: 'refused' };
    return outcome.kind === 'accepted' ? { kind: 'registered', partnerId: outcome.order.id } : { kind: 'unavailable' };
  },
  async accountsOf(owner, after = '0') {
    const query = new URLSearchParams({ skip: after, limit: `${mostListed}` });
    const ask = conversation(postgridConnection(settings));
    const list = listIn(await ask({ method: 'GET', path: `/bank_accounts?${query}` }));
    if (list === undefined || typeof list.totalCount !== 'number')
      throw new Error('PostGrid does not list its bank accounts');
    const seen = Number(after) + list.data.length;
    const accounts = list.data.flatMap((record) => ownAccount(asFields(record), owner));
    return { accounts, next: list.data.length > 0 && seen < list.totalCount ? `${seen}` : undefined };
  },
  async forget(partnerId) {
    const ask = conversation(postgridConnection(settings));
    const answer = await ask({ method: 'DELETE', path: `/bank_accounts/${encodeURIComponent(partnerId)}` });
    return answer.kind === 'answered' && (isSuccess(answer.status) || answer.status === 404);
  },
});

const mostListed = 100;

/** Accounts of others are left alone, and so are those whose age or reference is not shown. */
function ownAccount(fields: Fields | undefined, owner: string): ListedAccount[] {
  const metadata = asFields(fields?.metadata);
  const partnerId = fields && idOf(fields);
  const createdAt = Date.parse(`${fields?.createdAt}`);
  const reference = metadata?.reference;
  if (metadata?.owner !== owner || partnerId === undefined || typeof reference !== 'string') return [];
  return Number.isNaN(createdAt) ? [] : [{ partnerId, reference, createdAt }];
}
