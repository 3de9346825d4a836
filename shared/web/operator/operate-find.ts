/** Finds a job by anything that payers and partners can name: by an index, by a payment provider, or among a week's jobs. */
import { isId, orderNumberIn, orderNumberOf, receiptIdOf } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { dayOf } from '../../domain/job/waiting.ts';
import { paidOnDay } from '../../orders/audit/paid-on.ts';
import { providersOf } from '../../orders/pay/payment.ts';
import { productNamed } from '../../products/index.ts';
import { type OperatorResult, refused } from './operate-result.ts';
import { type OperatorDeps, showLife } from './operate-show.ts';

const idIn = (prefix: 'job' | 'pay', text: string): string | undefined => {
  const found = new RegExp(`${prefix}_\\w{26}`).exec(text)?.[0];
  return found !== undefined && isId(prefix, found) ? found : undefined;
};

/** The job's id by what our own indexes know: an id, a pay link, an order number, a partner's id. */
export async function jobIdOf(deps: OperatorDeps, anything: string): Promise<string | undefined> {
  const { jobs } = deps;
  const text = anything.trim();
  const jobId = idIn('job', text);
  if (jobId !== undefined) return jobId;
  const payCode = idIn('pay', text);
  if (payCode !== undefined) return jobs.idByPayCode(payCode);
  const [ordered, ...others] = await numbered(deps, text);
  if (ordered !== undefined) return others.length === 0 ? ordered : undefined;
  return /^[\w-]{6,100}$/.test(text) ? jobs.idByPartnerId(text) : undefined;
}

async function numbered({ jobs }: OperatorDeps, text: string): Promise<readonly string[]> {
  const orderNumber = orderNumberIn(text);
  return orderNumber === undefined ? [] : jobs.idsByOrderNumber(orderNumber);
}

/** `until`: no further page of a day is read after it, Unix ms. */
export async function find(
  deps: OperatorDeps,
  anything: string,
  day: string | undefined,
  until: number,
): Promise<OperatorResult> {
  const jobId = (await jobIdOf(deps, anything)) ?? (await jobIdAtProviders(deps, anything));
  const job = jobId === undefined ? undefined : await deps.jobs.get(jobId);
  if (job !== undefined) return showLife(deps, job.id);
  const shared = await readAll(deps, await numbered(deps, anything));
  if (shared.length > 0) return listed('share this order number: ask the payer for the pay link.', shared);
  const wanted = wantedIn(anything.trim());
  if (wanted === undefined) return refused(`No job is found by this. ${unfindable}`);
  const now = deps.clock.now();
  const days = day === undefined ? Array.from({ length: 7 }, (_, at) => dayOf(now - at * dayMs)) : [day];
  const { found, isWhole } = await among(deps, days, wanted, until);
  const [only] = found;
  if (only !== undefined && found.length === 1 && isWhole) return showLife(deps, only.id);
  const span = days.length === 1 ? `on ${days[0]}` : `from ${days.at(-1)} to ${days[0]}`;
  const rest = isWhole ? '' : ' The search ran out of time before its end: name a DAY.';
  if (only === undefined)
    return refused(`No job that was paid ${span} has this number.${rest} Name another DAY. ${unfindable}`);
  return listed(`with this number, paid ${span}.${rest}`, found);
}

const listed = (says: string, found: readonly Job[]): OperatorResult => ({
  ok: true,
  says: `${found.length} ${found.length === 1 ? 'job' : 'jobs'} ${says}`,
  jobs: found.map(({ id, product, state, firsts }) => ({
    job_id: id,
    order_number: orderNumberOf(id),
    product,
    state,
    paid_at: firsts.paid,
  })),
});

const readAll = async ({ jobs }: OperatorDeps, ids: readonly string[]): Promise<readonly Job[]> =>
  (await Promise.all(ids.map((id) => jobs.get(id)))).filter((job) => job !== undefined);

const unfindable =
  "Names, addresses and card numbers are in no index: ask the payer for the pay link or the order number, or look up the card in the payment provider's dashboard and find the payment's id, pi_….";

/** By a provider's id of a payment page or a payment, also within a link. */
async function jobIdAtProviders(deps: OperatorDeps, anything: string): Promise<string | undefined> {
  for (const [{ idForm }, provider] of providersOf(deps)) {
    const id = idForm.exec(anything)?.[0];
    const jobId =
      id && (await provider.jobOf(id).catch((error: unknown) => deps.log.info('look-up failed', { error })));
    if (jobId && isId('job', jobId)) return jobId;
  }
  return undefined;
}

/** `undefined` if no job could have such a number. Numbers of checks are shared by accounts. */
function wantedIn(text: string): ((job: Job) => boolean) | undefined {
  // A recipient reads it on the envelope, and the digits of some carriers are in groups.
  const tracked = text.replace(/\s/g, '').toUpperCase();
  if (/^(?:[A-Z]{2}\d{9}[A-Z]{2}|\d{20,22})$/.test(tracked))
    return ({ partner }) => partner?.tracking?.number?.toUpperCase() === tracked;
  if (/^rcpt_\w{26}$/.test(text)) return ({ id }) => receiptIdOf(id) === text;
  if (/^#?\d{1,9}$/.test(text)) return ({ drawing }) => drawing?.checkNumber === Number(text.replace('#', ''));
  const [, digits] = /^\+?1?(\d{10})$/.exec(text.replace(/[\s().-]/g, '')) ?? [];
  return digits === undefined ? undefined : (job) => productNamed(job.product).serialKey?.(job.order) === `+1${digits}`;
}

const dayMs = 24 * 60 * 60 * 1_000;

async function among(
  deps: OperatorDeps,
  days: readonly string[],
  isWanted: (job: Job) => boolean,
  until: number,
): Promise<{ readonly found: readonly Job[]; readonly isWhole: boolean }> {
  const { clock, jobs } = deps;
  const atOnce = 20;
  const found: Job[] = [];
  for (const day of days) {
    let after: string | undefined;
    do {
      const { ids, next }: Awaited<ReturnType<typeof paidOnDay>> = await paidOnDay(jobs, day, after);
      for (let at = 0; at < ids.length; at += atOnce) {
        if (clock.now() >= until) return { found, isWhole: false };
        found.push(...(await readAll(deps, ids.slice(at, at + atOnce))).filter(isWanted));
      }
      after = next;
    } while (after !== undefined);
  }
  return { found, isWhole: true };
}
