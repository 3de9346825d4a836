/** Never twice at Sinch either: the real use cases, and a partner that cannot tell a second call from another fax. */
import { sinchFaxes } from '../../../shared/adapters/partners/sinch/sinch.ts';
import type { Job } from '../../../shared/core/product.ts';
import { advance } from '../../../shared/fulfilment/advance.ts';
import type { Fault } from '../../support/doubles/fax-line.ts';
import { type SinchDouble, sinchDouble } from '../../support/doubles/sinch.ts';
import { type MemoryWorld, memoryWorld, paid, placedAs } from '../../support/fakes/world.ts';

const minute = 60_000;

let world: MemoryWorld;
let double: SinchDouble;

beforeEach(async () => {
  // Nothing is tended but by the test: the wound clock would not wait for calls over a real socket.
  world = memoryWorld({ deliver: () => false });
  double = await sinchDouble({ clock: world.clock, listLagMs: 55_000 });
  const fax = sinchFaxes({ ...double.settings, apiBase: double.base, log: world.log, timeoutMs: 1_500 });
  Object.assign(world, { partners: { ...world.partners, fax } });
});
afterEach(() => double.close());

/** A paid fax, tended whenever something is owed, for so long. */
async function faxed(ms: number): Promise<Job> {
  const jobId = await placedAs(world, 'fax');
  await paid(world, jobId);
  const end = world.clock.now() + ms;
  for (;;) {
    await advance(world, jobId);
    const job = (await world.jobs.get(jobId)) as Job;
    const { dueAt = Number.POSITIVE_INFINITY } = job;
    if (dueAt > end) return job;
    await world.clock.wind(Math.max(1, dueAt - world.clock.now()));
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
  expect(world.alarms).toContainEqual({ message: 'parked', fields: expect.anything() });
  expect(double.asked.create).toBe(1);
});
