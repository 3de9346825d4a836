/**
 * Finds equal orders. Each order is entered in the item of its fingerprint before its job is written, so of several at
 * once all but one find another. Only someone with the same quote, or on the same network, is told of one.
 */
import { contactKey } from '../../domain/fraud/traits.ts';
import type { Job } from '../../domain/job/job.ts';
import { twinKnownMs } from '../../domain/lifetimes.ts';
import { networkOf } from '../../domain/network.ts';
import { update } from '../../domain/stored.ts';
import { isMail, productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { earlierOrder, isLive } from '../pay/second-copy.ts';

export interface Entering {
  /** The same for each attempt of one request: of its key, or else of the job. */
  readonly entryId: string;
  /** The IP address of the caller. */
  readonly address: string;
  readonly hasNoKey: boolean;
}

/** The parts that make two orders equal. Options that only change the price are no part of it, and neither is the day. */
function identityOf(job: Job): readonly unknown[] {
  const product = productNamed(job.product);
  if (!isMail(job)) return [job.quoteId, product.recipient(job.order), job.content?.hash];
  const { to, from } = job.order;
  const { drawing } = job;
  return drawing === undefined
    ? [contactKey(to), contactKey(from), job.content?.hash]
    : [
        contactKey(to),
        drawing.counterId ?? drawing.accountId,
        product.drawn?.(job.order),
        product.checkFace?.(job).memo?.toLowerCase(),
      ];
}

/** The job as it is to be written: with the equal orders that it knows of, and a warning. */
export async function withTwins(deps: Deps, job: Job, entering: Entering): Promise<Job> {
  const now = deps.clock.now();
  const twins = (await earlierTwins(deps, job, entering)).filter((one) => isLive(one, now));
  const [first] = twins;
  if (first === undefined) return job;
  // Before this job: a crash in between leaves the name of a job that never was, and no page shows it.
  await update(deps.jobs, first.id, (known) => known && { ...known, copyId: job.id });
  const hasNoKey = entering.hasNoKey || undefined;
  return {
    ...job,
    twinIds: twins.slice(0, mostFollowed).map(({ id }) => id),
    warnings: [...job.warnings, { code: 'same_order', earlier: earlierOrder(job, first, now), hasNoKey }],
  };
}

/** A page looks at so many of them. */
const mostFollowed = 5;

/** Those of the same quote first, the oldest of them in front. */
async function earlierTwins(deps: Deps, job: Job, { entryId, address }: Entering): Promise<readonly Job[]> {
  const network = networkOf(address);
  // Unreadable addresses are no network.
  const place = network === 'unknown' ? entryId : deps.fingerprint('twin', `network ${network}`).slice(0, 32);
  const id = `twin_${deps.fingerprint('twin', JSON.stringify([job.product, ...identityOf(job)]))}`;
  const entry = `${entryId} ${job.quoteId} ${place}`;
  const before = await deps.twins.add(id, entry, deps.clock.now() + twinKnownMs);
  const others = before.flatMap((text) => {
    const [other = '', quoteId, at] = text.split(' ');
    return other !== entryId && (quoteId === job.quoteId || at === place) ? [other] : [];
  });
  const found = await Promise.all([...new Set(others)].map((other) => jobOfEntry(deps, other)));
  const jobs = new Map(found.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
  const rank = ({ quoteId }: Job) => Number(quoteId !== job.quoteId);
  return [...jobs.values()].sort((one, other) => rank(one) - rank(other) || one.createdAt - other.createdAt);
}

/** A job is written a moment after its entry. One whose request died in between never was. */
const pausesMs = [50, 150, 750, 2_150] as const;

async function jobOfEntry(deps: Deps, entryId: string): Promise<Job | undefined> {
  const found = await writtenJob(deps, entryId);
  if (found !== undefined) return found;
  for (const pauseMs of pausesMs) {
    await deps.clock.sleep(pauseMs);
    const job = await writtenJob(deps, entryId);
    if (job !== undefined) return job;
  }
  return undefined;
}

async function writtenJob({ idempotencyKeys, jobs }: Deps, entryId: string): Promise<Job | undefined> {
  const [keyId = ''] = entryId.split('.');
  const jobId = keyId.startsWith('key_') ? (await idempotencyKeys.get(keyId))?.jobId : keyId;
  return jobId === undefined ? undefined : jobs.get(jobId);
}
