/** The jobs in the mailbox: the jobs for products of a simulated partner, each with the partner's orders so far. */
import { mockSessions, type ServiceDeps, simulatedOrders } from '../../../shared/config/app.ts';
import { config } from '../../../shared/config/config.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { initialLifecycle, publicStatus } from '../../../shared/domain/job/lifecycle.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import type { MockSession } from '../../../shared/partners/mock/mock.ts';
import { simulatedProduct } from '../../../shared/partners/simulated/products.ts';
import {
  type SimulatedOrder,
  type SimulatedProduct,
  simulatedView,
} from '../../../shared/partners/simulated/simulated.ts';
import { productNamed } from '../../../shared/products/index.ts';

export interface Mail {
  readonly jobId: string;
  /** Oldest first. */
  readonly orders: readonly SimulatedOrder[];
  /** The session at the mock payment provider, if the job is paid there. */
  readonly session?: MockSession | undefined;
  /** When the latest order was made; if there is none, when the session was paid or opened. Unix ms. */
  readonly newestAt: number;
}

export interface MailboxEntry extends Mail {
  readonly job: Job;
  /** The API's `status` if the job is unpaid or has ended; otherwise its `fulfillment_status`. */
  readonly status: string;
}

/** The most orders of each product, and sessions of each kind, that the mailbox reads. */
const maxOfKind = 1_000;

/** The products that a simulated partner makes here. */
export const simulatedKinds = ({ partnerNames }: ServiceDeps): readonly ProductName[] =>
  productNames.filter((name) => partnerNames[name] === 'simulated');

export const partnerProduct = ({ random }: ServiceDeps, kind: ProductName): SimulatedProduct =>
  simulatedProduct(kind, random, config('simulated').SIMULATED_READY_SECONDS * 1_000);

/** Newest first. */
export async function newestOrders(deps: ServiceDeps, limit = maxOfKind): Promise<readonly SimulatedOrder[]> {
  const orders = await Promise.all(simulatedKinds(deps).map((kind) => simulatedOrders().newest(kind, limit)));
  return orders.flat().sort((a, b) => b.createdAt - a.createdAt);
}

/** Newest first. */
export async function allMail(deps: ServiceDeps): Promise<readonly Mail[]> {
  const sessionKinds = deps.settings.paymentMode === 'mock' ? ['payment page', 'payment'] : [];
  const [orders, sessions] = await Promise.all([
    newestOrders(deps),
    Promise.all(sessionKinds.map((kind) => mockSessions().newest(kind, maxOfKind))),
  ]);
  const ordersOf = Map.groupBy(orders.toReversed(), ({ jobId }) => jobId);
  // A job has one session. If it was paid between the two reads, both list it, and the later entry replaces the former.
  const sessionOf = new Map(sessions.flat().map((session) => [session.request.jobId, session]));
  return [...new Set([...ordersOf.keys(), ...sessionOf.keys()])]
    .map((jobId) => {
      const jobOrders = ordersOf.get(jobId) ?? [];
      const session = sessionOf.get(jobId);
      const newestAt = jobOrders.at(-1)?.createdAt ?? session?.paidAt ?? session?.createdAt ?? 0;
      return { jobId, orders: jobOrders, session, newestAt };
    })
    .sort((a, b) => b.newestAt - a.newestAt);
}

/** `undefined` for an unknown job, or if a real partner makes its product. */
export async function entryOf(deps: ServiceDeps, mail: Mail): Promise<MailboxEntry | undefined> {
  const job = await deps.jobs.get(mail.jobId);
  if (job === undefined || !simulatedKinds(deps).includes(job.product)) return undefined;
  return { ...mail, job, status: statusOf(deps, job, mail.orders.at(-1)) };
}

/** The status as if we had just asked the partner, because the stored progress may be older than its order. */
function statusOf(deps: ServiceDeps, job: Job, latest: SimulatedOrder | undefined): string {
  if (latest !== undefined && latest.cancelledAt === undefined) {
    const view = simulatedView(partnerProduct(deps, latest.kind), latest, deps.clock.now());
    if ('progress' in view) {
      const partner = { id: latest.id, readAt: deps.clock.now(), ...view.progress };
      const fulfilled: Job = { ...job, ...initialLifecycle(job.createdAt), state: 'fulfilled', partner };
      return productNamed(job.product).statusFields(fulfilled).fulfillment_status;
    }
  }
  const status = publicStatus(job);
  return status === 'paid' || status === 'fulfilled'
    ? productNamed(job.product).statusFields(job).fulfillment_status
    : status;
}
