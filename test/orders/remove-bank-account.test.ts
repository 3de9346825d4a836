/** Removing a bank account: no new check is drawn on it, no paid check is lost, and an interrupted removal can be finished. */
import { logTo } from '../../shared/config/log.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { removeBankAccount, sweepBankAccounts } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import { cancelUnpaid } from '../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { Vault } from '../../shared/partners/partner.ts';
import { account, type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { statusOf } from '../support/fakes/given.ts';
import {
  accountDetails,
  caller,
  orderedAs,
  payingEvent,
  placedAs,
  quotedAs,
  received,
  reconcileFor,
  requestFor,
} from '../support/fakes/orders.ts';

const { id } = account;
const minute = 60_000;
/** How long a check that was just ordered may be missing from the index. */
const indexDelayMs = 3 * minute;
const remove = async (deps: MemoryDeps, accountId: string = id) =>
  (await ask(removeBankAccount, deps, { bank_account_id: accountId }, caller)).body;

/** Returns a list of the partner's ids of accounts whose numbers it deletes from now on. */
function recordDeletions(deps: MemoryDeps, forget: Vault['forget'] = async () => true): string[] {
  const forgotten: string[] = [];
  const vault: Vault = {
    ...deps.vault,
    forget: async (partnerId) => {
      const isForgotten = await forget(partnerId);
      if (isForgotten) forgotten.push(partnerId);
      return isForgotten;
    },
    accountsOf: async () => ({
      accounts: [account.partnerId]
        .filter((partnerId) => !forgotten.includes(partnerId))
        .map((partnerId) => ({ partnerId, reference: id, createdAt: 0 })),
    }),
  };
  Object.assign(deps, { vault });
  return forgotten;
}

const sweep = (deps: MemoryDeps) => sweepBankAccounts(deps, Number.MAX_SAFE_INTEGER);
const removedAndDeleted = { bank_account_id: id, removed: true, numbers_deleted: true };
const removedOnly = { ...removedAndDeleted, numbers_deleted: false };

test('a removed account is deleted at the partner, and no check can be drawn on it', async () => {
  const deps = memoryDeps();
  const forgotten = recordDeletions(deps);
  expect(await remove(deps)).toEqual(removedAndDeleted);
  expect(forgotten).toEqual([account.partnerId]);
  expect(await remove(deps)).toEqual(removedAndDeleted);
  await expect(placedAs(deps, 'check')).rejects.toMatchObject({
    code: 'invalid_request',
    field: 'check.bank_account',
    message: expect.stringContaining('is not a registered bank account'),
  });
});

test('the item of a removed account contains no details from its registration', async () => {
  const deps = memoryDeps();
  const details = { ...accountDetails, owner_email: 'owner@example.com' };
  const { bank_account_id } = (await ask(registerBankAccount, deps, details, caller)).body;
  expect(await deps.bankAccounts.get(bank_account_id)).toMatchObject({ ownerEmail: 'owner@example.com' });
  await remove(deps, bank_account_id);
  const stored = JSON.stringify(await deps.bankAccounts.get(bank_account_id));
  for (const detail of Object.values(details).filter((text) => text.length > 2)) expect(stored).not.toContain(detail);
});

test.each(['bank_', `bank_${'z'.repeat(26)}`, `job_${'0'.repeat(26)}`, '__proto__'])(
  'the unknown or malformed id %j is not found, and nothing is deleted',
  async (unknown) => {
    const deps = memoryDeps();
    const forgotten = recordDeletions(deps);
    await expect(remove(deps, unknown)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No bank account has this id. Check that the whole id was copied.',
    });
    expect(forgotten).toEqual([]);
  },
);

test('an unpaid check ordered before the removal is canceled, and its payment page closes', async () => {
  const deps = memoryDeps();
  const forgotten = recordDeletions(deps);
  const jobs = [await placedAs(deps, 'check'), await placedAs(deps, 'check')];
  const letter = await placedAs(deps, 'letter');
  await deps.clock.advance(indexDelayMs);
  expect(await remove(deps)).toEqual(removedAndDeleted);
  for (const job of jobs) expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
  expect(deps.sessions.all().map(({ status }) => status)).toEqual(['expired', 'expired', 'open']);
  expect(await statusOf(deps, letter)).toMatchObject({ status: 'awaiting_payment' });
  expect(forgotten).toEqual([account.partnerId]);
});

test('a payment page that opens while its check is being canceled is closed', async () => {
  const deps = memoryDeps();
  const job = await deps.jobs.get(await placedAs(deps, 'check'));
  if (job === undefined) throw new Error('the job was not written');
  await cancelUnpaid(deps, { ...job, checkout: undefined });
  expect(await statusOf(deps, job.id)).toMatchObject({ status: 'cancelled' });
  expect(deps.sessions.all().map(({ status }) => status)).toEqual(['expired']);
});

test('a check paid before the removal is mailed: the numbers stay until it has left, and then the daily sweep deletes them', async () => {
  let isDelivering = false;
  const deps = memoryDeps({ deliver: () => isDelivering });
  const forgotten = recordDeletions(deps);
  const job = await placedAs(deps, 'check');
  const event = await payingEvent(deps, job);
  await Promise.all([received(deps, event), deps.clock.advance(10_000)]);
  expect(await remove(deps)).toEqual(removedOnly);
  await expect(placedAs(deps, 'check')).rejects.toMatchObject({ field: 'check.bank_account' });
  await sweep(deps);
  expect(forgotten).toEqual([]);
  isDelivering = true;
  await reconcileFor(deps, 5);
  expect(await statusOf(deps, job)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
  await sweep(deps);
  expect(forgotten).toEqual([account.partnerId]);
  expect(await remove(deps)).toEqual(removedAndDeleted);
});

test('a check paid before the removal is mailed even if the payment event has not arrived', async () => {
  const deps = memoryDeps();
  const forgotten = recordDeletions(deps);
  const job = await placedAs(deps, 'check');
  await payingEvent(deps, job);
  expect(await remove(deps)).toEqual(removedOnly);
  await reconcileFor(deps, 5);
  expect(await statusOf(deps, job)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
  expect(forgotten).toEqual([]);
});

test('a check is refused if its account is removed while the order is being checked', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'check');
  const { get } = deps.bankAccounts;
  let reads = 0;
  Object.assign(deps.bankAccounts, {
    // The account is removed after the order was checked and before its check is numbered.
    get: async (accountId: string) => {
      reads += 1;
      if (reads === 2) {
        Object.assign(deps.bankAccounts, { get });
        await remove(deps);
      }
      return get(accountId);
    },
  });
  await expect(orderedAs(deps, 'check', requestFor('check', quote_id, 'none'))).rejects.toMatchObject({
    field: 'check.bank_account',
  });
  expect(deps.jobs.all()).toEqual([]);
});

describe('a check that is ordered at the same time and numbered before the removal', () => {
  /** Removes the account after the check has its number, before or after the job is written. */
  async function removeWhileOrdering(deps: MemoryDeps, when: 'before' | 'after') {
    const { quote_id } = await quotedAs(deps, 'check');
    const { create } = deps.jobs;
    let removal: unknown;
    const jobs = {
      ...deps.jobs,
      create: async (job: Parameters<typeof create>[0]) => {
        if (when === 'before') removal = await remove(deps);
        const written = await create(job);
        if (when === 'after') removal = await remove(deps);
        return written;
      },
    };
    const order = orderedAs({ ...deps, jobs }, 'check', requestFor('check', quote_id, 'none'));
    await expect(order).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'check.bank_account',
      message: expect.stringContaining('register it with POST /bank-accounts'),
    });
    return removal;
  }

  test.each(['before', 'after'] as const)(
    'a numbered check is refused if the removal comes %s the write of its job',
    async (when) => {
      const deps = memoryDeps();
      const forgotten = recordDeletions(deps);
      const removal = await removeWhileOrdering(deps, when);
      expect(removal).toEqual(removedOnly);
      expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled' }]);
      expect(deps.sessions.all()).toEqual([]);
      await deps.clock.advance(indexDelayMs);
      expect(await remove(deps)).toEqual(removedAndDeleted);
      expect(forgotten).toEqual([account.partnerId]);
    },
  );

  test('while the index may not have a new check, the numbers stay; then the check is canceled and they are deleted', async () => {
    const deps = memoryDeps();
    const forgotten = recordDeletions(deps);
    const job = await placedAs(deps, 'check');
    await deps.clock.advance(indexDelayMs - 1);
    const withLateIndex = { ...deps, jobs: { ...deps.jobs, drawingOn: async () => ({ ids: [] }) } };
    expect(await remove(withLateIndex)).toEqual(removedOnly);
    await sweep(withLateIndex);
    expect(forgotten).toEqual([]);
    await deps.clock.advance(1);
    await sweep(deps);
    expect(forgotten).toEqual([account.partnerId]);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
  });
});

test.each([
  ['does not confirm', async () => false],
  ['answers with an error', () => Promise.reject(new Error('reset'))],
])('a removal that the partner %s is finished by a retry, and until then no check can be drawn', async (_, forget) => {
  const deps = memoryDeps();
  let isDown = true;
  const forgotten = recordDeletions(deps, () => (isDown ? forget() : Promise.resolve(true)));
  await expect(remove(deps)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 });
  await expect(placedAs(deps, 'check')).rejects.toMatchObject({ field: 'check.bank_account' });
  expect(forgotten).toEqual([]);
  isDown = false;
  expect(await remove(deps)).toEqual(removedAndDeleted);
  expect(forgotten).toEqual([account.partnerId]);
});

test('a removal that cannot close a payment page keeps the numbers, and is finished by a retry', async () => {
  const deps = memoryDeps();
  const forgotten = recordDeletions(deps);
  const job = await placedAs(deps, 'check');
  const down = { ...deps, payments: paymentsBut(deps, { expire: () => Promise.reject(new Error('down')) }) };
  await expect(remove(down)).rejects.toMatchObject({ code: 'unavailable' });
  expect(forgotten).toEqual([]);
  await deps.clock.advance(indexDelayMs);
  expect(await remove(deps)).toEqual(removedAndDeleted);
  expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
});

test('a removal that crashes after its first write is finished by the sweep, which cancels the unpaid check', async () => {
  const deps = memoryDeps();
  const forgotten = recordDeletions(deps);
  const job = await placedAs(deps, 'check');
  const dying = { ...deps, jobs: { ...deps.jobs, drawingOn: () => Promise.reject(new Error('killed')) } };
  await expect(remove(dying)).rejects.toThrow('killed');
  const down = { ...deps, payments: paymentsBut(deps, { expire: () => Promise.reject(new Error('down')) }) };
  await sweep(down);
  expect(await statusOf(deps, job)).toMatchObject({ status: 'awaiting_payment' });
  expect(deps.alarms.filter(({ message }) => message === 'sweep stopped')).toEqual([]);
  await deps.clock.advance(indexDelayMs);
  await sweep(deps);
  expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
  expect(forgotten).toEqual([account.partnerId]);
});

test('no log line contains the account’s id or the partner’s, even if the removal fails', async () => {
  const lines: string[] = [];
  const deps = memoryDeps();
  let isDown = true;
  recordDeletions(deps, async () => !isDown);
  Object.assign(deps, { log: logTo((line) => lines.push(line)) });
  await expect(remove(deps)).rejects.toBeInstanceOf(Refusal);
  isDown = false;
  await remove(deps);
  expect(lines.join('\n')).toContain('bank account removed');
  expect(lines.join('\n')).not.toMatch(new RegExp(`${id}|${account.partnerId}`));
});
