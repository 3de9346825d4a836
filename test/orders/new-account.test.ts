/** Checks on an unproven bank account: they wait, their daily amount is limited, and the owner can stop them. */
import { isProven } from '../../shared/domain/fraud.ts';
import { formTokenOf } from '../../shared/domain/ids.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { getJobEvents } from '../../shared/notify/notifications.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { progressOf } from '../../shared/orders/follow/progress.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { askToCancel, cancelFromPage } from '../../shared/pages/cancel.ts';
import { formatStatus } from '../../shared/web/mcp/tools.ts';
import { account, type MemoryDeps, type MemoryOptions, memoryDeps } from '../support/fakes/deps.ts';
import { statusOf } from '../support/fakes/given.ts';
import {
  caller,
  jobOf,
  orderedAs,
  paid,
  placedFor,
  quotedAs,
  reconcileFor,
  requestFor,
} from '../support/fakes/orders.ts';
import { command, hour, stateOf } from '../support/operated.ts';

const day = 24 * hour;

const maxCentsADay = 500_000;
const otherRegistration = `bank_${'1'.repeat(26)}`;
const ownedAccount = `bank_${'2'.repeat(26)}`;

/** A service where checks on new accounts wait a day and are limited to $5,000 a day. */
const strictDeps = (options: MemoryOptions = {}): MemoryDeps => {
  const deps = memoryDeps(options);
  return Object.assign(deps, { settings: { ...deps.settings, newAccounts: { waitMs: day, maxCentsADay } } });
};

async function orderCheck(deps: MemoryDeps, cents = 10_000, bankAccount: string = account.id, fields: object = {}) {
  const { quote_id } = await quotedAs(deps, 'check');
  const { check, ...request } = requestFor('check', quote_id, 'none', fields) as { check?: object };
  const changed = { ...check, bank_account: bankAccount, amount_cents: cents };
  return (await orderedAs(deps, 'check', { ...request, check: changed })).body;
}

async function paidCheck(deps: MemoryDeps, cents?: number, bankAccount?: string): Promise<string> {
  const { job_id } = await orderCheck(deps, cents, bankAccount);
  await paid(deps, job_id as string);
  return job_id as string;
}

test('the first check on an account waits a day, says so before and after the payment, and is then sent', async () => {
  const deps = strictDeps();
  expect((await orderCheck(deps)).warnings).toContainEqual(
    expect.stringMatching(/goes to print 24 hours after its payment/),
  );
  const before = deps.clock.now();
  const jobId = await paidCheck(deps);
  await deps.clock.advance(23 * hour);
  expect(deps.orders.all()).toEqual([]);
  const job = await jobOf(deps, jobId);
  const until = job.notBefore ?? 0;
  expect(until - before).toBeGreaterThanOrEqual(day);
  expect(await statusOf(deps, jobId)).toMatchObject({ status: 'paid', prints_after: new Date(until).toISOString() });
  expect(formatStatus(await statusOf(deps, jobId))).toContain('goes to print after 2026-11-22 12:00 UTC');
  expect(progressOf(job, deps.clock.now())).toMatchObject({ stage: 'scheduled', waitsUntil: until });
  await reconcileFor(deps, 62);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('the first check keeps a scheduled day that is later than its wait, but is not sent before 24 hours', async () => {
  const deps = strictDeps();
  for (const [sendOn, startsAt] of [
    ['2026-12-01', '2026-12-01T09'],
    ['2026-11-22', '2026-11-22T12'],
  ] as const) {
    const jobId = await placedFor(deps, 'check', sendOn);
    await paid(deps, jobId);
    expect(new Date((await jobOf(deps, jobId)).notBefore ?? 0).toISOString()).toContain(startsAt);
  }
});

test('a single check that exceeds the daily limit is refused', async () => {
  await expect(orderCheck(strictDeps(), maxCentsADay + 1)).rejects.toMatchObject({
    field: 'check.amount_cents',
    message: expect.stringMatching(/at most \$5,000\.00 a day.+ask the operator/),
  });
  expect((await orderCheck(strictDeps(), maxCentsADay)).job_id).toMatch(/^job_/);
});

test('a check that exceeds the daily limit under any registration of its account is parked, and the limit starts over the next day', async () => {
  const deps = strictDeps();
  await deps.bankAccounts.create({ ...account, id: otherRegistration });
  const first = await paidCheck(deps, 300_000);
  const second = await paidCheck(deps, 200_000, otherRegistration);
  const third = await paidCheck(deps, 100);
  await deps.clock.advance(hour);
  expect(await stateOf(deps, third)).toMatchObject({ state: 'needs_review' });
  expect(deps.alarms.map(({ fields }) => fields.reason)).toContain('new account');
  await deps.clock.advance(day - hour);
  const nextDay = await paidCheck(deps, maxCentsADay);
  await reconcileFor(deps, 25 * 60);
  for (const id of [first, second, nextDay]) expect(await stateOf(deps, id)).toMatchObject({ state: 'fulfilled' });
  expect(await deps.checkCounters.get(account.counterId)).toMatchObject({ unproven: [{ jobId: nextDay }] });
  await command(deps, 'refund', { job_id: third });
  await deps.clock.advance(5_000);
  expect(await stateOf(deps, third)).toEqual({ state: 'failed', refund: 'issued' });
  expect(deps.orders.all()).toHaveLength(3);
});

test('a check whose counter is missing is held for a person, and a check whose counter cannot be read stays due', async () => {
  const deps = strictDeps();
  const jobId = await paidCheck(deps);
  Object.assign(deps.checkCounters, { get: () => Promise.reject(new Error('no answer')) });
  await deps.clock.advance(25 * hour);
  await expect(advance(deps, jobId)).rejects.toThrow('no answer');
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
  Object.assign(deps.checkCounters, { get: async () => undefined });
  await advance(deps, jobId);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
  expect(deps.alarms.map(({ fields }) => fields.reason)).toContain('new account');
  expect(deps.orders.all()).toEqual([]);
});

test('checks that are paid before midnight and sent after midnight count toward the limit of the day on which they are sent', async () => {
  let isDelivering = false;
  const deps = strictDeps({ deliver: () => isDelivering });
  Object.assign(deps.settings, { newAccounts: { waitMs: 0, maxCentsADay } });
  await deps.clock.advance(12 * hour - 10_000);
  const ids = [await paidCheck(deps, 300_000), await paidCheck(deps, 300_000)];
  await deps.clock.advance(10_000);
  isDelivering = true;
  await reconcileFor(deps, 5);
  const states = await Promise.all(ids.map(async (id) => (await jobOf(deps, id)).state));
  expect(states.sort()).toEqual(['fulfilled', 'needs_review']);
});

describe('an account is proven', () => {
  /** A check whose account is on trial, four days after its payment. */
  const completedTrial = async () => {
    const deps = strictDeps({ readyMs: 60_000 });
    const jobId = await paidCheck(deps);
    await reconcileFor(deps, 25 * 60);
    await deps.clock.advance(3 * day);
    await reconcileFor(deps, 10);
    await statusOf(deps, jobId);
    return { deps, jobId };
  };

  test('an account is proven by a check that was mailed 30 days ago, so its next check does not wait', async () => {
    const { deps, jobId } = await completedTrial();
    expect(await jobOf(deps, jobId)).toMatchObject({ partner: { stage: 'completed' } });
    expect((await jobOf(deps, await paidCheck(deps))).drawing?.waitMs).toBe(day);
    await deps.clock.advance(31 * day);
    expect((await jobOf(deps, await paidCheck(deps))).drawing?.waitMs).toBeUndefined();
    await deps.bankAccounts.create({ ...account, id: otherRegistration });
    expect((await jobOf(deps, await paidCheck(deps, 100, otherRegistration))).drawing?.waitMs).toBe(day);
  });

  test('after a check that can no longer prove the account, such as a canceled one, the next check becomes the trial', async () => {
    const deps = strictDeps();
    await ask(cancelJob, deps, { job_id: await paidCheck(deps) }, caller);
    const next = await paidCheck(deps);
    await deps.clock.advance(hour);
    expect(await deps.bankAccounts.get(account.id)).toMatchObject({ trialId: next });
  });

  const mailed = { state: 'fulfilled', refund: 'not_applicable', partner: { id: '1', stage: 'dispatched', readAt: 0 } };
  test.each([
    ['was mailed 30 days ago', true, {}, { dispatched: 0 }],
    ['was mailed 29 days ago', false, {}, { dispatched: day }],
    ['was returned', false, {}, { dispatched: 0, returned: day }],
    ['was refunded', false, { refund: 'issued' }, { dispatched: 0 }],
    ['is being recalled', false, { state: 'recalling' }, { dispatched: 0 }],
    ['has a fraud warning', false, {}, { dispatched: 0, fraud_warned: day }],
    ['is disputed', false, { disputes: { du_1: 'open' } }, { dispatched: 0 }],
    ['has a lost dispute', false, { disputes: { du_1: 'lost' } }, { dispatched: 0 }],
    ['is only being printed', false, { partner: { ...mailed.partner, stage: 'in_progress' } }, {}],
  ])('whether a check that %s proves its account: %s', (_, expected, changes, firstSeenAt) => {
    expect(isProven({ ...mailed, ...changes, firstSeenAt } as Job, 30 * day)).toBe(expected);
  });

  test('an account without a trial is not proven', () => {
    expect(isProven(undefined, 30 * day)).toBe(false);
  });
});

describe('the owner of the account', () => {
  /** A paid check on a new account with this owner, and the emails an hour later. */
  const checkWithOwner = async (ownerEmail: string | undefined = 'owner@example.com') => {
    const deps = strictDeps();
    await deps.bankAccounts.create({ ...account, id: ownedAccount, ownerEmail });
    const jobId = await paidCheck(deps, 10_000, ownedAccount);
    await deps.clock.advance(hour);
    return { deps, jobId, emails: deps.emails.all() };
  };
  const cancelCodeIn = (text: string | undefined) => /http\S+\/pay\/(\S+)\/cancel/.exec(text ?? '')?.[1] ?? '';

  test('the owner of a new account gets one email, with a link to a page that stops the check and refunds it in full', async () => {
    const { deps, jobId, emails } = await checkWithOwner();
    const subject = 'A check on your account: Check for US$100.00 to ON M5V 2T6';
    expect(emails).toMatchObject([{ to: 'owner@example.com', subject }]);
    const [{ text, html } = {}] = emails;
    expect(text).toMatch(
      /If you didn’t agree to it, stop it before[\s\S]+your address was given with this bank account/,
    );
    const code = cancelCodeIn(text);
    expect(html).toContain(`/pay/${code}/cancel`);
    expect((await askToCancel(deps, code)).outcome).toBe('undecided');
    await expect(cancelFromPage(deps, code, formTokenOf('cancel', 'job_of_another'))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
    for (let press = 0; press < 2; press += 1)
      expect((await cancelFromPage(deps, code, formTokenOf('cancel', jobId))).outcome).toBe('cancelled');
    expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
    await deps.clock.advance(2 * day);
    expect(deps.emails.all()).toHaveLength(1);
    expect(deps.orders.all()).toEqual([]);
    const events = JSON.stringify(await ask(getJobEvents, deps, { job_id: jobId }, caller));
    expect([events.includes('owner@'), events.includes('the owner of the account')]).toEqual([false, true]);
  });

  test('the owner of a new account gets the email in the language of the order', async () => {
    const deps = strictDeps();
    await deps.bankAccounts.create({ ...account, id: ownedAccount, ownerEmail: 'owner@example.com' });
    const notify = { email: 'ada@example.com', language: 'fr' };
    await paid(deps, (await orderCheck(deps, 10_000, ownedAccount, { notify })).job_id as string);
    await deps.clock.advance(hour);
    const toOwner = deps.emails.all().find(({ to }) => to === 'owner@example.com');
    expect(toOwner?.subject).toMatch(/^Un chèque tiré sur votre compte/);
    expect(toOwner?.text).toMatch(/Si vous n’avez pas donné votre accord, arrêtez-le avant/);
  });

  test('the owner gets no email if the account has no email address, or if this service has no rules for new accounts', async () => {
    expect((await checkWithOwner('')).emails).toEqual([]);
    const deps = memoryDeps();
    await deps.bankAccounts.create({ ...account, id: ownedAccount, ownerEmail: 'owner@example.com' });
    await paidCheck(deps, 10_000, ownedAccount);
    await deps.clock.advance(hour);
    expect(deps.emails.all()).toEqual([]);
  });
});
