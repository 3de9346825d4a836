/** A carrier's scans count once the letter has left: before, they may be of another envelope. */

import { getJob } from '../../shared/orders/follow/get-job.ts';
import { receivePartnerEvent } from '../../shared/orders/read-progress.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller, jobOf, ordered, orderFor, paid, quoted } from '../support/fakes/orders.ts';

test('scans that the partner reports before the letter has left are shown once it has left', async () => {
  const deps = memoryDeps({ readyMs: 1_000 * 3_600_000 });
  const { quote_id } = await quoted(deps, { registered: true });
  const jobId = (await ordered(deps, orderFor(quote_id))).body.job_id as string;
  await paid(deps, jobId);
  const partnerId = `${(await jobOf(deps, jobId)).partner?.id}`;
  const told = (stage: 'in_progress' | 'dispatched', scans?: readonly { code: 'entered'; at: number }[]) =>
    receivePartnerEvent(deps, { kind: 'order', partnerId, view: { kind: 'progress', progress: { stage, scans } } });
  const view = async () => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
  const at = deps.clock.now() - 5;
  await told('in_progress', [{ code: 'entered', at }]);
  const before = await view();
  expect([before.fulfillment_status, before.carrier_scans, before.scan_notice]).toEqual([
    'in_production',
    undefined,
    undefined,
  ]);
  expect(JSON.stringify(before.timeline)).not.toContain('scanned');
  await told('dispatched');
  expect(await view()).toMatchObject({
    carrier_scans: [{ code: 'entered', at }],
    timeline: expect.arrayContaining([{ step: 'scanned', at, scan: 'entered' }]),
  });
});
