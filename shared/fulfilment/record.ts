/** Writes down what has happened to a job: one fact, one conditional write. */
import { type Fact, publicStatus } from '../core/job.ts';
import { live } from '../core/live.ts';
import type { Job } from '../core/product.ts';
import type { World } from '../ports.ts';

/** What becomes true of a job at most once at a time, and is counted when it does: never a second time by a repeat. */
const milestones = {
  paid: ({ payment }: Job) => payment !== undefined,
  fulfilled: (job: Job) => publicStatus(job) === 'fulfilled',
  failed: ({ state }: Job) => state === 'failed',
  refunded: ({ refund }: Job) => refund === 'issued',
  parked: ({ state }: Job) => state === 'parked',
};

function count({ log }: World, before: Job, after: Job): void {
  for (const name of Object.keys(milestones) as (keyof typeof milestones)[])
    if (milestones[name](after) && !milestones[name](before)) log.measure(name, 1, after.product);
  if (after.firsts.mispaid !== before.firsts.mispaid) log.measure('amountMismatches', 1);
}

/** The job after the fact, or `undefined` where the fact does not count or somebody else was quicker. */
export async function recordOnce(world: World, job: Job, fact: Fact): Promise<Job | undefined> {
  const next = live(job, fact, world.clock.now());
  if (next === undefined || (await world.jobs.replace(next)) === 'stale') return undefined;
  world.log.info('fact', { jobId: job.id, product: job.product, fact: fact.kind, state: next.state });
  count(world, job, next);
  return { ...next, version: next.version + 1 };
}

export interface Recorded {
  /** The job as it stands now. */
  readonly job: Job;
  /** Whether this fact has changed it. */
  readonly counted: boolean;
}

/** Each stale write means that somebody else got on; this many in a row means that something is badly wrong. */
const mostRounds = 100;

/**
 * Records a fact that comes from outside, whatever else happens to the job meanwhile: after a lost race it is held
 * against the job as it stands then. `undefined`: there is no such job.
 */
export async function record(world: World, jobId: string, factFor: (job: Job) => Fact): Promise<Recorded | undefined> {
  for (let round = 0; round < mostRounds; round += 1) {
    const job = await world.jobs.get(jobId);
    if (job === undefined) return undefined;
    const fact = factFor(job);
    const counts = live(job, fact, world.clock.now()) !== undefined;
    if (!counts) return { job, counted: false };
    const next = await recordOnce(world, job, fact);
    if (next !== undefined) return { job: next, counted: true };
  }
  throw new Error(`${mostRounds} stale writes in a row on one job`);
}
