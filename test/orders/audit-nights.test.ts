/** Every day is audited once, even if no audit ran that day. */
import { auditRecentDays } from '../../shared/orders/audit/audit.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';

const day = 24 * 60 * 60_000;
const whole = (deps: MemoryDeps) => auditRecentDays(deps, Number.MAX_SAFE_INTEGER);

/** The days that were audited, in the order of their audits. */
const audited = (deps: MemoryDeps) => deps.audits.all().map((run) => run.day);

/** The date this many days before now. */
const dayBefore = (deps: MemoryDeps, days: number) =>
  new Date(deps.clock.now() - days * day).toISOString().slice(0, 10);

test('a new service audits only the last day, because it did not exist before', async () => {
  const deps = memoryDeps();
  await whole(deps);
  expect(audited(deps)).toEqual([dayBefore(deps, 1)]);
});

test('days that were missed are audited later, the latest first, and each is audited and measured once', async () => {
  const deps = memoryDeps();
  await whole(deps);
  await deps.clock.advance(4 * day);
  await whole(deps);
  expect(audited(deps)).toEqual([5, 1, 2, 3, 4].map((back) => dayBefore(deps, back)));
  expect(deps.measured.filter(([name]) => name === 'auditDifferences')).toHaveLength(5);
  const versions = () => deps.audits.all().map(({ version }) => version);
  const before = versions();
  await whole(deps);
  expect(versions()).toEqual(before);
});

describe('a changed fingerprint key', () => {
  const alarmsOf = (deps: MemoryDeps) => deps.alarms.map(({ message }) => message);
  const changed = (deps: MemoryDeps): MemoryDeps => ({
    ...deps,
    fingerprint: (purpose, value) => `other ${deps.fingerprint(purpose, value)}`,
  });

  test('raises one alarm, and another when the former key is back', async () => {
    const deps = memoryDeps();
    for (let call = 0; call < 2; call += 1) await whole(deps);
    expect(alarmsOf(deps)).toEqual([]);
    for (let call = 0; call < 2; call += 1) await whole(changed(deps));
    expect(alarmsOf(deps)).toEqual(['the fingerprint key changed']);
    for (let call = 0; call < 2; call += 1) await whole(deps);
    expect(alarmsOf(deps)).toHaveLength(2);
  });

  test('raises an alarm even after years', async () => {
    const deps = memoryDeps();
    for (let month = 0; month < 24; month += 1) {
      await whole(deps);
      expect(deps.fingerprintNotes.all().every(({ keepUntil }) => keepUntil - deps.clock.now() > 30 * day)).toBe(true);
      await deps.clock.advance(30 * day);
    }
    await whole(changed(deps));
    expect(alarmsOf(deps)).toEqual(['the fingerprint key changed']);
  });
});
