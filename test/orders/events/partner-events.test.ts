/** A partner's event advances a job as a reading does: never back, never twice, never for another's order. */

import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { getJob } from '../../../shared/orders/follow/get-job.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import { getReceipt } from '../../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import type { PartnerEvent } from '../../../shared/partners/partner.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { caller, jobOf, paid, placed } from '../../support/fakes/orders.ts';

type Progress = Extract<
  Extract<PartnerEvent, { kind: 'order' }>['view'],
  { kind: 'progress'; progress: unknown }
>['progress'];

let deps: MemoryDeps;
let jobId: string;
let partnerId: string;

const job = async () => {
  const found = await jobOf(deps, jobId);
  return found;
};

beforeEach(async () => {
  deps = memoryDeps({ readyMs: 100 * 3_600_000 });
  jobId = await placed(deps);
  await paid(deps, jobId);
  partnerId = `${(await job()).partner?.id}`;
});

const named = { id: 'event_1', type: 'letter.updated' };
const told = (progress: Progress) =>
  receivePartnerEvent(deps, { ...named, kind: 'order', partnerId, view: { kind: 'progress', progress } });
const stopped = () =>
  receivePartnerEvent(deps, {
    ...named,
    kind: 'order',
    partnerId,
    view: { kind: 'stopped', reason: 'The content cannot be printed.' },
  });

test('news of the order is recorded, and the next reading put off', async () => {
  await deps.clock.wind(60_000);
  expect(await told({ stage: 'dispatched', tracking: { number: '9400' } })).toEqual({
    outcome: 'done',
    body: { ok: true, job_id: jobId, ignored: null },
  });
  const after = await job();
  expect(after).toMatchObject({ state: 'fulfilled', partner: { stage: 'dispatched', tracking: { number: '9400' } } });
  expect(after.dueAt).toBeGreaterThan(deps.clock.now());
});

test('events that come late or twice take nothing back', async () => {
  await told({ stage: 'completed', final: true, tracking: { number: '9400' } });
  const done = await job();
  for (const stage of ['accepted', 'in_progress', 'completed'] as const) await told({ stage });
  const after = await job();
  expect(after).toMatchObject({ state: 'fulfilled', partner: { ...done.partner, final: true } });
  expect(after.dueAt).toBeUndefined();
});

const view = async () => (await ask(getJob, deps, { job_id: jobId }, caller)).body;

describe('mail that comes back', () => {
  const returned: Progress = { stage: 'dispatched', returned: true, final: true };

  test.each([
    ['after the last stage was known', [{ stage: 'completed', final: true }, returned]],
    ['before the partner says that it was mailed', [returned, { stage: 'dispatched' }]],
    ['twice, with older news after it', [returned, returned, { stage: 'in_progress' }]],
  ] as const)('is told, refunds nothing, and is read no more: %s', async (_, all) => {
    for (const progress of all) await told(progress);
    expect(await job()).toMatchObject({ state: 'fulfilled', refund: 'not_applicable', partner: { returned: true } });
    expect((await job()).dueAt).toBeUndefined();
    expect(await view()).toMatchObject({
      ...{ status: 'fulfilled', payment_status: 'paid', fulfillment_status: 'mailed', delivery_status: 'untracked' },
      ...{ refund: 'not_applicable', error: null, returned_at: expect.any(Number) },
      return_notice: expect.stringContaining('nothing is refunded'),
      timeline: expect.arrayContaining([{ step: 'returned', at: expect.any(Number) }]),
    });
    expect((await view()).expected_delivery).toBeUndefined();
    const { body: receipt } = await ask(getReceipt, deps, { job_id: jobId }, caller);
    expect(receipt).toMatchObject({
      status: 'mailed',
      statement: expect.stringContaining('nothing is refunded'),
      times: { returned_at: (await view()).returned_at },
    });
    expect(deps.alarms).toEqual([]);
  });

  test('of an order that was refunded is not said to refund nothing', async () => {
    await told(returned);
    await deps.jobs.replace({ ...(await job()), refund: 'issued' });
    const { body: receipt } = await ask(getReceipt, deps, { job_id: jobId }, caller);
    expect(receipt.statement).toContain('on its way back to its sender');
    expect(receipt.statement).not.toContain('nothing is refunded');
  });

  test('a lost event is made up for by asking the partner', async () => {
    await told({ stage: 'dispatched' });
    const { read } = deps.partners.letter;
    const partner = { ...deps.partners.letter, read: async () => ({ kind: 'progress' as const, progress: returned }) };
    expect(await read(partnerId)).not.toMatchObject({ kind: 'progress', progress: { returned: true } });
    await deps.clock.wind(3_600_000);
    await ask(getJob, { ...deps, partners: { ...deps.partners, letter: partner } }, { job_id: jobId }, caller);
    expect(await view()).toHaveProperty('returned_at');
  });
});

test('scans may come in any order and twice, change no status, and prove no delivery', async () => {
  const at = deps.clock.now() - 3_600_000;
  const area = { code: 'in_local_area', at, place: '12207' } as const;
  const entered = { code: 'entered', at: at - 3_600_000 } as const;
  await told({ stage: 'dispatched' });
  const { carrier_scans: none, timeline: before, summary: _, ...unchanged } = await view();
  expect(none).toBeUndefined();
  for (const scans of [[area], [entered, area], [area]]) await told({ stage: 'dispatched', scans });
  const { carrier_scans, scan_notice, timeline, summary, ...status } = await view();
  expect(status).toEqual(unchanged);
  expect(carrier_scans).toEqual([entered, area]);
  for (const notice of [scan_notice, summary]) expect(notice).toContain('does not prove delivery');
  const steps = [entered, area].map(({ code, at }) => ({ step: 'scanned', at, scan: code }));
  expect(timeline).toEqual(expect.arrayContaining(steps));
  expect(timeline).toHaveLength((before as unknown[]).length + 2);
  const { body: receipt } = await ask(getReceipt, deps, { job_id: jobId }, caller);
  expect(receipt).toMatchObject({ status: 'mailed', carrier_scans: [entered, area] });
  expect(receipt.statement).toContain('says nothing about delivery');
});

test('an order that the partner stops on its own fails the job and is refunded, once', async () => {
  expect(await stopped()).toMatchObject({ outcome: 'done', body: { job_id: jobId } });
  await deps.clock.wind(1_000);
  expect(await job()).toMatchObject({ state: 'failed', refund: 'issued', error: 'The content cannot be printed.' });
  const refunds = deps.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined);
  await stopped();
  await deps.clock.wind(1_000);
  expect(deps.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined)).toEqual(refunds);
});

test('the job is hurried on whenever something is owed, by a repeat too', async () => {
  let delivers = true;
  deps = memoryDeps({ readyMs: 100 * 3_600_000, deliver: () => delivers });
  jobId = await placed(deps);
  await paid(deps, jobId);
  partnerId = `${(await job()).partner?.id}`;
  delivers = false;
  const sent = deps.sent.length;
  await stopped();
  await stopped();
  expect(deps.sent.slice(sent)).toEqual([jobId, jobId]);
});

test('an attempt that an event has postponed is queued for its time, not left to reconcile', async () => {
  const sent = deps.sent.length;
  const view = { kind: 'stopped', reason: 'The receiving line was busy.', mayBounce: true } as const;
  await receivePartnerEvent(deps, { ...named, kind: 'order', partnerId, view });
  expect(await job()).toMatchObject({ state: 'paid', bounces: 1 });
  expect(deps.sent.slice(sent)).toEqual([jobId]);
  await deps.clock.wind(10_000);
  expect(await job()).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

test('an order that we cancelled stays cancelled', async () => {
  await ask(cancelJob, deps, { job_id: jobId }, caller);
  const before = await job();
  expect(before).toMatchObject({ state: 'cancelled', refund: 'issued' });
  await stopped();
  await told({ stage: 'in_progress' });
  expect(await job()).toEqual(before);
});

test('an order that no job has yet is asked for again later, without an alarm', async () => {
  partnerId = 'letter_of_nobody';
  await expect(told({ stage: 'accepted' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(deps.alarms).toEqual([]);
});

test('an order of an earlier round, which a slow index still knows, changes nothing', async () => {
  const before = await job();
  const { idByPartnerId } = deps.jobs;
  Object.assign(deps.jobs, { idByPartnerId: async () => idByPartnerId(partnerId) });
  const late = {
    ...named,
    kind: 'order',
    partnerId: 'letter_before',
    view: { kind: 'stopped', reason: 'busy', mayBounce: true },
  } as const;
  await expect(receivePartnerEvent(deps, late)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await job()).toEqual(before);
});

test('an event that does not concern this service is reported as such', async () => {
  const why = 'Events of type postcard.updated change nothing here.';
  expect(await receivePartnerEvent(deps, { ...named, kind: 'ignored', why })).toEqual({
    outcome: 'done',
    body: { ok: true, job_id: null, ignored: why },
  });
});
