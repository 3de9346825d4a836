/** Each fax is sent once, although Telnyx has no idempotency keys. */
import type { Job } from '../../../shared/domain/job/job.ts';
import { advance } from '../../../shared/orders/advance.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import { readTelnyxEvent } from '../../../shared/partners/telnyx/event.ts';
import { telnyxFaxes } from '../../../shared/partners/telnyx/telnyx.ts';
import { silenceMs } from '../../support/adapters/silence.ts';
import { type TelnyxFault as Fault, type TelnyxDouble, telnyxDouble } from '../../support/doubles/telnyx.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { submitted } from '../../support/fakes/orders.ts';

const minute = 60_000;

let deps: MemoryDeps;
let double: TelnyxDouble;

/** How late a fax appears in Telnyx's list: a little earlier than the minute that we assume. */
const listLagMs = 55_000;

beforeEach(async () => {
  // Only the test advances jobs, because the test clock does not wait for calls over a real socket.
  deps = memoryDeps({ deliver: () => false });
  double = await telnyxDouble({ clock: deps.clock, listLagMs });
  const fax = telnyxFaxes({
    ...double.settings,
    baseUrl: double.base,
    clock: deps.clock,
    log: deps.log,
    timeoutMs: silenceMs,
  });
  Object.assign(deps, { partners: { ...deps.partners, fax } });
});
afterEach(() => double.close());

const paidFax = () => submitted(deps, 'fax', 'none');

const jobOf = async (jobId: string) => (await deps.jobs.get(jobId)) as Job;

/** Advances the job whenever it is due, for this long. */
async function advanced(jobId: string, ms: number): Promise<Job> {
  const end = deps.clock.now() + ms;
  for (;;) {
    await advance(deps, jobId);
    const { dueAt = Number.POSITIVE_INFINITY } = await jobOf(jobId);
    if (dueAt > end) return jobOf(jobId);
    await deps.clock.advance(Math.max(1, dueAt - deps.clock.now()));
  }
}

test.each<Fault>(['reset_after', 'malformed'])(
  'an order whose response is lost (%s) is found, and exactly one fax exists',
  async (fault) => {
    double.fault('create', fault);
    const jobId = await paidFax();
    expect((await advanced(jobId, 0)).state).toBe('submitting');
    expect(await advanced(jobId, 5 * minute)).toMatchObject({
      state: 'fulfilled',
      partner: { id: double.faxes()[0]?.id },
    });
    expect(double.faxes()).toHaveLength(1);
    expect(double.requestCounts.create).toBe(1);
  },
);

test('a fax that our own account stops is refunded and not sent again, and an alarm names the reason', async () => {
  const jobId = await paidFax();
  await advanced(jobId, 0);
  double.move(double.faxes()[0]?.id ?? '', 'failed', 'no_outbound_profile');
  expect(await advanced(jobId, 5 * minute)).toMatchObject({
    state: 'failed',
    refund: 'issued',
    error: expect.stringContaining('no_outbound_profile'),
  });
  expect(double.faxes()).toHaveLength(1);
  expect(deps.alarms).toEqual([
    {
      message: 'a partner refuses this service',
      fields: { jobId, code: 'no_outbound_profile', reason: expect.stringContaining('stopped a fax at our account') },
    },
  ]);
});

test('a repeated event of a fax that our own account stopped raises one alarm', async () => {
  const jobId = await paidFax();
  await advanced(jobId, 0);
  const id = double.faxes()[0]?.id ?? '';
  double.move(id, 'failed', 'outbound_profile_daily_spend_limit_exceeded');
  const { rawBody, headers } = double.event(id);
  const [signature, timestamp] = [headers['telnyx-signature-ed25519'], headers['telnyx-timestamp']];
  const event = readTelnyxEvent(rawBody, { signature, timestamp }, double.publicKey, deps.clock.now());
  for (let delivery = 0; delivery < 3; delivery += 1) await receivePartnerEvent(deps, event);
  expect(deps.alarms.map(({ fields }) => fields)).toEqual([
    { jobId, code: 'outbound_profile_daily_spend_limit_exceeded', reason: expect.any(String) },
  ]);
  expect((await jobOf(jobId)).state).toBe('failed');
});
