/** Bank accounts at PostGrid: we send the numbers once and get an id. A removed account is deleted there. */
import { timeoutsMs } from '../../domain/retry.ts';
import type { Vault, VaultOutcome } from '../bank-accounts.ts';
import { alarmAccountProblem, asFields, conversation, isSuccess, jsonBody } from '../http/partner-client.ts';
import { idOf, listAt, nextOf, postgridOutcome } from './order.ts';
import { type PostgridSettings, postgridConnection } from './postgrid.ts';

export const postgridVault = (settings: PostgridSettings): Vault => ({
  async register(reference, details, owner): Promise<VaultOutcome> {
    // We do not send the nickname. Support finds an account at PostGrid by the reference.
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
    const connection = postgridConnection({ timeoutMs: timeoutsMs.register, ...settings });
    const answer = await conversation(connection)({
      method: 'POST',
      path: '/bank_accounts',
      body,
      idempotencyKey: reference,
    });
    const outcome = postgridOutcome(answer);
    if (outcome.problem !== undefined) alarmAccountProblem(connection.log, outcome.problem);
    if (outcome.kind === 'rejected') return { kind: 'refused' };
    return outcome.kind === 'accepted' ? { kind: 'registered', partnerId: outcome.order.id } : { kind: 'unavailable' };
  },
  async accountsOf(owner, skip = '0') {
    const list = await listAt(conversation(postgridConnection(settings)), '/bank_accounts', { skip });
    if (list === undefined) throw new Error('PostGrid does not list its bank accounts');
    const accounts = list.data.flatMap((fields) => {
      const metadata = asFields(fields?.metadata);
      const partnerId = fields && idOf(fields);
      const createdAt = Date.parse(`${fields?.createdAt}`);
      const reference = metadata?.reference;
      // Accounts of others are left alone, and so are those without an age or a reference.
      if (metadata?.owner !== owner || partnerId === undefined || typeof reference !== 'string') return [];
      return Number.isNaN(createdAt) ? [] : [{ partnerId, reference, createdAt }];
    });
    return { accounts, next: nextOf(list, skip) };
  },
  async forget(partnerId) {
    const ask = conversation(postgridConnection(settings));
    const answer = await ask({ method: 'DELETE', path: `/bank_accounts/${encodeURIComponent(partnerId)}` });
    return answer.kind === 'answered' && (isSuccess(answer.status) || answer.status === 404);
  },
});
