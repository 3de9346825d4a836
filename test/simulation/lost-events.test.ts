/** A partner's event that never comes is found by a reading, and within what time: over the whole life of a letter. */
import { type Progress, stages } from '../../shared/domain/job/progress.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller, sold } from '../support/fakes/orders.ts';
import { times } from '../support/proofs.ts';
import { seeded } from '../support/simulation/chance.ts';
import { openPrintHouse, type Station } from '../support/simulation/print-house.ts';
import { sweeping } from '../support/simulation/sweeping.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const seeds = times(1_000, 100, 'lives with lost events');

/** The bounds of docs/promises.md. `isReturn`: the partner had called the letter completed before. */
const promisedMs = (ageMs: number, isReturn: boolean): number =>
  Math.max(6 * hour, Math.min(2 * ageMs, isReturn ? 30 * day : 2 * day));

/** A sweep may be a minute away, and one in ten messages is lost: then the next sweeps find the job. */
const slackMs = 2 * hour;

/** Stations at any age up to 60 days: some letters are quick, and some come back weeks later. */
function anyLife(random: () => number): readonly Station[] {
  const spans = [2 * day, 5 * day, 20 * day, 30 * day];
  const progresses: readonly Progress[] = [
    { stage: 'in_progress' },
    { stage: 'dispatched' },
    { stage: 'completed' },
    { stage: 'completed', returned: true, final: true },
  ];
  let ageMs = 0;
  return progresses.map((progress, at) => {
    ageMs += 1 + Math.floor(random() ** 2 * (spans[at] ?? 0));
    return { ageMs, progress };
  });
}

/** A later stage tells of the earlier ones, too. */
const isTold = ({ stage, returned }: Progress, known: Progress | undefined): boolean =>
  known !== undefined && stages.indexOf(known.stage) >= stages.indexOf(stage) && (!returned || known.returned === true);

/** Lives one letter; how late each station was heard of, if its event was lost. */
async function lateness(seed: number): Promise<readonly { readonly lateMs: number; readonly promised: number }[]> {
  const random = seeded(seed);
  const losesAll = random() < 0.3;
  const deps = memoryDeps({ deliver: () => random() > 0.1 });
  const stations = anyLife(random);
  const house = openPrintHouse(deps, stations);
  const told = new Map<Station, number>();
  const { replace } = deps.jobs;
  Object.assign(deps, {
    jobs: {
      ...deps.jobs,
      replace: async (job: Parameters<typeof replace>[0]) => {
        const result = await replace(job);
        for (const station of result === 'saved' ? stations : [])
          if (!told.has(station) && isTold(station.progress, job.partner)) told.set(station, deps.clock.now());
        return result;
      },
    },
  });
  const sweptFor = sweeping(deps);
  const jobId = await sold(deps, 'letter');
  while (Number.isNaN(house.takenAt())) await sweptFor(minute);
  const takenAt = house.takenAt();
  const lost: Station[] = [];
  for (const station of stations) {
    // A caller may ask at any time, and so moves readings about.
    if (random() < 0.3) {
      await sweptFor(random() * Math.max(0, takenAt + station.ageMs - deps.clock.now()));
      await ask(getJob, deps, { job_id: jobId }, caller);
    }
    await sweptFor(takenAt + station.ageMs + 1 - deps.clock.now());
    if (losesAll || random() < 0.4) lost.push(station);
    else await house.tell();
  }
  await sweptFor(70 * day);
  return lost.map((station) => {
    const { ageMs, progress } = station;
    const lateMs = (told.get(station) ?? Number.POSITIVE_INFINITY) - takenAt - ageMs;
    return { lateMs, promised: promisedMs(ageMs, progress.returned === true) };
  });
}

test(`the news of a partner's lost event is read in time, at any age, in ${seeds} lives`, async () => {
  const all: { readonly lateMs: number; readonly promised: number }[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const one of await lateness(seed)) {
      if (one.lateMs > one.promised + slackMs)
        throw new Error(`seed ${seed}: heard of after ${one.lateMs / hour} h, promised ${one.promised / hour} h`);
      all.push(one);
    }
  }
  expect(all.length).toBeGreaterThan(seeds);
  // The promise is no wider than it must be: some are found only just in time.
  expect(Math.max(...all.map(({ lateMs, promised }) => lateMs / promised))).toBeGreaterThan(0.9);
}, 600_000);
