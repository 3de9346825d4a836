/** Orders at a partner that sends events are polled rarely, but after a missed event as often as at any other partner. */
import { type Job, wakesAt } from '../../shared/domain/job/job.ts';
import { advance } from '../../shared/orders/advance.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller, jobOf, orderedAs, paid, quotedAs, requestFor, submitted } from '../support/fakes/orders.ts';
import { openPrintHouse, type Station, sixDays } from '../support/simulation/print-house.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The life of a letter that takes six days, and may still be returned after that. */
const returnable: readonly Station[] = sixDays.map(({ ageMs, progress: { final: _, ...progress } }) => ({
  ageMs,
  progress,
}));

type Letter = Awaited<ReturnType<typeof acceptedLetter>>;

/**
 * A letter that the partner has just accepted. `writes`: the number of writes to the job. `dueWrites`: those to the index of due
 * jobs, where moving an entry takes two.
 */
async function acceptedLetter(
  life = sixDays,
  { partner, ...quoteFields }: { readonly partner?: 'simulated'; readonly registered?: boolean } = {},
) {
  const deps = memoryDeps();
  const house = openPrintHouse(deps, life, partner);
  let [dueWrites, writes] = [0, 0];
  const { create, replace } = deps.jobs;
  const countDueWrites = (before: number | undefined, after: number | undefined) => {
    if (before !== after) dueWrites += [before, after].filter((dueAt) => dueAt !== undefined).length;
  };
  Object.assign(deps, {
    jobs: {
      ...deps.jobs,
      create: async (job: Job) => {
        countDueWrites(undefined, wakesAt(job));
        return create(job);
      },
      replace: async (job: Job) => {
        const before = await deps.jobs.get(job.id);
        const saved = await replace(job);
        writes += 1;
        if (saved === 'saved') countDueWrites(before && wakesAt(before), wakesAt(job));
        return saved;
      },
    },
  });
  const { quote_id } = await quotedAs(deps, 'letter', quoteFields);
  const { body } = await orderedAs(deps, 'letter', requestFor('letter', quote_id, 'none'));
  const jobId = String(body.job_id);
  await paid(deps, jobId);
  await advance(deps, jobId);
  const job = () => jobOf(deps, jobId);
  expect((await job()).state).toBe('fulfilled');
  return { deps, house, dueWrites: () => dueWrites, writes: () => writes, job };
}

/** Advances the letter whenever it is due, until it is `ageMs` old. */
async function liveUntil({ deps, house, job }: Letter, ageMs: number): Promise<void> {
  const end = house.acceptedAt() + ageMs;
  for (;;) {
    const { id, dueAt = Number.POSITIVE_INFINITY } = await job();
    await deps.clock.advance(Math.max(0, Math.min(dueAt, end) - deps.clock.now()));
    if (dueAt > end) return;
    await advance(deps, id);
  }
}

/** Advances the letter through its six days. The partner sends an event about each change. */
async function liveWithEvents(letter: Letter): Promise<void> {
  for (const { ageMs } of sixDays) {
    await liveUntil(letter, ageMs);
    await letter.house.sendEvent();
  }
}

test('a letter that takes six days is read at most 8 times, and costs at most 25 writes to the index of due jobs', async () => {
  const letter = await acceptedLetter();
  await liveWithEvents(letter);
  expect((await letter.job()).partner).toMatchObject({ stage: 'completed', delivered: true, final: true });
  expect((await letter.job()).dueAt).toBeUndefined();
  expect(letter.house.readings()).toBeLessThanOrEqual(8);
  expect(letter.dueWrites()).toBeLessThanOrEqual(25);
});

test('a letter that may still be returned is read three more times within sixty days', async () => {
  const letter = await acceptedLetter(returnable);
  await liveWithEvents(letter);
  const before = letter.house.readings();
  await liveUntil(letter, 100 * day);
  expect(letter.house.readings() - before).toBe(3);
  expect((await letter.job()).dueAt).toBeUndefined();
});

test('registered mail is read more often after its dispatch, because its carrier still reports where it is', async () => {
  const letter = await acceptedLetter(returnable, { registered: true });
  await liveWithEvents(letter);
  const before = letter.house.readings();
  await liveUntil(letter, 100 * day);
  expect(letter.house.readings() - before).toBeGreaterThan(3);
});

test('an event does not change the time of the next poll, and an event without news writes nothing', async () => {
  const letter = await acceptedLetter();
  await liveUntil(letter, 14 * hour);
  const { dueAt } = await letter.job();
  const writes = letter.writes();
  await letter.house.sendEvent();
  expect((await letter.job()).dueAt).toBe(dueAt);
  expect((await letter.job()).partner).toMatchObject({ stage: 'in_progress' });
  expect(letter.writes()).toBe(writes + 1);
  await letter.house.sendEvent();
  expect(letter.writes()).toBe(writes + 1);
});

const readStatus = async ({ deps, job }: Letter) => ask(getJob, deps, { job_id: (await job()).id }, caller);

/** The partner's readings for two callers of a letter that is `ageMs` old, whose last event came at the age `eventMs`. */
async function readingsAt(eventMs: number, ageMs: number): Promise<number> {
  const letter = await acceptedLetter();
  await letter.deps.clock.advance(eventMs);
  await letter.house.sendEvent();
  await letter.deps.clock.advance(ageMs - eventMs);
  const before = letter.house.readings();
  await readStatus(letter);
  await readStatus(letter);
  return letter.house.readings() - before;
}

test('a caller gets the stored status until a poll is due, counted from the last event', async () => {
  // After an event at the age of 14 hours, the poll is due at three times that age.
  expect(await readingsAt(14 * hour, 42 * hour - 1)).toBe(0);
  expect(await readingsAt(14 * hour, 42 * hour + 60_000)).toBe(1);
});

test('if a caller sees an update before its event, the event counts as late, not as missed', async () => {
  const letter = await acceptedLetter();
  Object.assign(letter.deps.queue, { send: async () => {} });
  await letter.deps.clock.advance(19 * hour);
  await readStatus(letter);
  expect((await letter.job()).partner).toMatchObject({ stage: 'in_progress', hasMissedEvent: undefined });
});

test('callers make the service poll a partner without events, at most every 30 seconds', async () => {
  const letter = await acceptedLetter(sixDays, { partner: 'simulated' });
  for (const waitMs of [30_000, 0, 29_999]) {
    await letter.deps.clock.advance(waitMs);
    await readStatus(letter);
  }
  expect(letter.house.readings()).toBe(1);
});

test('if an event is lost, the update is found within twice the age of the order, which is read often from then on', async () => {
  const letter = await acceptedLetter();
  await liveUntil(letter, 32 * hour);
  expect((await letter.job()).partner).toMatchObject({ stage: 'in_progress', hasMissedEvent: true });
  const before = letter.house.readings();
  await liveUntil(letter, 6 * day + 12 * hour);
  expect((await letter.job()).partner).toMatchObject({ delivered: true, final: true });
  expect(letter.house.readings() - before).toBeGreaterThan(8);
});

test('an order that could not be read is read again after a quarter of its age', async () => {
  const letter = await acceptedLetter();
  await liveUntil(letter, 2 * day + hour);
  const { dueAt = 0 } = await letter.job();
  const { letter: partner } = letter.deps.partners;
  Object.assign(letter.deps, {
    partners: { ...letter.deps.partners, letter: { ...partner, read: async () => ({ kind: 'unknown' }) } },
  });
  const ageMs = dueAt - letter.house.acceptedAt();
  await liveUntil(letter, ageMs);
  expect((await letter.job()).dueAt).toBe(dueAt + Math.min(ageMs / 4, 12 * hour));
});

test('a fax is read often, even if its partner sends events', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  let acceptedAt = 0;
  const partner: typeof fax = {
    ...fax,
    submit: async () => {
      acceptedAt = deps.clock.now();
      return { kind: 'accepted', order: { id: 'fax_1', stage: 'accepted' } };
    },
    read: async () => ({ kind: 'progress', progress: { stage: 'in_progress' } }),
  };
  Object.assign(deps, {
    partners: { ...deps.partners, fax: partner },
    partnerNames: { ...deps.partnerNames, fax: 'telnyx' },
  });
  const jobId = await submitted(deps, 'fax');
  const dueIn = async () => ((await deps.jobs.get(jobId))?.dueAt ?? 0) - acceptedAt;
  expect(await dueIn()).toBe(60_000);
  await deps.clock.advance(60_000);
  expect(await dueIn()).toBe(120_000);
});
