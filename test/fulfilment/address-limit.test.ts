/** Mail to one address from many networks waits for a person; the orders of one network are connected. */
import { catalogue } from '../../shared/products/index.ts';
import { createJob } from '../../shared/usecases/jobs/create-job.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, jobOf, orderFor, paid, quoted } from '../support/fakes/orders.ts';
import { command } from '../support/operated.ts';

const letters = createJob(catalogue.letter);

const limited = (networksPerAddress: number | undefined): MemoryDeps => {
  const deps = memoryDeps();
  return Object.assign(deps, { settings: { ...deps.settings, networksPerAddress } });
};

async function sentFrom(deps: MemoryDeps, address: string, to: object = {}): Promise<string> {
  const { quote_id } = await quoted(deps);
  const jobId = (await ask(letters, deps, orderFor(quote_id, to), { ...caller, address })).body.job_id as string;
  await Promise.all([paid(deps, jobId), deps.clock.wind(6_000)]);
  return jobId;
}

const stateFrom = async (deps: MemoryDeps, address: string, to: object = {}) =>
  (await jobOf(deps, await sentFrom(deps, address, to))).state;

test('the first order of a further network waits, however often the networks before it send', async () => {
  const deps = limited(2);
  for (const address of ['192.0.2.1', '198.51.100.1', '192.0.2.1', '198.51.100.1'])
    expect(await stateFrom(deps, address)).toBe('fulfilled');
  const held = await sentFrom(deps, '203.0.113.1');
  expect(await jobOf(deps, held)).toMatchObject({ state: 'parked', called: [] });
  expect(deps.alarms).toContainEqual({
    message: 'held back',
    fields: { jobId: held, product: 'letter', reason: 'much mail to one address' },
  });
  await command(deps, 'resubmit', { job_id: held });
  await deps.clock.wind(6_000);
  expect((await jobOf(deps, held)).state).toBe('fulfilled');
  expect(await stateFrom(deps, '203.0.113.2', { addressLine1: '7 Other St' })).toBe('fulfilled');
});

test('the same address is one however it is written, and IPv6 networks are one by their site', async () => {
  const deps = limited(1);
  expect(await stateFrom(deps, '2001:db8:1:1::1', { addressLine1: '12 Main Street Apt 4' })).toBe('fulfilled');
  expect(await stateFrom(deps, '2001:db8:1:ffff::9', { addressLine1: '12 Main Street Apt 4' })).toBe('fulfilled');
  expect(await stateFrom(deps, '2001:db8:2::1', { addressLine1: '12 MAIN STREET  APT. 4' })).toBe('parked');
});

test('a week later it begins anew; without the setting, or without an answer of the table, nothing waits', async () => {
  const deps = limited(1);
  await stateFrom(deps, '192.0.2.1');
  await deps.clock.wind(7 * 24 * 60 * 60_000);
  expect(await stateFrom(deps, '203.0.113.1')).toBe('fulfilled');
  const off = limited(undefined);
  const broken = limited(1);
  Object.assign(broken.requestCounters, { add: async () => Promise.reject(new Error('no answer')) });
  for (const address of ['192.0.2.1', '203.0.113.1'])
    for (const one of [off, broken]) expect(await stateFrom(one, address)).toBe('fulfilled');
});
