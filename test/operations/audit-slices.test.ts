/** A day is audited in slices: calls that die, run out of time or meet each other change nothing of what is found. */
import { audit } from '../../shared/operations/audit.ts';
import { auditNights } from '../../shared/operations/audit-nights.ts';
import type { Deps } from '../../shared/ports/deps.ts';
import { auditedDay, type DayOptions, dayOf } from '../support/audit-day.ts';
import { type Fate, mortal } from '../support/fakes/mortal.ts';
import { times } from '../support/proofs.ts';

const forLong = Number.MAX_SAFE_INTEGER;
const minute = 60_000;
const hour = 60 * minute;
const small: DayOptions = { jobs: 48, faultEvery: 12, pageSize: 5 };

type Day = Awaited<ReturnType<typeof dayOf>>;

const found = ({ expected: { lookUps: _, ...counts } }: Day) => ({ ...counts, foreign: 0, changing: 0, unasked: 0 });

const told = ({ deps }: Day) =>
  new Set(
    deps.alarms.flatMap(({ message, fields }) => (message === 'difference' ? [`${fields.code} ${fields.jobId}`] : [])),
  );

const figures = ({ deps }: Day) => deps.measured;

/** The clock's calls until the day is measured. */
async function nights({ deps }: Day, call: (deps: Deps) => Promise<void>, most = 20): Promise<number> {
  for (let calls = 1; calls <= most; calls += 1) {
    await call(deps).catch(() => {});
    if (deps.measured.length > 0) return calls;
    await deps.clock.wind(15 * minute);
  }
  throw new Error('the day has no end');
}

const whole = (deps: Deps) => auditNights(deps, forLong);

test('what is listed in two slices, or twice by a list that moves, is counted and told once', async () => {
  const day = await dayOf(small);
  expect(await audit(day.deps, auditedDay, forLong)).toMatchObject(found(day));
  expect(told(day).size).toBe(day.expected.total);
  expect(day.deps.alarms).toHaveLength(day.expected.total);
});

test('more differences than are kept are counted all the same, each once', async () => {
  const day = await dayOf({ jobs: 800, faultEvery: 4, pageSize: 100 });
  const { total, differences } = await audit(day.deps, auditedDay, forLong);
  expect({ total, kept: differences.length, told: day.deps.alarms.length }).toEqual({
    ...{ total: day.expected.total, kept: 250, told: 250 },
  });
});

test('a payment and an order that the lists have are looked up by nobody', async () => {
  const day = await dayOf(small);
  await audit(day.deps, auditedDay, forLong);
  expect(day.asked.lookUps).toBe(day.expected.lookUps);
});

test('a call that is killed at any line is followed by one that finds the same', async () => {
  const lines = times(160, 40, 'places where an audit is killed');
  let deaths = 0;
  for (let line = 0; line < lines; line += 1) {
    const day = await dayOf(small);
    const fate: Fate = { atCall: 1 + Math.floor((line * 320) / lines), when: line % 2 === 0 ? 'before' : 'after' };
    const first = mortal(day.deps, fate);
    await auditNights(first.deps, forLong).catch(() => {});
    deaths += first.isDead() ? 1 : 0;
    await nights(day, whole);
    const [run] = day.deps.audits.all();
    expect([fate, run?.counts, run?.total]).toEqual([fate, expect.objectContaining(countsOf(day)), day.expected.total]);
    expect(told(day).size).toBe(day.expected.total);
    expect(new Set(figures(day).map(String))).toEqual(new Set([`auditDifferences,${day.expected.total}`]));
  }
  expect(deaths).toBeGreaterThan(lines / 2);
});

const countsOf = ({ expected: { payments, orders, jobs } }: Day) => ({ payments, orders, jobs });

test('a call that is out of time goes on in the next one, and only the whole day is measured', async () => {
  const day = await dayOf({ ...small, pageMs: 400, itemMs: 5 });
  const calls = await nights(day, (deps) => auditNights(deps, deps.clock.now() + 1_000));
  expect(calls).toBeGreaterThan(3);
  const [run] = day.deps.audits.all();
  expect(run?.counts).toMatchObject(countsOf(day));
  expect(figures(day)).toEqual([['auditDifferences', day.expected.total]]);
  // A finished day is not begun again.
  const { pages } = day.asked;
  await whole(day.deps);
  expect([day.asked.pages, figures(day).length]).toEqual([pages, 1]);
});

test('pages are written while they are read, so that a call which dies late loses little', async () => {
  const day = await dayOf({ ...small, pageMs: 20_000 });
  const { audits } = day.deps;
  let written = 0;
  const replace = (run: never) => {
    written += 1;
    return audits.replace(run);
  };
  const counting = { ...day.deps, audits: { ...audits, replace } };
  await audit(counting, auditedDay, forLong);
  expect(written).toBeGreaterThan(5);
  expect(day.deps.auditNotes.all().length).toBeGreaterThan(3);
});

test('two at once do not count twice: the second is told how far the first has come', async () => {
  const day = await dayOf({ ...small, pageMs: 400 });
  const first = audit(day.deps, auditedDay, forLong);
  await day.deps.clock.wind(1_000);
  expect(await audit(day.deps, auditedDay, forLong)).toMatchObject({ goesOn: 'somebody else is at work on it' });
  expect(await first).toMatchObject(found(day));
});

test('a worker that was thought dead and wakes up writes nothing over its successor', async () => {
  const day = await dayOf({ ...small, pageMs: 400 });
  const { replace } = day.deps.audits;
  let stands = 0;
  const paused = {
    ...day.deps,
    audits: {
      ...day.deps.audits,
      replace: async (run: never) => {
        stands += 1;
        if (stands === 1) await day.deps.clock.sleep(hour);
        return replace(run);
      },
    },
  };
  const [late, next] = [
    audit(paused, auditedDay, forLong),
    day.deps.clock.wind(10 * minute).then(() => whole(day.deps)),
  ];
  await next;
  expect(await late).toMatchObject({ ...found(day), goesOn: 'somebody else is at work on it' });
  expect(figures(day)).toEqual([['auditDifferences', day.expected.total]]);
});

test('a finished day is compared once more when an operator asks, and is measured once', async () => {
  const day = await dayOf(small);
  await whole(day.deps);
  expect(await audit(day.deps, auditedDay, forLong)).toMatchObject(found(day));
  await whole(day.deps);
  expect(figures(day)).toHaveLength(1);
  expect(day.deps.audits.all()).toMatchObject([{ round: 2 }]);
});

describe('a partner that does not list its orders', () => {
  /** It is away for so many calls. */
  async function dayWithout(away: number) {
    const day = await dayOf(small);
    const { letter } = day.deps.partners;
    const ordersOn: typeof letter.ordersOn = async (...given) => {
      away -= 1;
      if (away >= 0) throw new Error('503');
      return letter.ordersOn(...given);
    };
    return { ...day, deps: { ...day.deps, partners: { ...day.deps.partners, letter: { ...letter, ordersOn } } } };
  }
  const stops = ({ deps }: Day) => deps.alarms.filter(({ message }) => message === 'audit stopped');

  test('for a minute is asked again, and nobody hears of it', async () => {
    const day = await dayWithout(2);
    expect(await nights(day, whole)).toBe(1);
    expect(stops(day)).toEqual([]);
  });

  test('for an hour holds up the jobs, so that not each of their orders is looked up', async () => {
    const day = await dayWithout(12);
    expect(await nights(day, whole)).toBe(5);
    expect(stops(day)).toEqual([]);
    expect(day.asked.lookUps).toBe(day.expected.lookUps);
  });

  test('for the whole night is an alarm, once; all the others are compared, and the day is measured when it is back', async () => {
    const day = await dayWithout(3 * 40);
    expect(await nights(day, whole, 50)).toBe(41);
    expect(stops(day)).toEqual([
      { message: 'audit stopped', fields: { reason: 'the letter orders at simulated, which could not be read' } },
    ]);
    expect(day.deps.audits.all()[0]).toMatchObject({ counts: countsOf(day), sweptAt: expect.any(Number) });
  });

  test('to an operator who asks is said at once', async () => {
    const day = await dayWithout(99);
    const { stoppedAt, jobs } = await audit(day.deps, auditedDay, forLong);
    expect({ stoppedAt, jobs }).toEqual({
      stoppedAt: 'the letter orders at simulated, which could not be read',
      jobs: day.expected.jobs,
    });
  });

  test('and has forgotten its cursor: the list is read from its begin, and still counted once', async () => {
    const day = await dayOf({ ...small, pageMs: 400 });
    const { letter } = day.deps.partners;
    let pages = 0;
    const ordersOn: typeof letter.ordersOn = async (on, after) => {
      pages += after === undefined ? 1 : 0;
      if (after !== undefined && pages === 1) throw new Error('410');
      return letter.ordersOn(on, after);
    };
    Object.assign(day.deps, { partners: { ...day.deps.partners, letter: { ...letter, ordersOn } } });
    await nights(day, whole);
    expect(day.deps.audits.all()[0]).toMatchObject({ counts: countsOf(day), total: day.expected.total });
  });
});

test('a day that was not finished is finished on the day after, and its metric is its own', async () => {
  const day = await dayOf({ ...small, pageMs: 400 });
  await auditNights(day.deps, day.deps.clock.now() + 2_000);
  await day.deps.clock.wind(24 * hour);
  await whole(day.deps);
  expect(day.deps.audits.all().map(({ day, endedAt }) => [day, endedAt !== undefined])).toEqual([
    ['2026-11-21', true],
    ['2026-11-22', true],
  ]);
  expect(figures(day)).toHaveLength(2);
});

test('a service that is new does not audit the days before it', async () => {
  const day = await dayOf(small);
  await whole(day.deps);
  expect(day.deps.audits.all().map((run) => run.day)).toEqual([auditedDay]);
});
