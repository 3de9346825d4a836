/** Test mode with CAPTURE=at_hand_over: the test checkout and the developer's mailbox say what has become of the money. */
import { type Json, until } from '../../support/e2e/client.ts';
import { running, startService } from '../../support/e2e/service.ts';

const service = running(() => startService({ SIMULATED_READY_SECONDS: '3600', CAPTURE: 'at_hand_over' }));

const entryOf = async (jobId: string): Promise<Json> =>
  (await service.get(`${service.origin}/_mailbox/${jobId}`, { accept: 'application/json' })).body;

const noted = (jobId: string, note: string) =>
  until(
    () => entryOf(jobId),
    ({ notes }) => notes?.includes(note),
  );

async function reserved(): Promise<string> {
  const { job_id, checkout_url } = await service.order();
  expect((await service.get(checkout_url)).text).toContain('The money is only reserved.');
  expect((await entryOf(job_id)).notes).toEqual([]);
  await service.pay(checkout_url);
  await service.jobUntil(job_id, { status: 'fulfilled', capture: 'reserved' });
  expect((await entryOf(job_id)).notes).toEqual(['The payment is reserved, and not charged yet.']);
  return job_id;
}

test('a letter that is printed is noted as charged, and is no longer noted as reserved', async () => {
  const jobId = await reserved();
  await service.post(`${service.origin}/_mailbox/${jobId}`, { action: 'mail' });
  const { notes } = await noted(jobId, 'The payment was reserved at first, and is charged now.');
  expect(notes).toHaveLength(1);
});

test('a letter that is cancelled in time is noted as never charged', async () => {
  const jobId = await reserved();
  await service.cancel(jobId);
  const { notes } = await noted(jobId, 'The reserved payment was released: nothing was charged.');
  expect(notes).toHaveLength(1);
});
