/** An order with a day to print. In these tests, the clock starts at noon UTC on 2026-11-21. */
import { dayOf } from '../../shared/domain/job/job.ts';
import { showPayPage } from '../../shared/pages/views/show-pay-page.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { statusOf } from '../support/fakes/given.ts';
import { orderedAs, paid, placedFor, quotedAs, samples } from '../support/fakes/orders.ts';

test.each([
  ['letter', '2026-11-21', 'letter.send_on must be a day from 2026-11-22 to 2027-02-19 (in Eastern Time)'],
  ['letter', '2026-11-20', 'letter.send_on must be a day from'],
  ['letter', '2027-02-20', 'letter.send_on must be a day from'],
  ['check', '2027-02-20', 'check.send_on must be a day from 2026-11-22 to 2027-02-19 (in Newfoundland Time)'],
  ['letter', '2027-02-30', 'letter.send_on must be a calendar date as YYYY-MM-DD'],
  ['letter', '2026-12-24T10:00:00Z', 'letter.send_on must be a calendar date'],
  ['letter', '24.12.2026', 'letter.send_on must be a calendar date'],
  ['check', 20261224, 'check.send_on must be a calendar date'],
  ['check', ['2026-12-24'], 'check.send_on must be a calendar date'],
  ['check', true, 'check.send_on must be a calendar date'],
] as const)('the send_on of a %s cannot be %j', async (product, sendOn, message) => {
  const deps = memoryDeps();
  await expect(placedFor(deps, product, sendOn)).rejects.toMatchObject({
    code: 'invalid_request',
    field: `${product}.send_on`,
    message: expect.stringContaining(message),
  });
  expect(deps.jobs.all()).toEqual([]);
});

test.each(['2026-11-22', '2027-02-19', null])('the send_on of a letter can be %j', async (sendOn) => {
  expect(await placedFor(memoryDeps(), 'letter', sendOn)).toMatch(/^job_/);
});

test('send_on is compared with the current date in the recipient’s country', async () => {
  const deps = memoryDeps();
  await deps.clock.advance(15.75 * 3_600_000);
  // It is 22:45 in New York, and 00:15 in Newfoundland.
  expect(dayOf(deps.clock.now())).toBe('2026-11-22');
  expect(await placedFor(deps, 'letter', '2026-11-22')).toMatch(/^job_/);
  await expect(placedFor(deps, 'check', '2026-11-22')).rejects.toMatchObject({ field: 'check.send_on' });
});

test('an idempotency key cannot be reused with a different send_on', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'letter');
  const request = (send_on?: string) => ({
    quote_id,
    idempotency_key: 'one-key',
    letter: { ...samples.letter.order('none'), send_on },
  });
  const first = await orderedAs(deps, 'letter', request('2026-12-24'));
  await deps.clock.advance(20 * 3_600_000);
  expect((await orderedAs(deps, 'letter', request('2026-12-24'))).body).toEqual(first.body);
  const other = orderedAs(deps, 'letter', request('2026-12-25'));
  await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

describe.each([
  ['letter', '2026-12-28', '2026-12-24T04:00:00.000Z'],
  ['check', '2026-12-29', '2026-12-24T02:30:00.000Z'],
] as const)('a scheduled %s', (product, earliest, cancelUntil) => {
  test(`the status of a scheduled ${product} has its day, the expected delivery and the deadline for canceling`, async () => {
    const deps = memoryDeps();
    const jobId = await placedFor(deps, product, '2026-12-24');
    expect(await statusOf(deps, jobId)).toMatchObject({ status: 'awaiting_payment', send_on: '2026-12-24' });
    await paid(deps, jobId);
    const { expected_delivery, cancel_until, ...status } = await statusOf(deps, jobId);
    expect(status).toMatchObject({ fulfillment_status: 'queued', send_on: '2026-12-24', cancellable: true });
    expect(expected_delivery).toMatchObject({ earliest });
    expect(new Date(Number(cancel_until)).toISOString()).toBe(cancelUntil);
  });

  test(`the pay page shows the day of a scheduled ${product} before the payment and while the order waits`, async () => {
    const deps = memoryDeps();
    const jobId = await placedFor(deps, product, '2026-12-24');
    const code = (await deps.jobs.get(jobId))?.payCode ?? '';
    expect(await showPayPage(deps, code)).toMatchObject({
      facts: expect.arrayContaining([{ label: 'Goes to print', value: '2026-12-24', day: '2026-12-24' }]),
      usualWait: { countsFromSendDate: true },
      progress: { sendOn: '2026-12-24', stage: 'unpaid' },
      cancelUntil: Date.parse(cancelUntil),
    });
    await paid(deps, jobId);
    expect(await showPayPage(deps, code)).toMatchObject({
      progress: { stage: 'scheduled', cancellable: { until: expect.any(Number) } },
    });
    await deps.clock.advance(33 * 24 * 3_600_000);
    expect((await showPayPage(deps, code)).progress.stage).not.toBe('scheduled');
  });
});
