/**
 * Finds duplicate orders. Each order is recorded under its fingerprint before its job is written, so of several at once,
 * all but the first see an earlier one. Only a client with the same quote or on the same network gets the warning.
 */
import type { Contact } from '../../domain/address.ts';
import { addressKeys } from '../../domain/addresses/normalized-address.ts';
import { contactKeys } from '../../domain/fraud.ts';
import { formTokenOf, orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { publicStatus } from '../../domain/job/lifecycle.ts';
import { networkOf } from '../../domain/network.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { type EarlierOrder, sameOrderSentence } from '../../domain/warnings.ts';
import { isMail, productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';

/** True while it waits for its payment, is paid, or is at the partner. */
export function isLive({ state, checkout, partner, isMoneyUnderWay, createdAt }: Job, now: number): boolean {
  if (now - createdAt >= lifetimesMs.twin || state === 'cancelled' || state === 'failed' || partner?.returned)
    return false;
  const paidBy = checkout?.expiresAt ?? createdAt + lifetimesMs.checkout;
  return state !== 'awaiting_payment' || isMoneyUnderWay === true || paidBy > now;
}

/** `undefined` if only the network is the same. */
function earlierOrder(job: Job, earlier: Job, now: number): EarlierOrder | undefined {
  const status = publicStatus(earlier);
  if (earlier.quoteId !== job.quoteId || status === 'cancelled' || status === 'failed') return undefined;
  return { minutesAgo: Math.floor((now - earlier.createdAt) / 60_000), status };
}

type JobReader = Pick<Deps, 'jobs' | 'clock'>;

async function firstLive({ jobs, clock }: JobReader, ids: readonly (string | undefined)[]): Promise<Job | undefined> {
  const matches = await Promise.all(ids.map((id) => (id === undefined ? undefined : jobs.get(id))));
  return matches.find((one) => one !== undefined && isLive(one, clock.now()));
}

/** The equal order before this one, while both are live and no one has confirmed that both are meant. */
async function earlierTwin(deps: JobReader, job: Job): Promise<Job | undefined> {
  if (job.twinIds === undefined || job.copyConfirmedAt !== undefined || !isLive(job, deps.clock.now()))
    return undefined;
  return firstLive(deps, job.twinIds);
}

/** Says that an equal order is live, and asks whether both are meant. */
export async function sameOrder(deps: JobReader, job: Job): Promise<string | undefined> {
  const earlier = await earlierTwin(deps, job);
  return earlier && sameOrderSentence(earlierOrder(job, earlier, deps.clock.now()));
}

/** The facts of an equal order for the page of this one. Number and time are there only if both have one quote. */
export async function copyChoiceOf(deps: JobReader, job: Job) {
  const now = deps.clock.now();
  const earlier = await earlierTwin(deps, job);
  const other = earlier ?? (isLive(job, now) ? await firstLive(deps, [job.copyId]) : undefined);
  if (other === undefined) return undefined;
  const isPaid = publicStatus(other) !== 'awaiting_payment';
  const isConfirmed = job.copyConfirmedAt !== undefined || other.copyConfirmedAt !== undefined;
  // Once one is paid, the page of the other asks for confirmation.
  const isSecond = earlier !== undefined || (isPaid && !isConfirmed);
  const number = spokenOrderNumber(orderNumberOf(other.id));
  return {
    isAsked: isSecond && job.state === 'awaiting_payment',
    isLater: earlier === undefined,
    token: formTokenOf('address', job.id),
    other: other.quoteId === job.quoteId ? { number, createdAt: other.createdAt, isPaid } : undefined,
  };
}

interface Entering {
  /** Stable across retries of a request: derived from the idempotency key, or from the job if there is none. */
  readonly entryId: string;
  /** The IP address of the caller. */
  readonly address: string;
  readonly isKeyless: boolean;
  readonly isAssistant: boolean;
}

/** The parts that make two orders equal. Options that only change the price are no part of it, and neither is the day. */
function identityOf(job: Job): readonly unknown[] {
  const product = productNamed(job.product);
  const contentHash = job.content?.original ?? job.content?.hash;
  if (!isMail(job)) return [job.quoteId, product.recipient(job.order), contentHash];
  const { to, from } = job.order;
  const { drawing } = job;
  // The same key however a contact was written: by its postal code, or by its city if it has none.
  const contactKey = (contact: Contact) => [...contactKeys('name', contact), addressKeys(contact)[0]].join('\n');
  return drawing === undefined
    ? [contactKey(to), contactKey(from), contentHash]
    : [contactKey(to), drawing.counterId, product.drawn?.(job.order), product.checkFace?.(job).memo?.toLowerCase()];
}

/**
 * The job to write: with the equal orders found so far, and a warning. An assistant that repeats a
 * request without a key gets the job that the request has already made.
 */
export async function repeatOrMarkDuplicate(deps: Deps, job: Job, entering: Entering): Promise<Job> {
  const now = deps.clock.now();
  const twins = (await earlierTwins(deps, job, entering)).filter((one) => isLive(one, now));
  const [first] = twins;
  if (first === undefined) return job;
  const { isKeyless, isAssistant } = entering;
  const repeated = twins.find(
    (one) => one.requestHash === job.requestHash && now - one.createdAt < lifetimesMs.keylessRepeat,
  );
  if (isKeyless && isAssistant && repeated !== undefined) return repeated;
  // Written before this job: a crash in between leaves an entry without a job, which no page shows.
  await update(deps.jobs, first.id, (stored) => stored && { ...stored, copyId: job.id });
  const hasNoKey = (isKeyless && !isAssistant) || undefined;
  return {
    ...job,
    // A page looks at this many of them.
    twinIds: twins.slice(0, 5).map(({ id }) => id),
    warnings: [...job.warnings, { code: 'same_order', earlier: earlierOrder(job, first, now), hasNoKey }],
  };
}

/** Orders of the same quote first, then the oldest first. */
async function earlierTwins(deps: Deps, job: Job, { entryId, address }: Entering): Promise<readonly Job[]> {
  const network = networkOf(address);
  // Unreadable addresses are no network.
  const place = network === 'unknown' ? entryId : deps.fingerprint('twin', `network ${network}`).slice(0, 32);
  const id = `twin_${deps.fingerprint('twin', JSON.stringify([job.product, ...identityOf(job)]))}`;
  const entry = `${entryId} ${job.quoteId} ${place}`;
  const before = await deps.twins.add(id, entry, deps.clock.now() + lifetimesMs.twin);
  const others = before.flatMap((text) => {
    const [other = '', quoteId, at] = text.split(' ');
    return other !== entryId && (quoteId === job.quoteId || at === place) ? [other] : [];
  });
  const matches = await Promise.all([...new Set(others)].map((other) => jobOfEntry(deps, other)));
  const jobs = new Map(matches.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
  const rank = ({ quoteId }: Job) => Number(quoteId !== job.quoteId);
  return [...jobs.values()].sort((one, other) => rank(one) - rank(other) || one.createdAt - other.createdAt);
}

async function jobOfEntry(deps: Deps, entryId: string): Promise<Job | undefined> {
  let job = await writtenJob(deps, entryId);
  // A job is written a moment after its entry. If its request died in between, there is no job.
  for (const pauseMs of [50, 150, 750, 2_150]) {
    if (job !== 'pending') break;
    await deps.clock.sleep(pauseMs);
    job = await writtenJob(deps, entryId);
  }
  return job === 'pending' ? undefined : job;
}

/** `pending`: the request of this entry may still be writing its job. */
async function writtenJob({ idempotencyKeys, jobs }: Deps, entryId: string): Promise<Job | 'pending'> {
  const [id = '', use] = entryId.split('.');
  const jobId = use === undefined ? id : (await idempotencyKeys.get(id))?.uses[Number(use)];
  return (jobId === undefined ? undefined : await jobs.get(jobId)) ?? 'pending';
}
