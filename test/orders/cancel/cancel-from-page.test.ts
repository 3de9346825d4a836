/** Canceling from the page: who can cancel, until when, and what happens if a request is repeated, forged or too late. */
import { formTokenOf } from '../../../shared/domain/ids.ts';
import { askToCancel, cancelFromPage } from '../../../shared/pages/cancel.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { jobOf, paid, paidOnly, placed, submitted } from '../../support/fakes/orders.ts';
import { command, withStoppedQueue } from '../../support/operated.ts';

const minute = 60_000;

const press = async (deps: MemoryDeps, jobId: string) =>
  cancelFromPage(deps, (await jobOf(deps, jobId)).payCode, formTokenOf('cancel', jobId));

test('opening the cancel page asks for confirmation, says until when the order can be stopped, and changes nothing', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const before = await jobOf(deps, jobId);
  const page = await askToCancel(deps, before.payCode);
  expect(page).toMatchObject({ outcome: 'undecided', progress: { cancellable: { until: before.partner?.newsAt } } });
  expect(before.partner?.newsAt).toBeGreaterThan(deps.clock.now());
  expect(JSON.stringify(page)).not.toContain(jobId);
  expect(await jobOf(deps, jobId)).toEqual(before);
});

test('the button stops the order and refunds it, and pressing it again shows the same result', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  for (const _ of ['once', 'twice'])
    expect(await press(deps, jobId)).toMatchObject({
      outcome: 'cancelled',
      progress: { stage: 'cancelled', refund: 'issued', cancellable: undefined },
    });
  expect(deps.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
  expect(deps.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined)).toHaveLength(1);
});

test('an unpaid order cannot be canceled from its page, because other people may have the link', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  expect(await press(deps, jobId)).toMatchObject({ outcome: 'undecided', progress: { stage: 'unpaid' } });
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'awaiting_payment' });
  await paid(deps, jobId);
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('an order on hold cannot be canceled from its page, because a person decides', async () => {
  const { deps } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  await command(deps, 'park', { job_id: jobId, reason: 'other' });
  expect(await press(deps, jobId)).toMatchObject({
    outcome: 'declined',
    progress: { stage: 'needs_review', newsBy: deps.clock.now() + 24 * 60 * minute, isLate: false },
  });
});

test.each([
  ['without a token', undefined],
  ['with an empty token', ''],
  ['with the token of another order', formTokenOf('cancel', `job_${'1'.repeat(26)}`)],
])('a forged cancellation %s is refused, and changes nothing', async (_, token) => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const before = await jobOf(deps, jobId);
  await expect(cancelFromPage(deps, before.payCode, token)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await jobOf(deps, jobId)).toEqual(before);
});

test('an unknown code, a job id and an order number do not open a cancel page', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  for (const code of [`pay_${'0'.repeat(26)}`, jobId, 'order_000000000000', '']) {
    await expect(askToCancel(deps, code)).rejects.toMatchObject({ code: 'not_found' });
    await expect(cancelFromPage(deps, code, formTokenOf('cancel', jobId))).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});
