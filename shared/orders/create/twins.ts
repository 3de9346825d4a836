/**
 * Finds duplicate orders ("twins"). Each order is recorded under its fingerprint before its job is written. So if several
 * arrive at once, all but the first find an earlier order. Only clients with the same quote or on the same network are warned.
 * A job's `twinIds` name its earlier twins, and its `copyId` names the latest one after it.
 */
import type { Contact } from '../../domain/address.ts';
import { addressKeys } from '../../domain/addresses/normalized-address.ts';
import { contactKeys } from '../../domain/fraud.ts';
import { formTokenOf, orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { hasEnded, publicStatus } from '../../domain/job/lifecycle.ts';
import { networkOf } from '../../domain/network.ts';
import { update } from '../../domain/stored.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { type EarlierOrder, sameOrderSentence } from '../../domain/warnings.ts';
import { isMail, productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { lookUpWithRetries } from '../follow/find-job.ts';

/** True for an order of the last 48 hours that can still be paid, or is paid or being paid, and hasn't ended or come back. */
export function isLive(job: Job, now: number): boolean {
  const { state, checkout, createdAt } = job;
  if (now - createdAt >= lifetimesMs.twin || hasEnded(job) || job.partner?.returned) return false;
  if (state !== 'awaiting_payment' || job.isPaymentProcessing) return true;
  return (checkout?.expiresAt ?? createdAt + lifetimesMs.checkout) > now;
}

/** The facts that a warning may give about the earlier order; `undefined` if it failed, or only the network is the same. */
function earlierOrder(job: Job, earlier: Job, now: number): EarlierOrder | undefined {
  const status = publicStatus(earlier);
  if (earlier.quoteId !== job.quoteId || status === 'cancelled' || status === 'failed') return undefined;
  return { minutesAgo: Math.floor((now - earlier.createdAt) / 60_000), status };
}

async function firstLive({ jobs, clock }: Deps, ids: readonly string[]): Promise<Job | undefined> {
  const matches = await Promise.all(ids.map((id) => jobs.get(id)));
  return matches.find((job) => job !== undefined && isLive(job, clock.now()));
}

/** The identical order before this one, while both are live and no one has confirmed that the payer wants both. */
async function earlierTwin(deps: Deps, job: Job): Promise<Job | undefined> {
  if (job.twinIds === undefined || job.copyConfirmedAt !== undefined || !isLive(job, deps.clock.now()))
    return undefined;
  return firstLive(deps, job.twinIds);
}

/** Says that an identical order is live, and that the user should be asked whether they want both; `undefined` if none is. */
export async function sameOrder(deps: Deps, job: Job): Promise<string | undefined> {
  const earlier = await earlierTwin(deps, job);
  return earlier && sameOrderSentence(earlierOrder(job, earlier, deps.clock.now()));
}

/** The identical order, as this order's page shows it: with its number and time only if both have the same quote. */
export async function copyChoiceOf(deps: Deps, job: Job) {
  const now = deps.clock.now();
  const earlier = await earlierTwin(deps, job);
  const { copyId } = job;
  const other = earlier ?? (copyId !== undefined && isLive(job, now) ? await firstLive(deps, [copyId]) : undefined);
  if (other === undefined) return undefined;
  const isPaid = publicStatus(other) !== 'awaiting_payment';
  const isConfirmed = job.copyConfirmedAt !== undefined || other.copyConfirmedAt !== undefined;
  // The later order needs confirmation, and once it is paid, the earlier one does.
  const needsConfirmation = earlier !== undefined || (isPaid && !isConfirmed);
  const number = spokenOrderNumber(orderNumberOf(other.id));
  return {
    isAsked: needsConfirmation && job.state === 'awaiting_payment',
    isOtherLater: earlier === undefined,
    token: formTokenOf('address', job.id),
    other: other.quoteId === job.quoteId ? { number, createdAt: other.createdAt, isPaid } : undefined,
  };
}

interface TwinRequest {
  /** `KEY.SINCE` (the key's id, and when it was last used or 0), the same for every retry; without a key, the job's id. */
  readonly entryId: string;
  /** The IP address of the caller. */
  readonly address: string;
  readonly isKeyless: boolean;
  readonly isAssistant: boolean;
}

/** The values that two identical orders share. The print day, and options that only change the price, are left out. */
function identityOf(job: Job): readonly unknown[] {
  const product = productNamed(job.product);
  const contentHash = job.content?.original ?? job.content?.hash;
  if (!isMail(job)) return [job.quoteId, product.recipient(job.order), contentHash];
  const { to, from } = job.order;
  const { drawing } = job;
  // The key doesn't depend on spelling. It has the postal code, or the city if there is none.
  const contactKey = (contact: Contact) => [...contactKeys('name', contact), addressKeys(contact)[0]].join('\n');
  return drawing === undefined
    ? [contactKey(to), contactKey(from), contentHash]
    : [
        contactKey(to),
        drawing.counterId,
        product.checkAmount?.(job.order),
        product.checkFace?.(job).memo?.toLowerCase(),
      ];
}

/**
 * Records the order, so that later ones find it. Returns the job to write: if there are identical orders, with their ids and a
 * warning. If an assistant repeats a request without a key, returns the job that the request created before.
 */
export async function repeatOrMarkDuplicate(deps: Deps, job: Job, request: TwinRequest): Promise<Job> {
  const now = deps.clock.now();
  const twins = (await recordAndFindTwins(deps, job, request)).filter((twin) => isLive(twin, now));
  const [first] = twins;
  if (first === undefined) return job;
  const { isKeyless, isAssistant } = request;
  const repeated = twins.find(
    (twin) => twin.requestHash === job.requestHash && now - twin.createdAt < lifetimesMs.keylessRepeat,
  );
  if (isKeyless && isAssistant && repeated !== undefined) return repeated;
  // This is written before the job. After a crash in between, `copyId` names a missing job, which pages ignore.
  await update(deps.jobs, first.id, (stored) => stored && { ...stored, copyId: job.id });
  const hasNoKey = (isKeyless && !isAssistant) || undefined;
  return {
    ...job,
    // At most five, because a page reads each of them.
    twinIds: twins.slice(0, 5).map(({ id }) => id),
    warnings: [...job.warnings, { code: 'same_order', earlier: earlierOrder(job, first, now), hasNoKey }],
  };
}

/** Records the order under its fingerprint. Returns the earlier orders: first those of the same quote, each group by age. */
async function recordAndFindTwins(deps: Deps, job: Job, { entryId, address }: TwinRequest): Promise<readonly Job[]> {
  const network = networkOf(address);
  // Callers whose addresses can't be read don't count as one network.
  const origin = network === 'unknown' ? entryId : deps.fingerprint('twin', `network ${network}`).slice(0, 32);
  const now = deps.clock.now();
  const entry = `${entryId} ${job.quoteId} ${origin}`;
  // One item for each window of 48 hours, because a single item would fill up with old entries. The entry is also added to the
  // next window, so that orders on both sides of the boundary are compared.
  const currentWindow = Math.floor(now / lifetimesMs.twin);
  const addTo = (window: number) => {
    const identity = JSON.stringify([job.product, ...identityOf(job), window]);
    return deps.twins.add(`twin_${deps.fingerprint('twin', identity)}`, entry, now + lifetimesMs.twin);
  };
  const [earlierEntries] = await Promise.all([addTo(currentWindow), addTo(currentWindow + 1)]);
  const others = earlierEntries.flatMap((text) => {
    const [other = '', quoteId, otherOrigin] = text.split(' ');
    return other !== entryId && (quoteId === job.quoteId || otherOrigin === origin) ? [other] : [];
  });
  const matches = await Promise.all([...new Set(others)].map((other) => jobOfEntry(deps, other)));
  const jobs = new Map(matches.flatMap((match) => (match === undefined ? [] : [[match.id, match] as const])));
  const rank = ({ quoteId }: Job) => (quoteId === job.quoteId ? 0 : 1);
  return [...jobs.values()].sort((one, other) => rank(one) - rank(other) || one.createdAt - other.createdAt);
}

async function jobOfEntry(deps: Deps, entryId: string): Promise<Job | undefined> {
  const { idempotencyKeys, jobs } = deps;
  const [id = '', since] = entryId.split('.');
  // A job is written a moment after its entry. If the request died in between, there is no job.
  return lookUpWithRetries(deps, [50, 150, 750, 2_150], async () => {
    const jobId = since === undefined ? id : (await idempotencyKeys.get(id))?.uses[Number(since)];
    return jobId === undefined ? undefined : jobs.get(jobId);
  });
}
