/**
 * Registers a bank account with the print partner. The numbers are passed on once and never stored. Requests have no
 * idempotency key, because bank numbers could be recovered from the stored hash of a request. Check numbers are counted under a
 * keyed hash of the account, which can't be brute-forced without the key.
 */
import * as z from 'zod/mini';
import type { BankAccount } from '../../domain/bank-account.ts';
import { isId } from '../../domain/ids.ts';
import type { Product } from '../../domain/product.ts';
import { invalid, notSold, Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import type { VaultOutcome } from '../../partners/partner.ts';
import { type BankAccountInput, bankAccountSchema, toBankDetails } from '../../products/check/bank-account.ts';
import { looksLikeBankNumber } from '../../products/check/raw-bank-numbers.ts';
import type { Deps } from '../deps.ts';
import type { UseCase } from '../use-case.ts';
import { textField } from '../views.ts';

/** Tags this service's bank accounts at the print partner, because other services may share the partner account. */
export const vaultOwner = ({ fingerprint }: Deps): string => fingerprint('bank account', 'owner');

/** The page for entering bank numbers, which must not pass through a chat. */
export const bankAccountPage = (baseUrl: string): string => `${baseUrl}/bank-accounts/new`;

export const removalPath = (baseUrl: string): string => `${new URL(baseUrl).pathname}/bank-accounts/remove`;

/** Returns the account that the order is drawn on, or `undefined` if the product doesn't use one. */
export async function accountOf(
  { bankAccounts }: Deps,
  { name, bankAccountField }: Product,
  order: Readonly<Record<string, unknown>>,
): Promise<BankAccount | undefined> {
  if (bankAccountField === undefined) return undefined;
  const id = String(order[bankAccountField]);
  const account = isId('bank', id) ? await bankAccounts.get(id) : undefined;
  if (account !== undefined && account.removedAt === undefined) return account;
  if (!looksLikeBankNumber(id)) throw unknownAccount(`${name}.${bankAccountField}`);
  throw invalid(
    `${name}.${bankAccountField}`,
    'looks like a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id.',
    { kind: 'raw_bank_number' },
  );
}

export const unknownAccount = (field: string) =>
  invalid(
    field,
    'is not a registered bank account: register it with POST /bank-accounts (or at /bank-accounts/new) and send the id that it returns, bank_….',
    { kind: 'unknown_account' },
  );

export const registerBankAccount: UseCase<
  BankAccountInput,
  { readonly bank_account_id: string; readonly nickname: string }
> = {
  name: 'register-bank-account',
  summary:
    'Registers a bank account once, over TLS, and returns its id. Its numbers are never stored, logged or returned.',
  description:
    'Web pages from other origins cannot call it. At most 10 requests an hour from one network. In a chat, send people to `/bank-accounts/new` instead: bank numbers never belong in a chat.',
  tag: 'check',
  schemas: { request: 'BankAccountRequest', answer: 'BankAccount' },
  outcomes: { created: 'The id of the account, to draw checks on.' },
  refusals: ['invalid_request', 'not_sold', 'rate_limited', 'unavailable'],
  perHour: 10,
  input: bankAccountSchema,
  output: z.object({
    bank_account_id: textField('For check.bank_account. Anyone with this id can order checks: keep it safe.'),
    nickname: textField('As sent.'),
  }),
  run: async (deps: Deps, input) => {
    const { sold } = deps.settings;
    if (!sold.includes('check')) throw notSold('check', sold);
    const parsed = toBankDetails(input);
    if (!parsed.ok) throw invalid(parsed.field, parsed.problem);
    const { details } = parsed;
    const { owner_email: ownerEmail } = input;
    if (ownerEmail !== undefined && !deps.settings.sendsEmail)
      throw invalid('owner_email', 'cannot be used: this service sends no email. Leave it out.');
    const id = deps.random.id('bank');
    const outcome = await deps.vault.register(id, details, vaultOwner(deps)).catch((error: unknown): VaultOutcome => {
      deps.log.info('bank account registration failed', { error });
      return { kind: 'unavailable' };
    });
    if (outcome.kind === 'refused')
      throw new Refusal(
        'invalid_request',
        'The print partner refused this account: compare the account number, the routing or transit and institution numbers, and the names with a check drawn on that account.',
        { field: 'account_number' },
      );
    if (outcome.kind !== 'registered')
      throw new Refusal(
        'unavailable',
        'The print partner is not responding right now, and nothing was stored. Send the same request again in a minute.',
        { retryAfterSeconds: 60 },
      );
    const { country, nickname } = details;
    const now = deps.clock.now();
    const item = { version: 0, createdAt: now, keepUntil: now + lifetimesMs.bankAccount };
    // One account has one identity, even if its number is written with the leading zeros that some banks print.
    const identity = [
      country,
      details.country === 'US' ? details.routingNumber : `${details.transitNumber}-${details.institutionNumber}`,
      details.accountNumber.replace(/^0+/, ''),
    ].join(' ');
    const counterId = `checks_${deps.fingerprint('bank account', identity)}`;
    // The counter is stored for as long as the latest registration. The first check is number 1001, where banks usually start.
    const fresh = { ...item, id: counterId, lastNumber: 1_000 };
    await update(deps.checkCounters, counterId, (stored = fresh) => ({ ...stored, keepUntil: item.keepUntil }));
    const { partnerId } = outcome;
    await deps.bankAccounts.create({ ...item, id, country, nickname, partnerId, counterId, ownerEmail });
    return { outcome: 'created', body: { bank_account_id: id, nickname } };
  },
};
