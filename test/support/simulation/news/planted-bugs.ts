/** Ways to tell news wrong. The proof is worth something because it finds each of them. */

import type { Events, EventType } from '../../../../shared/domain/job/event.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Delivery, Outbox } from '../../../../shared/notify/outbox.ts';
import { tellListeners } from '../../../../shared/orders/deps.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Plant } from './run.ts';
import type { WeatherName } from './weather.ts';

/** Shows a reader of the outbox this instead of it. */
const seenAs =
  (change: (outbox: Outbox) => Outbox): Plant =>
  (deps) => ({
    ...deps,
    outboxes: {
      ...deps.outboxes,
      get: async (id) => {
        const outbox = await deps.outboxes.get(id);
        return outbox && change(outbox);
      },
    },
  });

const deliveriesAs = (change: (delivery: Delivery) => Delivery): Plant =>
  seenAs((outbox) => ({ ...outbox, deliveries: outbox.deliveries.map(change) }));

/** Shows a reader of the job this instead of it. */
const readAs =
  (change: (job: Job) => Job): Plant =>
  (deps) => ({
    ...deps,
    jobs: {
      ...deps.jobs,
      get: async (id) => {
        const job = await deps.jobs.get(id);
        return job && change(job);
      },
    },
  });

const withEvents = (job: Job, change: (events: Events) => Partial<Events>): Job => ({
  ...job,
  events: job.events && { ...job.events, ...change(job.events) },
});

/** Writes this of a job instead of it. */
const writtenAs =
  (write: (deps: MemoryDeps, job: Job) => Promise<'saved' | 'stale'>): Plant =>
  (deps) => ({ ...deps, jobs: { ...deps.jobs, replace: (job) => write(deps, job) } });

const answering =
  (
    post: MemoryDeps['receivers']['post'] extends (...given: infer G) => infer R
      ? (deps: MemoryDeps, ...given: G) => R
      : never,
  ): Plant =>
  (deps) => ({ ...deps, receivers: { ...deps.receivers, post: (...given) => post(deps, ...given) } });

/** Says yes once in four times. */
function everyFourth(): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % 4 === 0;
  };
}

/** The waiting deliveries are turned round; the numbers that are told stay where they are. */
const newestFirst = (deliveries: readonly Delivery[]): readonly Delivery[] => {
  const waiting = deliveries.filter(({ state }) => state === 'waiting').toReversed();
  return deliveries.map((delivery) => (delivery.state === 'waiting' ? (waiting.shift() ?? delivery) : delivery));
};

interface Planted {
  readonly plant: Plant;
  /** Where it shows; in fair weather if nothing is said. */
  readonly weather?: WeatherName;
  /** The promise that it breaks. */
  readonly breaks: string;
}

const lostEvent = 'every event reaches a recipient that is well in the end';

export const plantedBugs: Readonly<Record<string, Planted>> = {
  'events that the job forgets before an outbox has them': {
    breaks: lostEvent,
    plant: (deps) => {
      const dies = everyFourth();
      const isLost = async ({ id, deliveries }: Outbox) =>
        deliveries.length > ((await deps.outboxes.get(id))?.deliveries.length ?? 0) && dies();
      const believed = (write: (outbox: Outbox) => Promise<'saved' | 'stale' | 'exists'>) => async (outbox: Outbox) =>
        (await isLost(outbox)) ? 'saved' : write(outbox);
      const { create, replace } = deps.outboxes;
      return {
        ...deps,
        outboxes: { ...deps.outboxes, create: believed(create), replace: believed(replace) } as typeof deps.outboxes,
      };
    },
  },
  'events that are written after their fact': {
    breaks: lostEvent,
    plant: (() => {
      const dies = everyFourth();
      return writtenAs(async ({ jobs }, job) => {
        const before = await jobs.get(job.id);
        const isNews = (job.events?.count ?? 0) > (before?.events?.count ?? 0);
        if (!isNews) return jobs.replace(job);
        const saved = await jobs.replace({ ...job, events: before?.events });
        if (saved === 'stale' || dies()) return saved;
        const current = await jobs.get(job.id);
        return current === undefined ? saved : jobs.replace({ ...current, events: job.events });
      });
    })(),
  },
  'events of facts that were not saved': {
    breaks: 'nothing is told more often than it happened',
    plant: writtenAs(async ({ jobs }, job) => {
      const saved = await jobs.replace(job);
      const current = saved === 'stale' ? await jobs.get(job.id) : undefined;
      if (current !== undefined && (job.events?.count ?? 0) > (current.events?.count ?? 0))
        await jobs.replace({ ...current, events: job.events });
      return saved;
    }),
  },
  'an event that an outbox has before the job': {
    breaks: 'nothing is told before it happened',
    plant: writtenAs(async (deps, job) => {
      if (job.events?.pending.length)
        await tellListeners({ ...deps, jobs: { ...deps.jobs, replace: async () => 'saved' } }, job);
      await deps.clock.sleep(2_000);
      return deps.jobs.replace(job);
    }),
  },
  'a delivery that is inferred from mailing': {
    breaks: 'nothing is told that did not happen',
    plant: writtenAs(({ jobs }, job) =>
      jobs.replace(
        withEvents(job, ({ pending }) => ({
          pending: pending.map((event) => ({ ...event, type: event.type.replace('mailed', 'delivered') as EventType })),
        })),
      ),
    ),
  },
  'a sweeper that does not look at outboxes': {
    breaks: 'everything comes to rest',
    plant: (deps) => ({ ...deps, outboxes: { ...deps.outboxes, due: async () => [] } }),
  },
  'news of every change': {
    breaks: 'a job has at most twenty events',
    plant: writtenAs(({ jobs }, job) =>
      jobs.replace(
        withEvents(job, ({ count, lastAt, pending }) => {
          const [event] = pending;
          if (event === undefined) return {};
          const changed = { ...event, number: count + 1, at: lastAt + 1, type: 'letter.changed' as EventType };
          return { count: count + 1, lastAt: lastAt + 1, pending: [...pending, changed] };
        }),
      ),
    ),
  },
  'a sweeper that does not look for events': {
    breaks: 'everything comes to rest',
    plant: (deps) => ({ ...deps, jobs: { ...deps.jobs, due: async () => [] } }),
  },
  'a claim that does not ask who was first': {
    breaks: lostEvent,
    plant: (deps) => ({
      ...deps,
      outboxes: {
        ...deps.outboxes,
        replace: async (outbox) => {
          const current = await deps.outboxes.get(outbox.id);
          return deps.outboxes.replace({ ...outbox, version: current?.version ?? 0 });
        },
      },
    }),
  },
  'an outbox that forgets what it has told': {
    breaks: 'nobody is told twice without a reason',
    // Not for ever, so that the run ends.
    plant: deliveriesAs((delivery) =>
      delivery.state === 'delivered' && delivery.attempts.length < 2 ? { ...delivery, state: 'waiting' } : delivery,
    ),
  },
  'an id for each attempt': {
    breaks: 'nothing is told more often than it happened',
    plant: (deps) => ({
      ...deps,
      eventSigner: {
        ...deps.eventSigner,
        headersOf: (message, secret) =>
          deps.eventSigner.headersOf({ ...message, id: `${message.id}${message.at}` }, secret),
      },
    }),
  },
  'one id for all events of a job': {
    breaks: 'one id stands for one event, with the same words each time',
    plant: (deps) => ({
      ...deps,
      eventSigner: {
        ...deps.eventSigner,
        headersOf: (message, secret) => deps.eventSigner.headersOf({ ...message, id: 'evt_1' }, secret),
      },
    }),
  },
  'words of today for an event of yesterday': {
    breaks: 'one id stands for one event, with the same words each time',
    plant: seenAs((outbox) => {
      const statuses = outbox.deliveries.at(-1)?.event.statuses;
      return {
        ...outbox,
        deliveries: outbox.deliveries.map((delivery) => ({
          ...delivery,
          event: { ...delivery.event, statuses: statuses ?? delivery.event.statuses },
        })),
      };
    }),
  },
  'the newest event first': {
    breaks: 'a recipient that always answers hears events in their order',
    plant: seenAs((outbox) => ({ ...outbox, deliveries: newestFirst(outbox.deliveries) })),
  },
  'a receiver that is asked after it was gone': {
    breaks: 'a recipient that is gone hears nothing more',
    plant: answering(async ({ receivers }, ...given) => {
      const posted = await receivers.post(...given);
      return posted.outcome === 'gone' ? { ...posted, outcome: 'refused' } : posted;
    }),
  },
  'clocks that are believed': {
    weather: 'clocks that are wrong',
    breaks: 'of two events of a job, the later one has the later time',
    plant: readAs((job) => withEvents(job, () => ({ lastAt: 0 }))),
  },
  'a wish to be left alone that nobody hears': {
    breaks: 'a recipient that wants to be left alone is left alone',
    plant: answering(async ({ receivers }, ...given) => {
      const { retryAfterMs: _, ...posted } = await receivers.post(...given);
      return posted;
    }),
  },
  'three days that begin anew with each attempt': {
    breaks: 'nothing is told after three days',
    plant: deliveriesAs((delivery) => ({ ...delivery, since: delivery.attempts.at(-1)?.at ?? delivery.since })),
  },
  'a first attempt that is the only one': {
    breaks: lostEvent,
    plant: answering(async ({ receivers }, ...given) => {
      const posted = await receivers.post(...given);
      return posted.outcome === 'unreachable' ? { ...posted, outcome: 'gone' } : posted;
    }),
  },
  'an answer that is believed before it comes': {
    breaks: 'the outbox says delivered only of what was taken',
    plant: answering(async ({ receivers }, ...given) => {
      await receivers.post(...given);
      return { outcome: 'delivered', code: 'http_200' };
    }),
  },
  'everybody is told of every job': {
    breaks: 'nobody is told who has not asked for it',
    plant: readAs((job) => ({ ...job, notify: { ...job.notify, webhook: { url: 'https://shop.example.com/hooks' } } })),
  },
  'a sweeper that sends each due time once': {
    weather: 'an index that is behind',
    breaks: 'everything comes to rest',
    plant: (deps) => {
      const sent = new Set<string>();
      return {
        ...deps,
        outboxes: {
          ...deps.outboxes,
          due: async (...asked) =>
            (await deps.outboxes.due(...asked)).filter(({ id, dueAt }) => {
              const size = sent.size;
              return sent.add(`${id} ${dueAt}`).size > size;
            }),
        },
      };
    },
  },
};
