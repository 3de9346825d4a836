/** The stores of a run: they remember everything that was written, and can be set back. */
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Outbox } from '../../../../shared/notify/outbox.ts';
import type { WoundClock } from '../../fakes/clock.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import { memoryJobs, memoryOutboxes } from '../../fakes/memory.ts';
import type { Moment } from './oracle.ts';

export interface Table extends Pick<MemoryDeps, 'jobs' | 'outboxes'> {
  /** Counts how often it was set back. */
  readonly epoch: number;
  /** The job as it was saved, each time. */
  readonly moments: readonly Moment[];
  /** Those that were lost when the table was set back. */
  readonly lost: readonly Moment[];
  /** Resolves at the next write. */
  changed(): Promise<void>;
  /** Everything is as it was then, Unix ms. */
  setBack(to: number): Promise<void>;
}

interface Written<T> {
  readonly at: number;
  readonly item: T;
}

export function watchedTable(clock: WoundClock): Table {
  let jobs = memoryJobs();
  let outboxes = memoryOutboxes();
  let epoch = 0;
  let waiting: (() => void)[] = [];
  const written = { jobs: [] as Written<Job>[], outboxes: [] as Written<Outbox>[] };
  const lost: Moment[] = [];
  const note = <K extends keyof typeof written>(kind: K, item: (typeof written)[K][number]['item']) => {
    (written[kind] as Written<unknown>[]).push({ at: clock.now(), item });
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const noted =
    <T extends Job | Outbox, R extends string>(
      kind: keyof typeof written,
      write: (item: T) => Promise<R>,
      step: 0 | 1,
    ) =>
    async (item: T): Promise<R> => {
      const result = await write(item);
      if (result === 'saved') note(kind, { ...item, version: item.version + step });
      return result;
    };
  return {
    get epoch() {
      return epoch;
    },
    get moments() {
      return written.jobs.map(({ at, item }) => ({ at, job: item }));
    },
    lost,
    jobs: {
      ...jobs,
      all: () => jobs.all(),
      get: (id) => jobs.get(id),
      create: noted('jobs', (job: Job) => jobs.create(job), 0),
      replace: noted('jobs', (job: Job) => jobs.replace(job), 1),
      // The work on the job itself is not this run's matter.
      due: async ({ before }) =>
        jobs.all().flatMap(({ id, events }) => {
          const dueAt = events?.pending[0]?.at;
          return dueAt !== undefined && dueAt < before ? [{ id, dueAt }] : [];
        }),
      waiting: async () => [],
    },
    outboxes: {
      all: () => outboxes.all(),
      get: (id) => outboxes.get(id),
      create: noted('outboxes', (outbox: Outbox) => outboxes.create(outbox), 0),
      replace: noted('outboxes', (outbox: Outbox) => outboxes.replace(outbox), 1),
      due: (...asked) => outboxes.due(...asked),
    },
    changed: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    async setBack(to) {
      epoch += 1;
      // The job itself is as old as the run.
      const isKept = ({ at }: Written<unknown>, place: number) => at <= to || place === 0;
      lost.push(
        ...written.jobs.filter((each, place) => !isKept(each, place)).map(({ at, item }) => ({ at, job: item })),
      );
      written.jobs = written.jobs.filter(isKept);
      written.outboxes = written.outboxes.filter(({ at }) => at <= to);
      jobs = memoryJobs();
      outboxes = memoryOutboxes();
      for (const { item } of latest(written.jobs)) await jobs.create(item);
      for (const { item } of latest(written.outboxes)) await outboxes.create(item);
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
}

/** The last of each item. */
const latest = <T extends { readonly id: string }>(list: readonly Written<T>[]): readonly Written<T>[] => [
  ...new Map(list.map((each) => [each.item.id, each])).values(),
];
