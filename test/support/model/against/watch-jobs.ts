/** Writes down what becomes of each job in a run of the simulation: its item, and what the world outside has of it. */

import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Partner } from '../../../../shared/partners/partner.ts';
import type { Payments } from '../../../../shared/partners/payments.ts';
import type { MemoryDeps } from '../../fakes/deps.ts';
import { refundNames, states } from '../life/fields.ts';
import { nameOf, type Sight } from './paths.ts';

/** The worlds of traces do not have these facts. */
const elsewhere = [
  ...['held', 'resubmitted', 'abandoned', 'redriven', 'released', 'bounced', 'wrong_amount', 'payment_failed'],
  ...['partner_failed', 'disputed', 'dispute_won', 'dispute_lost', 'fraud_warned', 'refund_failed', 'refund_disputed'],
] as const;

interface Watched {
  /** All that was seen, in its order, each sight once. */
  readonly sights: readonly string[];
  /** Its life is beyond the model's world. */
  readonly isElsewhere: boolean;
  /** How the payment page stands in the end: 0 open, 1 paid, 2 expired. */
  readonly page: number;
}

export interface Watch {
  readonly deps: MemoryDeps;
  /** The jobs by their ids, once the run is over. */
  jobs(): ReadonlyMap<string, Watched>;
}

/** Sees what is truly written and done, whatever becomes of the answers. */
export function watchJobs(deps: MemoryDeps): Watch {
  const written = new Map<string, Job>();
  const sights = new Map<string, string[]>();

  const look = (jobId: string): void => {
    const job = written.get(jobId);
    if (job === undefined) return;
    const line = sights.get(jobId) ?? [];
    const seen = nameOf(sightOf(deps, job));
    if (line.at(-1) !== seen) line.push(seen);
    sights.set(jobId, line);
  };
  const lookAtAll = (): void => {
    for (const jobId of written.keys()) look(jobId);
  };
  /** Whatever such a call has done is seen before its answer leaves. */
  const seeing = <T extends Partner | Payments>(port: T): T =>
    new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          try {
            return await value.apply(target, args);
          } finally {
            lookAtAll();
          }
        };
      },
    });

  const { jobs, payments, partners } = deps;
  const save =
    (write: typeof jobs.replace): typeof jobs.replace =>
    async (job) => {
      const result = await write(job);
      if (result === 'saved') {
        written.set(job.id, job);
        look(job.id);
      }
      return result;
    };
  return {
    deps: {
      ...deps,
      jobs: { ...jobs, replace: save(jobs.replace) },
      payments: { mock: seeing(payments.mock) },
      partners: Object.fromEntries(Object.entries(partners).map(([name, partner]) => [name, seeing(partner)])) as never,
    },
    jobs: () =>
      new Map(
        [...written].map(([jobId, job]) => [
          jobId,
          {
            sights: sights.get(jobId) ?? [],
            isElsewhere:
              elsewhere.some((kind) => job.firstSeenAt[kind] !== undefined) || job.extraPayments !== undefined,
            page: pageOf(deps, job),
          },
        ]),
      ),
  };
}

/** The end of a page by its time is written nowhere. */
const pageOf = ({ clock, sessions }: MemoryDeps, { id }: Job): number => {
  const session = sessions.all().find(({ request }) => request.jobId === id);
  if (session?.status === 'paid') return 1;
  return session?.status === 'open' && clock.now() < session.request.expiresAt ? 0 : 2;
};

function sightOf({ orders, sessions }: MemoryDeps, job: Job): Sight {
  const own = orders.all().filter(({ jobId }) => jobId === job.id);
  const refunded = sessions
    .all()
    .filter(({ request, refundedAt }) => request.jobId === job.id && refundedAt !== undefined);
  const is = (value: unknown): number => (value === undefined ? 0 : 1);
  return {
    state: states.indexOf(job.state),
    refund: refundNames.indexOf(job.refund),
    payment: is(job.payment),
    claimed: is(job.firstSeenAt.claimed),
    known: is(job.partner),
    last: is(job.answeredAt),
    orders: own.length,
    stopped: own.filter(({ cancelledAt }) => cancelledAt !== undefined).length,
    refunds: refunded.length,
  };
}
