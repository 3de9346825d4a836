/** The actors of a run: clients, payers, operators and reconcile. They repeat requests that get no response. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import type { ProductName } from '../../../shared/domain/names.ts';
import { Refusal, type RefusalCode } from '../../../shared/domain/refusal.ts';
import { channels } from '../../../shared/notify/outbox.ts';
import { reconcile } from '../../../shared/notify/reconcile.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { copyChoiceOf } from '../../../shared/orders/create/twins.ts';
import { getJob } from '../../../shared/orders/follow/get-job.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { operate } from '../../../shared/web/operator/operate.ts';
import type { MemoryDeps } from '../fakes/deps.ts';
import { type Behavior, caller, orderedAs, payingEvent, quotedAs, received, requestFor } from '../fakes/orders.ts';
import { oneOf, type Random } from './chance.ts';

const minute = 60_000;

export interface Scene {
  readonly base: MemoryDeps;
  /** A new process of the service. */
  readonly process: () => ServiceDeps;
  readonly random: Random;
}

/** Errors after which a client should retry. */
const retryable = new Set<RefusalCode>(['in_progress', 'unavailable']);

/** Makes a request up to `times` times, until it gets a response that isn't a retryable error. */
async function retrying<T>(
  { clock }: Pick<MemoryDeps, 'clock'>,
  request: () => Promise<T>,
  times: number,
): Promise<T | undefined> {
  for (let time = 0; time < times; time += 1) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof Refusal && !retryable.has(error.code)) throw error;
      await clock.sleep(3_000);
    }
  }
  return undefined;
}

interface OrderSpec {
  readonly product: ProductName;
  readonly behavior: Behavior;
  readonly fields: object;
}

/** Creates a job and returns its id. Two simultaneous equal requests get one job. */
export async function create({ base, process, random }: Scene, spec: OrderSpec): Promise<string> {
  const { product, behavior, fields } = spec;
  const quote = await quotedAs(base, product);
  const request = requestFor(product, quote.quote_id, behavior, fields);
  const createOnce = (deps = process()) => retrying(base, () => orderedAs(deps, product, request), 1_000);
  const answers = await Promise.all(random() < 0.3 ? [createOnce(), createOnce()] : [createOnce()]);
  const [first, second = first] = answers.map((answer) => JSON.stringify(answer?.body));
  if (first !== second) throw new Error('equal requests got different bodies');
  return answers[0]?.body.job_id as string;
}

/**
 * A client that wants one copy but uses a fresh key for each retry. Its payer doesn't pay on a page that asks about a
 * second copy. Returns the jobs in the order of the responses.
 */
export async function createWithFreshKeys(scene: Scene, spec: Omit<OrderSpec, 'fields'>): Promise<readonly string[]> {
  const { base, process, random } = scene;
  const { product, behavior } = spec;
  const quote = await quotedAs(base, product).catch(() => undefined);
  if (quote === undefined) return [];
  const made: string[] = [];
  for (let attempt = 1; attempt < 6 && made.length < 3; attempt += 1) {
    const request = requestFor(product, quote.quote_id, behavior, { idempotency_key: `fresh-${attempt}` });
    const answer = await orderedAs(process(), product, request).catch(() => undefined);
    const jobId = answer?.body.job_id as string | undefined;
    if (jobId === undefined) continue;
    made.push(jobId);
    const job = await base.jobs.get(jobId);
    if (job !== undefined && (await copyChoiceOf(base, job))?.isAsked !== true) await pay(scene, jobId);
    await base.clock.sleep(random() * minute);
  }
  return made;
}

/** A payer usually presses Pay. The provider's event comes late, several times, or not at all. */
export async function pay({ base, process, random }: Scene, jobId: string): Promise<void> {
  await base.clock.sleep(random() * 20_000);
  if (random() < 0.1) return;
  const event = await payingEvent(base, jobId);
  if ((event as { type: string }).type !== 'checkout.session.completed') return;
  const copies = Math.floor(random() * 4);
  const deliver = async (id: number, deps: ServiceDeps) => {
    await base.clock.sleep(random() * 5_000);
    await retrying(base, () => received(deps, { ...event, id: `evt_${id}` }), 5);
  };
  await Promise.all(Array.from({ length: copies }, (_, id) => deliver(id, process())));
}

export async function cancelSometime({ base, process, random }: Scene, jobId: string): Promise<void> {
  const deps = process();
  await base.clock.sleep(random() < 0.7 ? random() * 30_000 : random() * 200_000);
  await retrying(base, () => ask(cancelJob, deps, { job_id: jobId }, caller), 3);
}

/** A client that polls the job's status. */
export async function askSometimes({ base, process, random }: Scene, jobId: string): Promise<void> {
  const deps = process();
  for (let asks = 1 + random() * 4; asks > 0; asks -= 1) {
    await base.clock.sleep(random() * 90_000);
    await retrying(base, () => ask(getJob, deps, { job_id: jobId }, caller), 2);
  }
}

/** An operator who gives commands at random. Even then nothing may be sent twice, or sent and refunded. */
export async function operateSometimes({ base, process, random }: Scene, jobId: string): Promise<void> {
  const deps = process();
  for (let acts = 1 + random() * 5; acts > 0; acts -= 1) {
    await base.clock.sleep(random() * minute);
    const command = oneOf(['park', 'park', 'resubmit', 'refund', 'redrive', 'redrive'], random);
    const request = { command, job_id: jobId, ...(command === 'park' ? { reason: 'other' } : {}) };
    await retrying(base, () => operate(deps, request, base.clock.now() + minute), 2);
  }
}

/** When anything is due next, Unix ms; infinite if nothing is. */
async function nextDue({ jobs, outboxes }: Pick<ServiceDeps, 'jobs' | 'outboxes'>): Promise<number> {
  const ever = { before: Number.MAX_SAFE_INTEGER };
  const earliest = [jobs.due(ever, 1), ...channels.map((channel) => outboxes.due(channel, ever, 1))];
  return Math.min(...(await Promise.all(earliest)).flat().map(({ dueAt }) => dueAt));
}

/** Runs reconcile each minute, for this many minutes. With `isCalm`, skips runs that would find nothing. */
export async function runReconcile(
  { base, process }: Omit<Scene, 'random'>,
  minutes: number,
  isCalm = false,
): Promise<void> {
  const deps = process();
  const end = base.clock.now() + minutes * minute;
  while (base.clock.now() < end) {
    await reconcile(deps).catch(() => undefined);
    const dueAt = isCalm ? await nextDue(base) : 0;
    const idleMinutes = Math.floor((Math.min(dueAt, end) - base.clock.now()) / minute);
    await base.clock.sleep(Math.max(1, idleMinutes) * minute);
  }
}
