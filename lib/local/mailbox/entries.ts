/** The jobs in the mailbox: the simulated partners' orders by job, and the jobs of which no partner has an order yet. */

import { simulatedProduct } from '../../../shared/adapters/partners/simulated/products.ts';
import {
  type SimulatedOrder,
  type SimulatedProduct,
  simulatedView,
} from '../../../shared/adapters/partners/simulated/simulated.ts';
import type { MockSession } from '../../../shared/adapters/payments/mock.ts';
import { mockSessions, simulatedOrders } from '../../../shared/compose/app.ts';
import { config } from '../../../shared/compose/config.ts';
import { orderNumberOf } from '../../../shared/core/ids.ts';
import type { Job } from '../../../shared/core/job/job.ts';
import { initialLifecycle, publicStatus } from '../../../shared/core/job/lifecycle.ts';
import type { PartnerOrder } from '../../../shared/core/job/progress.ts';
import { type ProductName, productNames } from '../../../shared/core/product-names.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import { productNamed } from '../../../shared/products/index.ts';

export interface MailboxEntry {
  readonly jobId: string;
  readonly kind: ProductName;
  /** In the API's words: the job's status while it is not paid or has ended, how far its fulfillment is otherwise. */
  readonly status: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** The latest mail of the job, Unix ms. */
  readonly newestAt: number;
  /** Oldest first. */
  readonly orders: readonly SimulatedOrder[];
  /** The session at the mock payment provider, if the job is paid there. */
  readonly session?: MockSession | undefined;
  /** In small letters, all that a reader may look for. */
  readonly text: string;
}

/** The mailbox looks at this many entries of each product, and of each kind of payment page. */
const mostOfKind = 1_000;

type EntryDeps = Pick<Deps, 'clock' | 'jobs' | 'random' | 'settings' | 'partnerNames'>;

/** The products that a simulated partner makes here. */
export const simulatedKinds = ({ partnerNames }: Pick<Deps, 'partnerNames'>): readonly ProductName[] =>
  productNames.filter((name) => partnerNames[name] === 'simulated');

export const tradeOf = ({ random }: Pick<Deps, 'random'>, kind: ProductName): SimulatedProduct =>
  simulatedProduct(kind, random, config('simulated').SIMULATED_READY_SECONDS * 1_000);

/** Newest first. `isRemoved`: which jobs are left out, by the time of their latest mail. */
export async function allEntries(
  deps: EntryDeps,
  isRemoved: (jobId: string, newestAt: number) => boolean,
): Promise<readonly MailboxEntry[]> {
  const kinds = simulatedKinds(deps);
  if (kinds.length === 0) return [];
  const [orders, sessions] = await Promise.all([
    Promise.all(kinds.map((kind) => simulatedOrders().newest(kind, mostOfKind))),
    Promise.all(sessionKinds(deps).map((kind) => mockSessions().newest(kind, mostOfKind))),
  ]);
  const ordersOf = Map.groupBy(orders.flat(), ({ jobId }) => jobId);
  const sessionOf = new Map(sessions.flat().map((session) => [session.request.jobId, session]));
  const jobIds = [...new Set([...ordersOf.keys(), ...sessionOf.keys()])];
  const entries = await Promise.all(
    jobIds.map(async (jobId) => {
      const mail = { jobId, orders: ordersOf.get(jobId) ?? [], session: sessionOf.get(jobId) };
      return isRemoved(jobId, newestOf(mail)) ? undefined : entryOf(deps, mail);
    }),
  );
  return entries
    .flatMap((entry) => (entry !== undefined && kinds.includes(entry.kind) ? [entry] : []))
    .sort((a, b) => b.newestAt - a.newestAt);
}

const sessionKinds = ({ settings }: EntryDeps) => (settings.paymentMode === 'mock' ? ['payment', 'payment page'] : []);

type Mail = Pick<MailboxEntry, 'jobId' | 'orders' | 'session'>;

const newestOf = ({ orders, session }: Mail): number =>
  orders.length > 0
    ? Math.max(...orders.map(({ createdAt }) => createdAt))
    : (session?.paidAt ?? session?.createdAt ?? 0);

async function entryOf(deps: EntryDeps, { jobId, orders: unsorted, session }: Mail): Promise<MailboxEntry | undefined> {
  const orders = unsorted.toSorted((a, b) => a.createdAt - b.createdAt);
  const latest = orders.at(-1);
  const subject = latest ?? (await subjectOf(deps, jobId));
  if (subject === undefined) return undefined;
  const { kind, order } = subject;
  const [title = '', ...lines] = productNamed(kind).recipient(order);
  const status = await statusOf(deps, jobId, latest, session);
  const numbers = orders.flatMap(({ id, drawing }) => [id, drawing?.checkNumber ?? '']);
  return {
    jobId,
    kind,
    status,
    title,
    lines,
    orders,
    session,
    newestAt: newestOf({ jobId, orders, session }),
    text: [title, ...lines, jobId, orderNumberOf(jobId), ...numbers].join('\n').toLowerCase(),
  };
}

interface Subject {
  readonly kind: ProductName;
  readonly order: unknown;
}

/** The order of a job never changes: jobs without an order at a partner are read once. */
const subjects = new Map<string, Subject>();

async function subjectOf({ jobs }: EntryDeps, jobId: string): Promise<Subject | undefined> {
  const known = subjects.get(jobId);
  if (known !== undefined) return known;
  const job = await jobs.get(jobId);
  if (job === undefined) return undefined;
  const subject = { kind: job.product, order: job.order };
  remember(subjects, jobId, subject);
  return subject;
}

/** Reading each job would take long. Only a job is read whose state neither its order nor its payment page tells. */
async function statusOf(
  deps: EntryDeps,
  jobId: string,
  latest: SimulatedOrder | undefined,
  session: MockSession | undefined,
): Promise<string> {
  const now = deps.clock.now();
  if (latest?.cancelledAt !== undefined) return 'cancelled';
  const view = latest && simulatedView(tradeOf(deps, latest.kind), latest, now);
  if (latest !== undefined && view !== undefined && 'progress' in view)
    return fulfilmentOf(latest, { id: latest.id, ...view.progress });
  if (session !== undefined && session.status !== 'paid')
    return session.status === 'open' && now < session.request.expiresAt ? 'awaiting_payment' : 'cancelled';
  const known = ended.get(jobId);
  if (known !== undefined) return known;
  const job = await deps.jobs.get(jobId);
  const status = job === undefined ? 'unknown' : apiStatus(job);
  // A job stays in these states for good: it is read once.
  if (status === 'failed' || status === 'cancelled') remember(ended, jobId, status);
  return status;
}

const ended = new Map<string, string>();

function remember<T>(known: Map<string, T>, jobId: string, value: T): void {
  if (known.size >= 5 * mostOfKind) known.clear();
  known.set(jobId, value);
}

/** The word of the API for an order that is at this stage. */
function fulfilmentOf({ jobId, kind, order, createdAt }: SimulatedOrder, partner: PartnerOrder): string {
  const job = { ...initialLifecycle(createdAt), state: 'fulfilled', id: jobId, product: kind, order, partner };
  return productNamed(kind).statusFields(job as unknown as Job).fulfillment_status;
}

function apiStatus(job: Job): string {
  const status = publicStatus(job);
  return status === 'paid' || status === 'fulfilled'
    ? productNamed(job.product).statusFields(job).fulfillment_status
    : status;
}
