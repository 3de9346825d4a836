/** Whether an order is a second copy of another one, which the payer confirms before paying. */
import { addressTokenOf, orderNumberOf, spokenOrderNumber } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { publicStatus } from '../../domain/job/lifecycle.ts';
import { checkoutLivesMs, twinKnownMs } from '../../domain/lifetimes.ts';
import type { EarlierOrder } from '../../domain/warnings/warning.ts';
import type { Deps } from '../deps.ts';

/** True while it waits for its payment, is paid or is with the partner. */
export function isLive({ state, checkout, partner, isMoneyUnderWay, createdAt }: Job, now: number): boolean {
  if (now - createdAt >= twinKnownMs || state === 'cancelled' || state === 'failed' || partner?.returned) return false;
  const paidBy = checkout?.expiresAt ?? createdAt + checkoutLivesMs;
  return state !== 'awaiting_payment' || isMoneyUnderWay === true || paidBy > now;
}

/** `undefined` if only the network is the same. */
export function earlierOrder(job: Job, earlier: Job, now: number): EarlierOrder | undefined {
  const status = publicStatus(earlier);
  if (earlier.quoteId !== job.quoteId || status === 'cancelled' || status === 'failed') return undefined;
  return { minutesAgo: Math.floor((now - earlier.createdAt) / 60_000), status };
}

type Reading = Pick<Deps, 'jobs' | 'clock'>;

async function firstLive({ jobs, clock }: Reading, ids: readonly (string | undefined)[]): Promise<Job | undefined> {
  const found = await Promise.all(ids.map((id) => (id === undefined ? undefined : jobs.get(id))));
  return found.find((one) => one !== undefined && isLive(one, clock.now()));
}

/** The equal order that was there before this one, while both are live and nobody has said that both are meant. */
export async function earlierTwin(deps: Reading, job: Job): Promise<Job | undefined> {
  if (job.twinIds === undefined || job.copyConfirmedAt !== undefined || !isLive(job, deps.clock.now()))
    return undefined;
  return firstLive(deps, job.twinIds);
}

/** The facts of an equal order for the page of this one. A number and a time only where both are of one quote. */
export async function copyChoiceOf(deps: Reading, job: Job) {
  const now = deps.clock.now();
  const earlier = await earlierTwin(deps, job);
  const other = earlier ?? (isLive(job, now) ? await firstLive(deps, [job.copyId]) : undefined);
  if (other === undefined) return undefined;
  const isPaid = publicStatus(other) !== 'awaiting_payment';
  const isConfirmed = job.copyConfirmedAt !== undefined || other.copyConfirmedAt !== undefined;
  // Whichever is paid first, the other one asks.
  const isSecond = earlier !== undefined || (isPaid && !isConfirmed);
  const number = spokenOrderNumber(orderNumberOf(other.id));
  return {
    isAsked: isSecond && job.state === 'awaiting_payment',
    isLater: earlier === undefined,
    token: addressTokenOf(job.id),
    other: other.quoteId === job.quoteId ? { number, createdAt: other.createdAt, isPaid } : undefined,
  };
}
