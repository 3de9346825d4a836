/** No fax is sent twice at Sinch: the real use cases, and a partner without idempotency keys. */
import { sinchFaxes } from '../../../shared/adapters/partners/sinch/sinch.ts';
import type { Job } from '../../../shared/core/product.ts';
import { advance } from '../../../shared/fulfilment/advance.ts';
import type { Fault } from '../../support/doubles/fax-line.ts';
import { type SinchDouble, sinchDouble } from '../../support/doubles/sinch.ts';
import { type MemoryDeps, memoryDeps, paid, placedAs } from '../../support/fakes/deps.ts';
import { silenceMs } from '../../support/proofs.ts';

const minute = 60_000;

let deps: MemoryDeps;
let double: SinchDouble;

beforeEach(async () => {
  // Only the test advances jobs: the wound clock would not wait for calls over a real socket.
  deps = memoryDeps({ deliver: () => false });
  double = await sinchDouble({ clock: deps.clock, listLagMs: 55_000 });
  const fax = sinchFaxes({
    now: () => deps.clock.now(),
    ...double.settings,
    apiBase: double.base,
    log: deps.log,
    timeoutMs: silenceMs,
  });
  Object.assign(deps, { partners: { ...deps.partners, fax } });
});
afterEach(() => double.close());

/** A paid fax, advanced whenever it is due, for so long. */
async function faxed(ms: number): Promise<Job> {
  const jobId = await placedAs(deps, 'fax');
  await paid(deps, jobId);
  const end = deps.clock.now() + ms;
  for (;;) {
    await advance(deps, jobId);
    const job = (await deps.jobs.get(jobId)) as Job;
    const { dueAt = Number.POSITIVE_INFINITY } = job;
    if (dueAt > end) return job;
    await deps.clock.wind(Math.max(1, dueAt - deps.clock.now()));
  }
}

test.each<Fault>(['reset_after', 'silent_after', 'malformed', 'cut_off'])(
  'an order whose answer is lost (%s) is found, and exactly one fax exists',
  async (fault) => {
    double.fault('create', fault);
    expect(await faxed(5 * minute)).toMatchObject({ state: 'fulfilled', partner: { id: double.faxes()[0]?.id } });
    expect(double.faxes()).toHaveLength(1);
    expect(double.asked.create).toBe(1);
  },
);

test('while the list cannot be read nothing is sent again, and after half a day a person is called', async () => {
  double.fault('create', 'reset_after');
  double.fault('list', 500, Number.POSITIVE_INFINITY);
  expect((await faxed(13 * 60 * minute)).state).toBe('parked');
  expect(deps.alarms).toContainEqual({ message: 'parked', fields: expect.anything() });
  expect(double.asked.create).toBe(1);
});
