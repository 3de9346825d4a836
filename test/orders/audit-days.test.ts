/** Every day is audited once, even if no audit ran that night. A changed fingerprint key raises an alarm. */
import { auditRecentDays } from '../../shared/orders/audit/audit.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';

const day = 24 * 60 * 60_000;
const auditFully = (deps: MemoryDeps) => auditRecentDays(deps, Number.MAX_SAFE_INTEGER);

/** The days that were audited, in the order of their audits. */
const auditedDays = (deps: MemoryDeps) => deps.audits.all().map((run) => run.day);

/** The date this many days before now. */
const dayBefore = (deps: MemoryDeps, days: number) =>
  new Date(deps.clock.now() - days * day).toISOString().slice(0, 10);

test('a new service audits only the last day, because it did not exist before', async () => {
  const deps = memoryDeps();
  await auditFully(deps);
  expect(auditedDays(deps)).toEqual([dayBefore(deps, 1)]);
});

test('missed days are audited later, the latest first, and each day is measured once', async () => {
  const deps = memoryDeps();
  await auditFully(deps);
  await deps.clock.advance(4 * day);
  await auditFully(deps);
  expect(auditedDays(deps)).toEqual([5, 1, 2, 3, 4].map((back) => dayBefore(deps, back)));
  expect(deps.measured.filter(([name]) => name === 'auditDifferences')).toHaveLength(5);
  // A day that is audited again would have a new version.
  const versions = () => deps.audits.all().map(({ version }) => version);
  const before = versions();
  await auditFully(deps);
  expect(versions()).toEqual(before);
});

const alarmsOf = (deps: MemoryDeps) => deps.alarms.map(({ message }) => message);
const withOtherKey = (deps: MemoryDeps): MemoryDeps => ({
  ...deps,
  fingerprint: (purpose, value) => `other ${deps.fingerprint(purpose, value)}`,
});

test('a changed fingerprint key raises one alarm, and another when the former key is back', async () => {
  const deps = memoryDeps();
  for (let call = 0; call < 2; call += 1) await auditFully(deps);
  expect(alarmsOf(deps)).toEqual([]);
  for (let call = 0; call < 2; call += 1) await auditFully(withOtherKey(deps));
  expect(alarmsOf(deps)).toEqual(['the fingerprint key changed']);
  for (let call = 0; call < 2; call += 1) await auditFully(deps);
  expect(alarmsOf(deps)).toHaveLength(2);
});

test('a fingerprint key that changes after two years still raises an alarm', async () => {
  const deps = memoryDeps();
  for (let month = 0; month < 24; month += 1) {
    await auditFully(deps);
    expect(deps.fingerprintNotes.all().every(({ keepUntil }) => keepUntil - deps.clock.now() > 30 * day)).toBe(true);
    await deps.clock.advance(30 * day);
  }
  await auditFully(withOtherKey(deps));
  expect(alarmsOf(deps)).toEqual(['the fingerprint key changed']);
});
