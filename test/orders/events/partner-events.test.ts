/** A partner's event advances a job as a poll does: never backwards, never twice, and never for another job's order. */
import { sentenceByStatus } from '../../../shared/orders/follow/state-words.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import type { PartnerEvent } from '../../../shared/partners/partner.ts';
import { given } from '../../support/fakes/given.ts';

type View = Extract<PartnerEvent, { kind: 'order' }>['view'];
type Progress = Extract<View, { kind: 'progress' }>['progress'];

const eventFields = { id: 'event_1', type: 'letter.updated' };
const stopped: View = { kind: 'stopped', reason: 'The content cannot be printed.', cause: 'ours' };

/** A letter that its partner has, and functions that report on it as the partner would. */
async function letterAtPartner(deliver = () => true) {
  const order = await given('submitted', { readyMs: 100 * 3_600_000, deliver });
  const { partner } = await order.job();
  const report = (view: View, partnerId = partner?.id ?? '') =>
    receivePartnerEvent(order.deps, { ...eventFields, kind: 'order', partnerId, view });
  const reportProgress = (progress: Progress) => report({ kind: 'progress', progress });
  return { ...order, report, reportProgress };
}

test('a partner’s event is recorded, and the next poll is postponed', async () => {
  const { deps, id, ...order } = await letterAtPartner();
  await deps.clock.advance(60_000);
  expect(await order.reportProgress({ stage: 'dispatched', tracking: { number: '9400' } })).toEqual({
    outcome: 'done',
    body: { ok: true, job_id: id, ignored: null },
  });
  const after = await order.job();
  expect(after).toMatchObject({ state: 'fulfilled', partner: { stage: 'dispatched', tracking: { number: '9400' } } });
  expect(after.dueAt).toBeGreaterThan(deps.clock.now());
});

const returned: Progress = { stage: 'dispatched', returned: true, final: true };

test.each([
  ['after its last stage', [{ stage: 'completed', final: true }, returned]],
  ['before the partner reports that it was mailed', [returned, { stage: 'dispatched' }]],
  ['twice, and before an older update', [returned, returned, { stage: 'in_progress' }]],
] as const)('mail that is reported as returned %s is not refunded, and not polled again', async (_, reports) => {
  const order = await letterAtPartner();
  for (const progress of reports) await order.reportProgress(progress);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', partner: { returned: true } });
  expect((await order.job()).dueAt).toBeUndefined();
  const view = await order.status();
  expect(view).toMatchObject({
    status: 'fulfilled',
    payment_status: 'paid',
    fulfillment_status: 'mailed',
    delivery_status: 'untracked',
    refund: 'not_applicable',
    error: null,
    returned_at: expect.any(Number),
    return_notice: expect.stringContaining('nothing is refunded'),
    timeline: expect.arrayContaining([{ step: 'returned', at: expect.any(Number) }]),
  });
  expect(view.expected_delivery).toBeUndefined();
  const statement = expect.stringContaining('Returned mail is not refunded.');
  expect(await order.receipt()).toMatchObject({
    status: 'mailed',
    statement,
    times: { returned_at: view.returned_at },
  });
  expect(order.alarms()).toEqual([]);
});

test.each([{ refund: 'issued' }, { refundedCents: 100 }] as const)(
  'if a person has refunded returned mail, its receipt and status do not say that it is not refunded: %j',
  async (refunded) => {
    const order = await letterAtPartner();
    await order.reportProgress(returned);
    await order.deps.jobs.replace({ ...(await order.job()), ...refunded });
    const { statement } = await order.receipt();
    const { summary, return_notice } = await order.status();
    for (const text of [statement, summary, return_notice]) {
      expect(text).toContain('on its way back to its sender');
      expect(text).not.toMatch(/(?:this is not|nothing is) refunded/i);
    }
  },
);

test('carrier scans are listed once each, by time, and neither change the status nor prove delivery', async () => {
  const order = await letterAtPartner();
  const at = order.deps.clock.now() - 3_600_000;
  const area = { code: 'in_local_area', at, place: '12207' } as const;
  const entered = { code: 'entered', at: at - 3_600_000 } as const;
  await order.reportProgress({ stage: 'dispatched' });
  const { carrier_scans: none, timeline: before, summary: _, ...unchanged } = await order.status();
  expect(none).toBeUndefined();
  for (const scans of [[area], [entered, area], [area]]) await order.reportProgress({ stage: 'dispatched', scans });
  const { carrier_scans, scan_notice, timeline, summary, ...status } = await order.status();
  expect(status).toEqual(unchanged);
  expect(carrier_scans).toEqual([entered, area]);
  for (const notice of [scan_notice, summary]) expect(notice).toContain('does not prove delivery');
  const steps = [entered, area].map(({ code, at }) => ({ step: 'scanned', at, scan: code }));
  expect(timeline).toEqual(expect.arrayContaining(steps));
  expect(timeline).toHaveLength((before as unknown[]).length + 2);
  const receipt = await order.receipt();
  expect(receipt).toMatchObject({ status: 'mailed', carrier_scans: [entered, area] });
  expect(receipt.statement).toContain('does not confirm delivery');
});

test('carrier scans that are reported before the letter has left are shown once it has left', async () => {
  const order = await letterAtPartner();
  const at = order.deps.clock.now() - 5;
  await order.reportProgress({ stage: 'in_progress', scans: [{ code: 'entered', at }] });
  const before = await order.status();
  expect([before.carrier_scans, before.scan_notice]).toEqual([undefined, undefined]);
  expect(JSON.stringify(before.timeline)).not.toContain('scanned');
  await order.reportProgress({ stage: 'dispatched' });
  expect((await order.status()).carrier_scans).toEqual([{ code: 'entered', at }]);
});

test.each([
  ['has no later report', true, {}],
  ['was delivered', false, { delivery_status: 'delivered' }],
  ['is on its way back', false, { returned_at: 1 }],
])('whether mail with a pickup scan is said to wait at the post office if it %s: %s', (_, isWaiting, fields) => {
  const scanned = { fulfillment_status: 'mailed', carrier_scans: [{ code: 'pickup_available', at: 0 }] };
  const sentence = sentenceByStatus.fulfilled?.({ ...scanned, ...fields });
  expect(sentence?.includes('waiting at the post office')).toBe(isWaiting);
});

test('if the partner stops an order, it fails and is refunded once', async () => {
  const { deps, id, ...order } = await letterAtPartner();
  const refundTimes = () => deps.sessions.all().map(({ refundedAt }) => refundedAt);
  expect(await order.report(stopped)).toMatchObject({ outcome: 'done', body: { job_id: id } });
  await deps.clock.advance(1_000);
  expect(await order.job()).toMatchObject({ state: 'failed', refund: 'issued', error: stopped.reason });
  const before = refundTimes();
  expect(before).toEqual([expect.any(Number)]);
  await order.report(stopped);
  await deps.clock.advance(1_000);
  expect(refundTimes()).toEqual(before);
  // It says “nothing more”, because a fax may have been sent in part.
  expect((await order.receipt()).statement).toBe('The order has failed, and nothing more will be sent.');
});

test.each<Progress>([{ stage: 'dispatched' }, { stage: 'completed', final: true }])(
  'if the partner says that it stopped an order that has left, the order is unchanged, with an alarm: %j',
  async (progress) => {
    const order = await letterAtPartner();
    await order.reportProgress(progress);
    const before = await order.status();
    await order.report({ ...stopped, isRetryable: true });
    order.whenPartner({ read: async () => stopped });
    await order.later(24 * 60);
    expect(await order.status()).toEqual(before);
    expect(new Set(order.alarms())).toEqual(new Set(['a partner contradicts itself']));
  },
);

test('a read for a caller raises no alarm if the partner contradicts itself', async () => {
  const order = await letterAtPartner();
  await order.reportProgress({ stage: 'dispatched' });
  order.whenPartner({ read: async () => stopped });
  await order.deps.clock.advance(60_000);
  await order.status();
  expect((await order.job()).partner?.readAt).toBe(order.deps.clock.now());
  expect(order.alarms()).toEqual([]);
});

test('a partner’s event that leaves work to do queues the job, even if the event is repeated', async () => {
  let isDelivering = true;
  const { deps, id, ...order } = await letterAtPartner(() => isDelivering);
  isDelivering = false;
  const sent = deps.sent.length;
  for (let time = 0; time < 2; time += 1) await order.report(stopped);
  expect(deps.sent.slice(sent)).toEqual([id, id]);
});

test('a fraud warning queues the job, even if it is repeated', async () => {
  const { deps, id, ...order } = await given('paid', { deliver: () => false });
  for (let time = 0; time < 2; time += 1) await order.providerSends('fraud_warned');
  expect(deps.sent.slice(-2)).toEqual([id, id]);
});

test('after a stop that allows a retry, the retry is queued for when it is due', async () => {
  const { deps, id, ...order } = await letterAtPartner();
  const sent = deps.sent.length;
  await order.report({ kind: 'stopped', reason: 'The receiving line was busy.', cause: 'ours', isRetryable: true });
  expect(await order.job()).toMatchObject({ state: 'paid', failedRounds: 1 });
  expect(deps.sent.slice(sent)).toEqual([id]);
  await deps.clock.advance(10_000);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

test('an event about an order that no job has yet gets `unavailable`, so that it is resent, and raises no alarm', async () => {
  const order = await letterAtPartner();
  const view: View = { kind: 'progress', progress: { stage: 'accepted' } };
  await expect(order.report(view, 'letter_unknown')).rejects.toMatchObject({ code: 'unavailable' });
  expect(order.alarms()).toEqual([]);
});

test('an event about an earlier round’s order, which a slow index still has, changes nothing', async () => {
  const { deps, id, ...order } = await letterAtPartner();
  const before = await order.job();
  Object.assign(deps.jobs, { idByPartnerId: async () => id });
  const lateReport = order.report({ ...stopped, isRetryable: true }, 'letter_before');
  await expect(lateReport).rejects.toMatchObject({ code: 'unavailable' });
  expect(await order.job()).toEqual(before);
});
