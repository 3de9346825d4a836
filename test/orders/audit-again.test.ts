/** A day is audited again until it is complete. A call that dies or runs out of time doesn't change the result. */
import { update } from '../../shared/domain/stored.ts';
import { audit, auditRecentDays } from '../../shared/orders/audit/audit.ts';
import type { Deps } from '../../shared/orders/deps.ts';
import { auditedDay, type DayOptions, dayToAudit } from '../support/audit-day.ts';
import { type Fate, mortal } from '../support/fakes/mortal.ts';
import { times } from '../support/sampling.ts';

const noDeadline = Number.MAX_SAFE_INTEGER;
const minute = 60_000;
const hour = 60 * minute;
const smallDay: DayOptions = { jobs: 48, faultEvery: 12 };

type Day = Awaited<ReturnType<typeof dayToAudit>>;

const expectedResult = ({ expected: { lookUps: _, ...counts } }: Day) => ({
  ...counts,
  foreign: 0,
  changing: 0,
  unconfigured: 0,
});

const alarmsOf = ({ deps }: Day) =>
  new Set(
    deps.alarms.flatMap(({ message, fields }) => (message === 'difference' ? [`${fields.code} ${fields.jobId}`] : [])),
  );

/** Calls the audit every quarter of an hour until the day is measured. Returns the number of calls. */
async function callsUntilMeasured({ deps }: Day, call: (deps: Deps) => Promise<void> = auditFully): Promise<number> {
  for (let calls = 1; calls <= 50; calls += 1) {
    await call(deps).catch(() => {});
    if (deps.measured.length > 0) return calls;
    await deps.clock.advance(15 * minute);
  }
  throw new Error('the day was never measured');
}

const auditFully = (deps: Deps) => auditRecentDays(deps, noDeadline);

test('an entry that a list shows twice, because it changes while it is read, is counted and reported once', async () => {
  const day = await dayToAudit(smallDay);
  expect(await audit(day.deps, auditedDay, noDeadline)).toMatchObject(expectedResult(day));
  expect(alarmsOf(day).size).toBe(day.expected.total);
  expect(day.deps.alarms).toHaveLength(day.expected.total);
});

test('one day raises at most 250 alarms, no matter how often it is compared', async () => {
  const { deps } = await dayToAudit({ jobs: 800, faultEvery: 4 });
  const earlier = Array.from({ length: 240 }, (_, at) => `another difference ${at}`);
  const id = `audit_${auditedDay}`;
  const item = { id, version: 0, createdAt: deps.clock.now(), keepUntil: noDeadline };
  await update(deps.audits, id, () => ({ ...item, day: auditedDay, total: earlier.length, raised: earlier }));
  await audit(deps, auditedDay, noDeadline);
  expect(deps.alarms).toHaveLength(10);
});

test('an audit that runs out of time does not change the stored number of differences', async () => {
  const { deps, expected } = await dayToAudit(smallDay);
  await audit(deps, auditedDay, noDeadline);
  expect(await audit(deps, auditedDay, deps.clock.now())).toMatchObject({ unfinishedBecause: 'out of time', total: 0 });
  expect(deps.audits.all()).toMatchObject([{ total: expected.total }]);
});

test('after an audit that is killed at any point, the next call finds the same differences', async () => {
  // An audit of this day makes about 320 calls to its dependencies.
  const places = times(160, 40, 'places where an audit is killed');
  let deaths = 0;
  for (let place = 0; place < places; place += 1) {
    const day = await dayToAudit(smallDay);
    const fate: Fate = { atCall: 1 + Math.floor((place * 320) / places), when: place % 2 === 0 ? 'before' : 'after' };
    const first = mortal(day.deps, fate);
    await auditRecentDays(first.deps, noDeadline).catch(() => {});
    if (first.isDead()) deaths += 1;
    expect(await callsUntilMeasured(day)).toBe(1);
    expect([fate, day.deps.audits.all()[0]?.total]).toEqual([fate, day.expected.total]);
    expect(alarmsOf(day).size).toBe(day.expected.total);
    expect(new Set(day.deps.measured.map(String))).toEqual(new Set([`auditDifferences,${day.expected.total}`]));
  }
  expect(deaths).toBeGreaterThan(places / 2);
});

test('after an audit that runs out of time, the next call compares the whole day, and only that call is measured', async () => {
  const day = await dayToAudit({ ...smallDay, pageMs: 400, itemMs: 5 });
  const timesMs = [1_000, hour];
  const calls = await callsUntilMeasured(day, (deps) =>
    auditRecentDays(deps, deps.clock.now() + (timesMs.shift() ?? 0)),
  );
  expect(calls).toBe(2);
  expect(day.deps.measured).toEqual([['auditDifferences', day.expected.total]]);
  expect(day.deps.alarms).toHaveLength(day.expected.total);
  // A finished day is not compared again.
  const { pages } = day.calls;
  await auditFully(day.deps);
  expect([day.calls.pages, day.deps.measured.length]).toEqual([pages, 1]);
});

describe('a partner whose list of orders fails', () => {
  /** `fails`: whether the request with this number, from 1, fails. A call of the audit tries each page three times. */
  async function dayWithFailures(fails: (request: number) => boolean, options = smallDay) {
    const day = await dayToAudit(options);
    const { letter } = day.deps.partners;
    let requests = 0;
    const ordersOn: typeof letter.ordersOn = async (...request) => {
      requests += 1;
      if (fails(requests)) throw new Error('503');
      return letter.ordersOn(...request);
    };
    return { ...day, deps: { ...day.deps, partners: { ...day.deps.partners, letter: { ...letter, ordersOn } } } };
  }
  const stops = ({ deps }: Day) => deps.alarms.filter(({ message }) => message === 'audit stopped');

  test('an order list that fails for a minute is read again, without an alarm', async () => {
    const day = await dayWithFailures((request) => request <= 2);
    expect(await callsUntilMeasured(day)).toBe(1);
    expect(stops(day)).toEqual([]);
  });

  test('an order list that fails twice for each page is still read by one call', async () => {
    const day = await dayWithFailures((request) => request % 3 !== 0, { ...smallDay, jobs: 800 });
    expect(await callsUntilMeasured(day)).toBe(1);
    expect(day.deps.audits.all()[0]).toMatchObject({ total: day.expected.total });
  });

  test('while the order list fails for an hour, its orders are not looked up one by one', async () => {
    const day = await dayWithFailures((request) => request <= 3 * 4);
    expect(await callsUntilMeasured(day)).toBe(5);
    expect(stops(day)).toEqual([]);
    // Half of the look-ups are for payments, and each of the five calls makes them. Only the last one looks up orders.
    expect(day.calls.lookUps).toBe((5 * day.expected.lookUps) / 2 + day.expected.lookUps / 2);
  });

  test('an order list that fails all night raises one alarm; the other lists are compared, and the day is measured later', async () => {
    const day = await dayWithFailures((request) => request <= 3 * 40);
    expect(await callsUntilMeasured(day)).toBe(41);
    expect(stops(day)).toEqual([
      { message: 'audit stopped', fields: { reason: 'the letter orders at simulated could not be read' } },
    ]);
    expect(day.deps.audits.all()[0]).toMatchObject({ total: day.expected.total, sweptAt: expect.any(Number) });
  });
});

test('an audit that was not finished is finished the next day, and reports its own metric', async () => {
  const day = await dayToAudit({ ...smallDay, pageMs: 400 });
  await auditRecentDays(day.deps, day.deps.clock.now() + 2_000);
  await day.deps.clock.advance(24 * hour);
  await auditFully(day.deps);
  expect(day.deps.audits.all()).toMatchObject([
    { day: '2026-11-21', endedAt: expect.any(Number) },
    { day: '2026-11-22', endedAt: expect.any(Number) },
  ]);
  expect(day.deps.measured).toHaveLength(2);
});
