/** The news of jobs that live in memory: what became true and what its recipients got, for the judge of news. */
import { eventIdOf } from '../../../../shared/domain/ids.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import type { Moment } from './oracle.ts';
import { type Arrival, brokenPromises } from './promises.ts';

/** The member `notify` of a request for a job. */
export const wish = { webhook_url: 'https://shop.example.com/hooks', email: 'ada@example.com' } as const;

export interface WatchedNews {
  readonly deps: MemoryDeps;
  /** The broken promises of the news of this job, in words. */
  broken(job: Job): readonly string[];
}

/** `isTaken`: whether the receiver accepts an event now. */
export function watchNews(deps: MemoryDeps, isTaken: () => boolean = () => true): WatchedNews {
  const { clock, jobs, receivers } = deps;
  const moments: Moment[] = [];
  const heard: (Omit<Arrival, 'to'> & { readonly jobId: string })[] = [];
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
        ...{ job, arrivals },
        recipients: [wish.webhook_url, wish.email],
        moments: moments.filter((moment) => moment.job.id === job.id),
        outboxes: deps.outboxes.all().filter(({ jobId }) => jobId === job.id),
      });
    },
  };
}

/** Each email, under the event that it is about. */
function mailsOf({ emails, outboxes }: MemoryDeps, job: Job) {
  const events = outboxes.all().flatMap(({ jobId, deliveries }) => (jobId === job.id ? deliveries : []));
  const eventById = new Map(events.map(({ event }) => [eventIdOf(job.id, event), event]));
  return emails.all().flatMap(({ reference: id, createdAt: at, to }) => {
    // A payer who ticked the box gets emails, too.
    const event = to === wish.email ? eventById.get(id) : undefined;
    const body = event && JSON.stringify({ type: event.type, timestamp: new Date(event.at).toISOString() });
    return body === undefined ? [] : [{ at, id, body, isAccepted: true }];
  });
}
