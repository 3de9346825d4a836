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

const strict = (maxCentsADay: number | undefined = 500_000, options: MemoryOptions = {}): MemoryDeps => {
  const deps = memoryDeps(options);
  return Object.assign(deps, { settings: { ...deps.settings, newAccounts: { waitMs: day, maxCentsADay } } });
};

async function checkOf(deps: MemoryDeps, cents = 10_000, bankAccount: string = account.id, fields: object = {}) {
  const { quote_id } = await quotedAs(deps, 'check');
  const { check, ...request } = requestFor('check', quote_id, 'none', fields) as { check?: object };
  const drawn = { ...check, bank_account: bankAccount, amount_cents: cents };
  return (await orderedAs(deps, 'check', { ...request, check: drawn })).body;
}

async function soldCheck(deps: MemoryDeps, cents?: number, bankAccount?: string): Promise<string> {
  const { job_id } = await checkOf(deps, cents, bankAccount);
  await paid(deps, job_id as string);
  return job_id as string;
}

test('the first check waits a day, says so before and after the payment, and is then sent', async () => {
  const deps = strict();
  expect((await checkOf(deps)).warnings).toContainEqual(
    expect.stringMatching(/goes to print 24 hours after its payment/),
  );
  const before = deps.clock.now();
  const jobId = await soldCheck(deps);
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

test('a check that is scheduled for later keeps its day, and one for tomorrow still waits 24 hours', async () => {
  const deps = strict();
  for (const [sendOn, from] of [
    ['2026-12-01', '2026-12-01T09:30:00Z'],
    ['2026-11-22', '2026-11-22T12:00:0'],
  ] as const) {
    const jobId = await placedFor(deps, 'check', sendOn);
    await paid(deps, jobId);
    expect(new Date((await jobOf(deps, jobId)).notBefore ?? 0).toISOString()).toContain(from.slice(0, 13));
  }
});

describe('the daily limit', () => {
  test('refuses a single check that exceeds it', async () => {
    await expect(checkOf(strict(), 500_001)).rejects.toMatchObject({
      field: 'check.amount_cents',
      message: expect.stringMatching(/at most \$5,000\.00 a day.+ask the operator/),
    });
    expect((await checkOf(strict(), 500_000)).job_id).toMatch(/^job_/);
  });

  test('parks the check that exceeds it under any registration of the account, and starts over the next day', async () => {
    const deps = strict();
    const again = `bank_${'1'.repeat(26)}`;
    await deps.bankAccounts.create({ ...account, id: again });
    const first = await soldCheck(deps, 300_000);
    const second = await soldCheck(deps, 200_000, again);
    const third = await soldCheck(deps, 100);
    await deps.clock.advance(hour);
    expect(await stateOf(deps, third)).toMatchObject({ state: 'needs_review' });
    expect(deps.alarms.map(({ fields }) => fields.reason)).toContain('new account');
    await deps.clock.advance(day - hour);
    const nextDay = await soldCheck(deps, 500_000);
    await reconcileFor(deps, 25 * 60);
    for (const id of [first, second, nextDay]) expect(await stateOf(deps, id)).toMatchObject({ state: 'fulfilled' });
    expect(await deps.checkCounters.get(account.counterId)).toMatchObject({ unproven: [{ jobId: nextDay }] });
    await command(deps, 'refund', { job_id: third });
    await deps.clock.advance(5_000);
    expect(await stateOf(deps, third)).toEqual({ state: 'failed', refund: 'issued' });
    expect(deps.orders.all()).toHaveLength(3);
  });
});

test('a check whose counter is missing is held for a person, and one whose counter cannot be read stays due', async () => {
  const deps = strict();
  const jobId = await soldCheck(deps);
  const { get } = deps.checkCounters;
  Object.assign(deps.checkCounters, { get: () => Promise.reject(new Error('no answer')) });
  await deps.clock.advance(25 * hour);
  await expect(advance(deps, jobId)).rejects.toThrow('no answer');
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
  Object.assign(deps.checkCounters, { get: async () => undefined });
  await advance(deps, jobId);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
  expect(deps.alarms.map(({ fields }) => fields.reason)).toContain('new account');
  Object.assign(deps.checkCounters, { get });
  expect(deps.orders.all()).toEqual([]);
});

test('checks that are paid before midnight and sent after it are counted on the day on which they are sent', async () => {
  let isAfter = false;
  const deps = strict(500_000, { deliver: () => isAfter });
  Object.assign(deps.settings, { newAccounts: { waitMs: 0, maxCentsADay: 500_000 } });
  await deps.clock.advance(12 * hour - 10_000);
  const ids = [await soldCheck(deps, 300_000), await soldCheck(deps, 300_000)];
  await deps.clock.advance(10_000);
  isAfter = true;
  await reconcileFor(deps, 5);
  const states = await Promise.all(ids.map(async (id) => (await jobOf(deps, id)).state));
  expect(states.sort()).toEqual(['fulfilled', 'needs_review']);
});

describe('an account is proven', () => {
  const tried = async () => {
    const deps = strict(undefined, { readyMs: 60_000 });
    const jobId = await soldCheck(deps);
    await reconcileFor(deps, 25 * 60);
    await deps.clock.advance(3 * day);
    await reconcileFor(deps, 10);
    await statusOf(deps, jobId);
    return { deps, jobId };
  };

  test('by a check that was mailed 30 days ago, so that the next one does not wait', async () => {
    const { deps, jobId } = await tried();
    expect(await jobOf(deps, jobId)).toMatchObject({ partner: { stage: 'completed' } });
    expect((await jobOf(deps, await soldCheck(deps))).drawing?.waitMs).toBe(day);
    await deps.clock.advance(31 * day);
    expect((await jobOf(deps, await soldCheck(deps))).drawing?.waitMs).toBeUndefined();
    const other = `bank_${'1'.repeat(26)}`;
    await deps.bankAccounts.create({ ...account, id: other });
    expect((await jobOf(deps, await soldCheck(deps, 100, other))).drawing?.waitMs).toBe(day);
  });

  test('not by a check that can no longer prove it, such as a canceled one: the next check becomes the trial', async () => {
    const deps = strict();
    await ask(cancelJob, deps, { job_id: await soldCheck(deps) }, caller);
    const next = await soldCheck(deps);
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
  ])('does a check that %s prove it? %s', (_, expected, changes, firstSeenAt) => {
    expect(isProven({ ...mailed, ...changes, firstSeenAt } as Job, 30 * day)).toBe(expected);
    expect(isProven(undefined, 30 * day)).toBe(false);
  });
});

describe('the owner of the account', () => {
  const notified = async (ownerEmail: string | undefined = 'owner@example.com') => {
    const deps = strict();
    await deps.bankAccounts.create({ ...account, id: `bank_${'2'.repeat(26)}`, ownerEmail });
    const jobId = await soldCheck(deps, 10_000, `bank_${'2'.repeat(26)}`);
    await deps.clock.advance(hour);
    return { deps, jobId, emails: deps.emails.all() };
  };
  const linkIn = (text: string | undefined) => /http\S+\/pay\/(\S+)\/cancel/.exec(text ?? '')?.[1] ?? '';

  test('gets one email, with a link to a page whose button stops the check and refunds everything', async () => {
    const { deps, jobId, emails } = await notified();
    const subject = 'A check on your account: Check for US$100.00 to ON M5V 2T6';
    expect(emails).toMatchObject([{ to: 'owner@example.com', subject }]);
    const [{ text, html } = {}] = emails;
    expect(text).toMatch(
      /If you didn’t agree to it, stop it before[\s\S]+your address was given with this bank account/,
    );
    const code = linkIn(text);
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

  test('gets the email in the language of the order', async () => {
    const deps = strict();
    const id = `bank_${'2'.repeat(26)}`;
    await deps.bankAccounts.create({ ...account, id, ownerEmail: 'owner@example.com' });
    const notify = { email: 'ada@example.com', language: 'fr' };
    await paid(deps, (await checkOf(deps, 10_000, id, { notify })).job_id as string);
    await deps.clock.advance(hour);
    const toOwner = deps.emails.all().find(({ to }) => to === 'owner@example.com');
    expect(toOwner?.subject).toMatch(/^Un chèque tiré sur votre compte/);
    expect(toOwner?.text).toMatch(/Si vous n’avez pas donné votre accord, arrêtez-le avant/);
  });

  test('gets no email if the account has no address, or if this service has no rules for new accounts', async () => {
    expect((await notified('')).emails).toEqual([]);
    const deps = memoryDeps();
    await deps.bankAccounts.create({ ...account, id: `bank_${'2'.repeat(26)}`, ownerEmail: 'owner@example.com' });
    await soldCheck(deps, 10_000, `bank_${'2'.repeat(26)}`);
    await deps.clock.advance(hour);
    expect(deps.emails.all()).toEqual([]);
  });
});
