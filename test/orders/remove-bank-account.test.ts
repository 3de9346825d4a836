/** Removing a bank account: nothing new is drawn on it, no paid check is lost, and every interrupted removal ends well. */
import { logTo } from '../../shared/config/log.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { removeBankAccount, sweep } from '../../shared/orders/bank-accounts/remove-bank-account.ts';
import { withdraw } from '../../shared/orders/cancel/cancel-job.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { Vault } from '../../shared/partners/partner.ts';
import { account, type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import {
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
/** A check that was ordered may be in no index until then. */
const listed = 3 * minute;
const remove = async (deps: MemoryDeps, accountId: string = id) =>
  (await ask(removeBankAccount, deps, { bank_account_id: accountId }, caller)).body;

/** The partner's ids of the accounts that the partner was told to delete. */
function watched(deps: MemoryDeps, forget: Vault['forget'] = async () => true): string[] {
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

const swept = (deps: MemoryDeps) => sweep(deps, Number.MAX_SAFE_INTEGER);
const statusOf = async (deps: MemoryDeps, jobId: string) =>
  (await ask(getJob, deps, { job_id: jobId }, caller)).body as Record<string, unknown>;
const gone = { bank_account_id: id, removed: true, numbers_deleted: true };
const kept = { ...gone, numbers_deleted: false };

test('it is deleted at the partner, once and again is the same, and no check can be drawn on it', async () => {
  const deps = memoryDeps();
  const forgotten = watched(deps);
  expect(await remove(deps)).toEqual(gone);
  expect(forgotten).toEqual([account.partnerId]);
  expect(await remove(deps)).toEqual(gone);
  await expect(placedAs(deps, 'check')).rejects.toMatchObject({
    code: 'invalid_request',
    field: 'check.bank_account',
    message: expect.stringContaining('is not a registered bank account'),
  });
  expect(JSON.stringify(await deps.bankAccounts.get(id))).not.toContain(account.nickname);
});

test('the item of a removed account has nothing of its owner left', async () => {
  const deps = memoryDeps();
  const details = {
    nickname: 'Operating',
    country: 'US',
    account_holder_name: 'Ada King',
    bank_name: 'First Bank',
    routing_number: '021000021',
    account_number: '8812345670',
    owner_email: 'owner@example.com',
  };
  const { bank_account_id } = (await ask(registerBankAccount, deps, details, caller)).body;
  expect(await deps.bankAccounts.get(bank_account_id)).toMatchObject({ ownerEmail: 'owner@example.com' });
  await remove(deps, bank_account_id);
  const stored = JSON.stringify(await deps.bankAccounts.get(bank_account_id));
  for (const detail of Object.values(details).filter((text) => text.length > 2)) expect(stored).not.toContain(detail);
});

test.each(['bank_', `bank_${'z'.repeat(26)}`, `job_${'0'.repeat(26)}`, '__proto__'])(
  'an unknown or malformed id, %j, is not found, and nothing is deleted',
  async (unknown) => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    await expect(remove(deps, unknown)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No bank account has this id. Check that the whole id was copied.',
    });
    expect(forgotten).toEqual([]);
  },
);

describe('a check that was ordered before', () => {
  test('is cancelled if it is not paid: its payment page closes', async () => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    const jobs = [await placedAs(deps, 'check'), await placedAs(deps, 'check')];
    const letter = await placedAs(deps, 'letter');
    await deps.clock.wind(listed);
    expect(await remove(deps)).toEqual(gone);
    for (const job of jobs) expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
    expect(deps.sessions.all().map(({ status }) => status)).toEqual(['expired', 'expired', 'open']);
    expect(await statusOf(deps, letter)).toMatchObject({ status: 'awaiting_payment' });
    expect(forgotten).toEqual([account.partnerId]);
  });

  test('closes its payment page, too, if that opens while it is being cancelled', async () => {
    const deps = memoryDeps();
    const job = await deps.jobs.get(await placedAs(deps, 'check'));
    if (job === undefined) throw new Error('the job was not written');
    await withdraw(deps, { ...job, checkout: undefined });
    expect(await statusOf(deps, job.id)).toMatchObject({ status: 'cancelled' });
    expect(deps.sessions.all().map(({ status }) => status)).toEqual(['expired']);
  });

  test('goes out if it is paid: the numbers stay until it has left, and the daily sweep deletes them', async () => {
    let isOpen = false;
    const deps = memoryDeps({ deliver: () => isOpen });
    const forgotten = watched(deps);
    const job = await placedAs(deps, 'check');
    const event = await payingEvent(deps, job);
    const arriving = received(deps, event);
    await deps.clock.wind(10_000);
    await arriving;
    expect(await remove(deps)).toEqual(kept);
    await expect(placedAs(deps, 'check')).rejects.toMatchObject({ field: 'check.bank_account' });
    await swept(deps);
    expect(forgotten).toEqual([]);
    isOpen = true;
    await reconcileFor(deps, 5);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
    await swept(deps);
    expect(forgotten).toEqual([account.partnerId]);
    expect(await remove(deps)).toEqual(gone);
  });

  test('goes out if its payment came first, before the service has heard of it', async () => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    const job = await placedAs(deps, 'check');
    await payingEvent(deps, job);
    expect(await remove(deps)).toEqual(kept);
    await reconcileFor(deps, 5);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
    expect(forgotten).toEqual([]);
  });

  test('is refused if the account is removed at the same moment', async () => {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, 'check');
    const { get } = deps.bankAccounts;
    let reads = 0;
    Object.assign(deps.bankAccounts, {
      // The account is removed after the order was checked, and before its check is numbered.
      get: async (asked: string) => {
        reads += 1;
        if (reads === 2) {
          Object.assign(deps.bankAccounts, { get });
          await remove(deps);
        }
        return get(asked);
      },
    });
    await expect(orderedAs(deps, 'check', requestFor('check', quote_id, 'none'))).rejects.toMatchObject({
      field: 'check.bank_account',
    });
    expect(deps.jobs.all()).toEqual([]);
  });
});

describe('a check that is ordered at the same moment, and numbered before the removal', () => {
  /** The account is removed when the check has its number, before or after the job is written. */
  async function removedAmid(deps: MemoryDeps, when: 'before' | 'after') {
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

  test.each(['before', 'after'] as const)('is refused if the removal comes %s the write of its job', async (when) => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    const removal = await removedAmid(deps, when);
    expect(removal).toEqual(kept);
    expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled' }]);
    expect(deps.sessions.all()).toEqual([]);
    await deps.clock.wind(listed);
    expect(await remove(deps)).toEqual(gone);
    expect(forgotten).toEqual([account.partnerId]);
  });

  test('keeps its numbers while the index may not show it yet; then it is cancelled, and they are deleted', async () => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    const job = await placedAs(deps, 'check');
    await deps.clock.wind(listed - 1);
    const late = { ...deps, jobs: { ...deps.jobs, drawingOn: async () => ({ ids: [] }) } };
    expect(await remove(late)).toEqual(kept);
    await swept(late);
    expect(forgotten).toEqual([]);
    await deps.clock.wind(1);
    await swept(deps);
    expect(forgotten).toEqual([account.partnerId]);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a removal that is interrupted', () => {
  test.each([
    ['does not answer', async () => false],
    ['breaks', () => Promise.reject(new Error('reset'))],
  ])('by a partner that %s: 503, nothing is drawn on it, and a retry ends well', async (_, forget) => {
    const deps = memoryDeps();
    let isDown = true;
    const forgotten = watched(deps, () => (isDown ? forget() : Promise.resolve(true)));
    await expect(remove(deps)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 });
    await expect(placedAs(deps, 'check')).rejects.toMatchObject({ field: 'check.bank_account' });
    expect(forgotten).toEqual([]);
    isDown = false;
    expect(await remove(deps)).toEqual(gone);
    expect(forgotten).toEqual([account.partnerId]);
  });

  test('by the payment provider, whose page could not be closed: the numbers stay, and a retry ends well', async () => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    const job = await placedAs(deps, 'check');
    const down = { ...deps, payments: paymentsBut(deps, { expire: () => Promise.reject(new Error('down')) }) };
    await expect(remove(down)).rejects.toMatchObject({ code: 'unavailable' });
    expect(forgotten).toEqual([]);
    await deps.clock.wind(listed);
    expect(await remove(deps)).toEqual(gone);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
  });

  test('by a crash after its first write: the sweep ends it, and cancels the unpaid check', async () => {
    const deps = memoryDeps();
    const forgotten = watched(deps);
    const job = await placedAs(deps, 'check');
    const dying = { ...deps, jobs: { ...deps.jobs, drawingOn: () => Promise.reject(new Error('killed')) } };
    await expect(remove(dying)).rejects.toThrow('killed');
    const down = { ...deps, payments: paymentsBut(deps, { expire: () => Promise.reject(new Error('down')) }) };
    await swept(down);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'awaiting_payment' });
    expect(deps.alarms.filter(({ message }) => message === 'sweep stopped')).toEqual([]);
    await deps.clock.wind(listed);
    await swept(deps);
    expect(await statusOf(deps, job)).toMatchObject({ status: 'cancelled' });
    expect(forgotten).toEqual([account.partnerId]);
  });
});

test('no line of the log holds the id, nor the partner’s, also where it fails', async () => {
  const lines: string[] = [];
  const deps = memoryDeps();
  let isDown = true;
  watched(deps, async () => !isDown);
  Object.assign(deps, { log: logTo((line) => lines.push(line)) });
  await expect(remove(deps)).rejects.toBeInstanceOf(Refusal);
  isDown = false;
  await remove(deps);
  expect(lines.join('\n')).toContain('bank account removed');
  expect(lines.join('\n')).not.toMatch(new RegExp(`${id}|${account.partnerId}`));
});
