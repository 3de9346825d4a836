/** The operator's commands `resubmit` and `refund`, above all for parked jobs, whose order the partner may have. */
import { orderNumberOf, spokenOrderNumber } from '../../shared/domain/ids.ts';
import { cautiousAssumptions } from '../../shared/partners/partner.ts';
import { memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { cancel, providerSends } from '../support/fakes/given.ts';
import { paidOnly, placed, reconcileFor, submitted } from '../support/fakes/orders.ts';
import {
  changeLetterPartner,
  claimedJob,
  command,
  hour,
  jobInReview,
  minute,
  refused,
  restorePartner,
  stateOf,
  withStoppedQueue,
} from '../support/operated.ts';

const acts = ['resubmit', 'refund'] as const;

test.each(acts)('%s does nothing while the partner does not say whether it has the order', async (act) => {
  const deps = memoryDeps();
  const jobId = await jobInReview(deps, true);
  expect(await command(deps, act, { job_id: jobId })).toEqual(refused(new RegExp(`reference ${jobId} .*--sure`)));
  expect(await stateOf(deps, jobId)).toEqual({ state: 'needs_review', refund: 'not_applicable' });
});

test.each(acts)('%s sends nothing and refunds nothing if the partner has the order after all', async (act) => {
  const deps = memoryDeps();
  const { letter } = deps.partners;
  const jobId = await jobInReview(deps, true);
  restorePartner(deps, letter);
  expect(await command(deps, act, { job_id: jobId })).toEqual(refused('has the order after all'));
  await reconcileFor(deps, 2);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  expect(deps.orders.all()).toHaveLength(1);
});

test.each([
  ['refund', { state: 'failed', refund: 'issued' }, 0],
  ['resubmit', { state: 'fulfilled', refund: 'not_applicable' }, 1],
] as const)('%s is carried out once the partner says that it has no order', async (act, expected, orders) => {
  const deps = memoryDeps();
  const { letter } = deps.partners;
  const jobId = await jobInReview(deps, false);
  restorePartner(deps, letter);
  expect(await command(deps, act, { job_id: jobId })).toMatchObject({ ok: true });
  await reconcileFor(deps, 2);
  expect(await stateOf(deps, jobId)).toEqual(expected);
  expect(deps.orders.all()).toHaveLength(orders);
});

test('refund does not report a disputed payment as refunded', async () => {
  const { deps, go } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'disputed' }) });
  await providerSends(deps, jobId, 'disputed');
  expect(await command(deps, 'refund', { job_id: jobId })).toMatchObject({ ok: true });
  go();
  await reconcileFor(deps, 2);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
  expect(await command(deps, 'refund', { job_id: jobId })).toEqual(refused('do not refund it as well'));
  const { body } = await cancel(deps, jobId);
  for (const sentence of [(await deps.jobs.get(jobId))?.error, body.error]) expect(sentence).not.toMatch(/is refunded/);
});

test.each(acts)('%s of a parked job is refused while a call to the partner may be in progress', async (act) => {
  const { deps } = withStoppedQueue();
  const jobId = await claimedJob(deps);
  changeLetterPartner(deps, { assumed: cautiousAssumptions });
  await command(deps, 'park', { job_id: jobId, reason: 'payer' });
  // The lease of a submission, and the time until the partner's list has the order.
  const waitMs = 150_000;
  const time = new Date(Math.ceil((deps.clock.now() + waitMs) / 1_000) * 1_000).toISOString().slice(11, 19);
  const advice = `After ${time} UTC, run this again: npm run ops -- ${act} ${spokenOrderNumber(orderNumberOf(jobId))}`;
  expect(await command(deps, act, { job_id: jobId })).toEqual(refused(`${advice}, with`));
  const { says } = await command(deps, act, { job_id: jobId, sure: true });
  expect(says).toContain(`${advice} --sure`);
  await deps.clock.advance(waitMs + 1_000);
  expect(await command(deps, act, { job_id: jobId })).toMatchObject({ ok: true });
});

test('refund never refunds an order that the partner lists only after a minute', async () => {
  const deps = memoryDeps();
  const { submit, find } = deps.partners.letter;
  const listedAt = deps.clock.now() + minute;
  changeLetterPartner(deps, {
    submit: async (request) => {
      await command(deps, 'park', { job_id: request.jobId, reason: 'other' });
      await submit(request);
      return { kind: 'unknown', reason: 'no response' };
    },
    find: async (...lookup) => (deps.clock.now() < listedAt ? { kind: 'none' } : find(...lookup)),
  });
  const jobId = await submitted(deps);
  await deps.clock.advance(35_000);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await command(deps, 'refund', { job_id: jobId });
    await deps.clock.advance(30_000);
  }
  const [order] = deps.orders.all();
  const { refund } = await stateOf(deps, jobId);
  expect(refund).toBe(order?.cancelledAt === undefined ? 'not_applicable' : 'issued');
});

test('resubmit is refused if the job changes during the call to the partner', async () => {
  const { deps } = withStoppedQueue();
  const jobId = await claimedJob(deps);
  await command(deps, 'park', { job_id: jobId, reason: 'payer' });
  await deps.clock.advance(3 * minute);
  changeLetterPartner(deps, {
    find: async () => {
      await providerSends(deps, jobId, 'disputed');
      return { kind: 'none' };
    },
  });
  expect(await command(deps, 'resubmit', { job_id: jobId })).toEqual(refused('changed in the meantime'));
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
});

test('refund does not report a job as fulfilled if its payment is refunded during the call to the partner', async () => {
  const deps = memoryDeps();
  const jobId = await jobInReview(deps, true);
  changeLetterPartner(deps, {
    find: async () => {
      await providerSends(deps, jobId, 'refunded');
      return { kind: 'found', order: { id: 'letter_1', stage: 'accepted' } };
    },
  });
  const { says } = await command(deps, 'refund', { job_id: jobId });
  expect(await stateOf(deps, jobId)).toEqual({ state: 'needs_review', refund: 'issued' });
  expect(says).toMatch(/changed in the meantime/);
});

test('after two days, resubmit and refund need --sure, because the partner may no longer list the order', async () => {
  const deps = memoryDeps();
  const jobId = await jobInReview(deps, true);
  await deps.clock.advance(50 * hour);
  changeLetterPartner(deps, { assumed: cautiousAssumptions, find: async () => ({ kind: 'none' }) });
  for (const act of acts) expect(await command(deps, act, { job_id: jobId })).toEqual(refused('--sure'));
  expect(await command(deps, 'refund', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
});

test('resubmit sends a job with a disputed payment only with --sure', async () => {
  const { deps, go } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  await providerSends(deps, jobId, 'disputed');
  go();
  expect(await command(deps, 'resubmit', { job_id: jobId })).toEqual(refused('disputed'));
  expect(await command(deps, 'resubmit', { job_id: jobId, sure: true })).toMatchObject({ ok: true });
  await deps.clock.advance(1_000);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('resubmit of a disputed job also asks the operator to look for the order at the partner', async () => {
  const { deps } = withStoppedQueue();
  const jobId = await claimedJob(deps);
  await providerSends(deps, jobId, 'disputed');
  expect(await command(deps, 'resubmit', { job_id: jobId })).toEqual(
    refused(new RegExp(`disputed.*reference ${jobId} .*--sure`)),
  );
});

test('resubmit sends a fax that was parked after its line was busy', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps, 'fax', 'busy_once');
  while ((await deps.jobs.get(jobId))?.failedRounds === 0) await deps.clock.advance(100);
  expect(await command(deps, 'park', { job_id: jobId, reason: 'content' })).toMatchObject({ ok: true });
  await deps.clock.advance(hour);
  expect(await command(deps, 'resubmit', { job_id: jobId })).toMatchObject({ ok: true });
  await deps.clock.advance(minute);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
});

test('refund names the payment to refund by hand when the provider refuses', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refused' }) });
  expect(await command(deps, 'refund', { job_id: jobId })).toEqual({
    ok: true,
    says: expect.stringMatching(/^It is stopped. .*contact_support.*pi_test_\w+ in its dashboard/),
  });
  expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'contact_support' });
});

test('refund never refunds a mailed letter, and says how to refund it as goodwill', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps, 'letter', 'in_production');
  await reconcileFor(deps, 2);
  const result = await command(deps, 'refund', { job_id: jobId });
  expect(result).toEqual(refused(/^It was mailed on .+ cannot be recalled.*goodwill.*pi_test_\w+.*dashboard/));
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  expect(deps.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined)).toEqual([]);
});

test('if the provider refuses the refund of a paid job, refund says how to stop the job', async () => {
  const { deps } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refused' }) });
  const result = await command(deps, 'refund', { job_id: jobId });
  expect(result).toEqual(refused(/refused the refund.*park it first\.$/));
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
});

test('refund refunds no job twice, and no job that was never paid', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps, 'letter', 'reject');
  await reconcileFor(deps, 2);
  expect(await command(deps, 'refund', { job_id: jobId })).toEqual(refused('It was refunded already.'));
  expect(await command(deps, 'refund', { job_id: await placed(deps) })).toMatchObject({ ok: false });
});
