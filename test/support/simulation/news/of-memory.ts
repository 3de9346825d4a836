/** The news of jobs that live in memory: who wishes for it, what became true and what was heard, for the judge of news. */
import { eventIdOf } from '../../../../shared/domain/ids.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Moment } from './oracle.ts';
import { brokenPromises } from './promises.ts';
import type { Arrival, Recipient } from './recipients.ts';

/** The member `notify` of a request for a job. */
export const wish = { webhook_url: 'https://shop.example.com/hooks', email: 'ada@example.com' } as const;

export interface WatchedNews {
  readonly deps: MemoryDeps;
  /** The broken promises of the news of this job, in words. */
  broken(job: Job): readonly string[];
}

/** `isTaken`: whether the receiver takes an event now. */
export function watchNews(deps: MemoryDeps, isTaken: () => boolean = () => true): WatchedNews {
  const { clock, jobs, receivers } = deps;
  const moments: Moment[] = [];
  const heard: (Pick<Arrival, 'at' | 'id' | 'body' | 'isAccepted'> & { readonly jobId: string })[] = [];
  const noted = async <R extends string>(written: Promise<R>, job: Job): Promise<R> => {
    const result = await written;
    if (result === 'saved') moments.push({ at: clock.now(), job });
    return result;
  };
  receivers.answer = ({ body, headers }) => {
    const isAccepted = isTaken();
    const id = headers['webhook-id'] ?? '';
    heard.push({ at: clock.now(), id, body, isAccepted, jobId: JSON.parse(body).data.job_id });
    return isAccepted ? { outcome: 'delivered', code: 'http_200' } : { outcome: 'unreachable', code: 'http_503' };
  };
  return {
    deps: {
      ...deps,
      jobs: { ...jobs, create: (job) => noted(jobs.create(job), job), replace: (job) => noted(jobs.replace(job), job) },
    },
    broken(job) {
      const events = heard.filter(({ jobId }) => jobId === job.id).map(({ jobId: _, ...each }) => each);
      const arrivals = [
        ...events.map((event) => ({ ...event, to: wish.webhook_url })),
        ...mailsOf(deps, job).map((mail) => ({ ...mail, to: wish.email })),
      ];
      return brokenPromises({
        ...{ job, weather: 'fair', isFaultless: false, resends: [], lost: [] },
        recipients: [sound(wish.webhook_url), sound(wish.email)],
        arrivals: arrivals.map((arrival) => ({ ...arrival, isGone: false })),
        moments: moments.filter((moment) => moment.job.id === job.id),
        outboxes: deps.outboxes.all().filter(({ jobId }) => jobId === job.id),
        pending: job.events?.pending ?? [],
      });
    },
  };
}

/** It takes everything in the end. */
const sound = (to: string): Recipient => ({
  ...{ to, illAt: 0, wellAt: 0, goneAt: undefined, mood: { takesMs: [0, 0], answer: unasked } },
  hear: unasked,
});

const unasked = (): never => {
  throw new Error('only the judge looks at it');
};

/** Each e-mail under the event that it tells. */
function mailsOf({ emails, outboxes }: MemoryDeps, job: Job) {
  const events = outboxes.all().flatMap(({ jobId, deliveries }) => (jobId === job.id ? deliveries : []));
  const eventById = new Map(events.map(({ event }) => [eventIdOf(job.id, event), event]));
  return emails.all().flatMap(({ reference: id, createdAt: at, to }) => {
    // A payer who has ticked is written to besides.
    const event = to === wish.email ? eventById.get(id) : undefined;
    const body = event && JSON.stringify({ type: event.type, timestamp: new Date(event.at).toISOString() });
    return body === undefined ? [] : [{ at, id, body, isAccepted: true }];
  });
}
