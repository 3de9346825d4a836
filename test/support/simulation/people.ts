/** Those who act in a run: callers, payers, cancellers, operators, and the sweep. Whatever gets no answer is repeated. */

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
import { caller, type Mood, orderedAs, payingEvent, quotedAs, received, requestFor } from '../fakes/orders.ts';
import { oneOf, type Random } from './chance.ts';

export interface Scene {
  readonly base: MemoryDeps;
  /** A new process of the service. */
  readonly process: () => ServiceDeps;
  readonly random: Random;
}

/** Refusals that say: ask again. */
const passing = new Set<RefusalCode>(['in_progress', 'unavailable']);

/** Repeats whatever got no answer, after `pauseMs`; any other refusal is an answer. */
async function insisting<T>(
  { clock }: Pick<MemoryDeps, 'clock'>,
  request: () => Promise<T>,
  times: number,
  pauseMs = 3_000,
): Promise<T | undefined> {
  for (let time = 0; time < times; time += 1) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof Refusal && !passing.has(error.code)) throw error;
      await clock.sleep(pauseMs);
    }
  }
  return undefined;
}

export interface Wish {
  readonly product: ProductName;
  readonly mood: Mood;
  readonly fields: object;
  /** Further members of the order. */
  readonly order?: object | undefined;
}

/** The id of the job. Two equal requests at once get one. */
export async function create({ base, process, random }: Scene, wish: Wish): Promise<string> {
  const { product, mood, fields, order } = wish;
  const quote = await quotedAs(base, product);
  const asked = requestFor(product, quote.quote_id, mood, fields);
  const request = { ...asked, [product]: { ...(asked[product] as object), ...order } };
  const creating = (deps: ServiceDeps) => insisting(base, () => orderedAs(deps, product, request), 1_000);
  const answers = await Promise.all(
    random() < 0.3 ? [creating(process()), creating(process())] : [creating(process())],
  );
  const [first, second = first] = answers.map((answer) => JSON.stringify(answer?.body));
  if (first !== second) throw new Error('equal requests got different bodies');
  return answers[0]?.body.job_id as string;
}

/**
 * A caller who wants one copy, and takes a fresh key for each retry; its payer pays for no page that asks about a second
 * copy. Returns its jobs, in the order of their answers.
 */
export async function createWithFreshKeys(scene: Scene, wish: Omit<Wish, 'fields'>): Promise<readonly string[]> {
  const { base, process, random } = scene;
  const { product, mood, order } = wish;
  const quote = await quotedAs(base, product).catch(() => undefined);
  if (quote === undefined) return [];
  const made: string[] = [];
  for (let attempt = 1; attempt < 6 && made.length < 3; attempt += 1) {
    const asked = requestFor(product, quote.quote_id, mood, { idempotency_key: `fresh-${attempt}` });
    const request = { ...asked, [product]: { ...(asked[product] as object), ...order } };
    const answer = await orderedAs(process(), product, request).catch(() => undefined);
    const jobId = answer?.body.job_id as string | undefined;
    if (jobId === undefined) continue;
    made.push(jobId);
    const job = await base.jobs.get(jobId);
    if (job !== undefined && (await copyChoiceOf(base, job))?.isAsked !== true) await pay(scene, jobId);
    await base.clock.sleep(random() * 60_000);
  }
  return made;
}

/** Presses Pay, perhaps; the provider's event comes late, twice, or not at all. */
export async function pay({ base, process, random }: Scene, jobId: string): Promise<void> {
  await base.clock.sleep(random() * 20_000);
  if (random() < 0.1) return;
  const event = await payingEvent(base, jobId);
  if ((event as { type: string }).type !== 'checkout.session.completed') return;
  const copies = Math.floor(random() * 4);
  const deliver = async (id: number, deps: ServiceDeps) => {
    await base.clock.sleep(random() * 5_000);
    await insisting(base, () => received(deps, { ...event, id: `evt_${id}` }), 5);
  };
  await Promise.all(Array.from({ length: copies }, (_, id) => deliver(id, process())));
}

export async function cancelSometime({ base, process, random }: Scene, jobId: string): Promise<void> {
  const deps = process();
  await base.clock.sleep(random() < 0.7 ? random() * 30_000 : random() * 200_000);
  await insisting(base, () => ask(cancelJob, deps, { job_id: jobId }, caller), 3);
}

/** A caller who wants to know how it stands. */
export async function askSometimes({ base, process, random }: Scene, jobId: string): Promise<void> {
  const deps = process();
  for (let asks = 1 + random() * 4; asks > 0; asks -= 1) {
    await base.clock.sleep(random() * 90_000);
    await insisting(base, () => ask(getJob, deps, { job_id: jobId }, caller), 2);
  }
}

/** Without a plan: whatever is asked when, nothing may be sent twice, or sent and refunded. */
export async function operateSometimes({ base, process, random }: Scene, jobId: string): Promise<void> {
  const deps = process();
  for (let acts = 1 + random() * 5; acts > 0; acts -= 1) {
    await base.clock.sleep(random() * 60_000);
    const command = oneOf(['park', 'park', 'resubmit', 'refund', 'redrive', 'redrive'], random);
    const request = { command, job_id: jobId, ...(command === 'park' ? { reason: 'other' } : {}) };
    await insisting(base, () => operate(deps, request, base.clock.now() + 60_000), 2);
  }
}

const minute = 60_000;

/** When the next sweep would find something, Unix ms; infinite if nothing will ever be due. */
export async function nextDue({ jobs, outboxes }: Pick<ServiceDeps, 'jobs' | 'outboxes'>): Promise<number> {
  const ever = { before: Number.MAX_SAFE_INTEGER };
  const firsts = [jobs.due(ever, 1), ...channels.map((channel) => outboxes.due(channel, ever, 1))];
  return Math.min(...(await Promise.all(firsts)).flat().map(({ dueAt }) => dueAt));
}

/** A sweep each minute, for so many minutes. While all faults are over, those that would find nothing are left out. */
export async function sweeping(
  { base, process }: Omit<Scene, 'random'>,
  minutes: number,
  isCalm = false,
): Promise<void> {
  const deps = process();
  const end = base.clock.now() + minutes * minute;
  while (base.clock.now() < end) {
    await reconcile(deps).catch(() => undefined);
    const dueAt = isCalm ? await nextDue(base) : 0;
    const idle = Math.floor((Math.min(dueAt, end) - base.clock.now()) / minute);
    await base.clock.sleep(Math.max(1, idle) * minute);
  }
}
