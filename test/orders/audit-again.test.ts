/** A day is audited repeatedly until it is complete: calls that die or run out of time don't change what is found. */
import { update } from '../../shared/domain/stored.ts';
import { audit, auditRecentDays } from '../../shared/orders/audit/audit.ts';
import type { Deps } from '../../shared/orders/deps.ts';
import { auditedDay, type DayOptions, dayToAudit } from '../support/audit-day.ts';
import { type Fate, mortal } from '../support/fakes/mortal.ts';
import { times } from '../support/sampling.ts';

const noDeadline = Number.MAX_SAFE_INTEGER;
const minute = 60_000;
const hour = 60 * minute;
const small: DayOptions = { jobs: 48, faultEvery: 12 };

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

const figures = ({ deps }: Day) => deps.measured;

/** Calls the audit every quarter of an hour until the day is measured. Returns the number of calls. */
async function callsUntilMeasured(
  { deps }: Day,
  call: (deps: Deps) => Promise<void> = whole,
  maxCalls = 20,
): Promise<number> {
  for (let calls = 1; calls <= maxCalls; calls += 1) {
    await call(deps).catch(() => {});
    if (deps.measured.length > 0) return calls;
    await deps.clock.advance(15 * minute);
  }
  throw new Error('the day was never measured');
}

const whole = (deps: Deps) => auditRecentDays(deps, noDeadline);

test('an entry that a list shows twice, because it changes while it is read, is counted and reported once', async () => {
  const day = await dayToAudit(small);
  expect(await audit(day.deps, auditedDay, noDeadline)).toMatchObject(expectedResult(day));
  expect(alarmsOf(day).size).toBe(day.expected.total);
  expect(day.deps.alarms).toHaveLength(day.expected.total);
});

test('one day raises at most 250 alarms, no matter how often it is compared', async () => {
  const { deps } = await dayToAudit({ jobs: 800, faultEvery: 4 });
  const earlier = Array.from({ length: 240 }, (_, at) => `another difference ${at}`);
  const run = {
    version: 0,
    createdAt: deps.clock.now(),
    keepUntil: noDeadline,
    day: auditedDay,
    total: earlier.length,
  };
  await update(deps.audits, `audit_${auditedDay}`, () => ({ id: `audit_${auditedDay}`, ...run, raised: earlier }));
  await audit(deps, auditedDay, noDeadline);
  expect(deps.alarms).toHaveLength(10);
});

test('a call that runs out of time does not change the stored number of differences', async () => {
  const { deps, expected } = await dayToAudit(small);
  await audit(deps, auditedDay, noDeadline);
  expect(await audit(deps, auditedDay, deps.clock.now())).toMatchObject({ unfinishedBecause: 'out of time', total: 0 });
  expect(deps.audits.all()).toMatchObject([{ total: expected.total }]);
});

test('after a call that is killed at any point, the next one finds the same', async () => {
  const places = times(160, 40, 'places where an audit is killed');
  let deaths = 0;
  for (let place = 0; place < places; place += 1) {
    const day = await dayToAudit(small);
    const fate: Fate = { atCall: 1 + Math.floor((place * 320) / places), when: place % 2 === 0 ? 'before' : 'after' };
    const first = mortal(day.deps, fate);
    await auditRecentDays(first.deps, noDeadline).catch(() => {});
    deaths += first.isDead() ? 1 : 0;
    await callsUntilMeasured(day);
    expect([fate, day.deps.audits.all()[0]?.total]).toEqual([fate, day.expected.total]);
    expect(alarmsOf(day).size).toBe(day.expected.total);
    expect(new Set(figures(day).map(String))).toEqual(new Set([`auditDifferences,${day.expected.total}`]));
  }
  expect(deaths).toBeGreaterThan(places / 2);
});

test('after a call that runs out of time, the next one compares the whole day, and only that one is measured', async () => {
  const day = await dayToAudit({ ...small, pageMs: 400, itemMs: 5 });
  let calls = 0;
  await callsUntilMeasured(day, (deps) => auditRecentDays(deps, deps.clock.now() + (calls++ === 0 ? 1_000 : hour)));
  expect(calls).toBe(2);
  expect(figures(day)).toEqual([['auditDifferences', day.expected.total]]);
  expect(day.deps.alarms).toHaveLength(day.expected.total);
  // A finished day is not compared again.
  const { pages } = day.calls;
  await whole(day.deps);
  expect([day.calls.pages, figures(day).length]).toEqual([pages, 1]);
});

describe('a partner whose list of orders fails', () => {
  /** `fails`: by the number of the request, from 1. A call of the audit tries each page three times. */
  async function dayWithFailures(fails: (request: number) => boolean, options = small) {
    const day = await dayToAudit(options);
    const { letter } = day.deps.partners;
    let requests = 0;
    const ordersOn: typeof letter.ordersOn = async (...given) => {
      requests += 1;
      if (fails(requests)) throw new Error('503');
      return letter.ordersOn(...given);
    };
    return { ...day, deps: { ...day.deps, partners: { ...day.deps.partners, letter: { ...letter, ordersOn } } } };
  }
  const stops = ({ deps }: Day) => deps.alarms.filter(({ message }) => message === 'audit stopped');

  test('for a minute is called again, without an alarm', async () => {
    const day = await dayWithFailures((request) => request <= 2);
    expect(await callsUntilMeasured(day)).toBe(1);
    expect(stops(day)).toEqual([]);
  });

  test('twice for each page is still read by one call', async () => {
    const day = await dayWithFailures((request) => request % 3 !== 0, { ...small, jobs: 800 });
    expect(await callsUntilMeasured(day)).toBe(1);
    expect(day.deps.audits.all()[0]).toMatchObject({ total: day.expected.total });
  });

  test('for an hour does not have each of its orders looked up', async () => {
    const day = await dayWithFailures((request) => request <= 3 * 4);
    expect(await callsUntilMeasured(day)).toBe(5);
    expect(stops(day)).toEqual([]);
    // Half of the look-ups are of payments, which every call looks up.
    expect(day.calls.lookUps).toBe((5 * day.expected.lookUps) / 2 + day.expected.lookUps / 2);
  });

  test('for the whole night raises one alarm; the others are compared, and the day is measured once the list works again', async () => {
    const day = await dayWithFailures((request) => request <= 3 * 40);
    expect(await callsUntilMeasured(day, whole, 50)).toBe(41);
    expect(stops(day)).toEqual([
      { message: 'audit stopped', fields: { reason: 'the letter orders at simulated could not be read' } },
    ]);
    expect(day.deps.audits.all()[0]).toMatchObject({ total: day.expected.total, sweptAt: expect.any(Number) });
  });
});

test('a day that was not finished is finished the next day, and has its own metric', async () => {
  const day = await dayToAudit({ ...small, pageMs: 400 });
  await auditRecentDays(day.deps, day.deps.clock.now() + 2_000);
  await day.deps.clock.advance(24 * hour);
  await whole(day.deps);
  expect(day.deps.audits.all().map(({ day, endedAt }) => [day, endedAt !== undefined])).toEqual([
    ['2026-11-21', true],
    ['2026-11-22', true],
  ]);
  expect(figures(day)).toHaveLength(2);
});
