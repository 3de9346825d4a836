/** An order in a situation, and what can happen to it: `(await given('paid')).whenPartner('is down')`. */
import type { ProductName } from '../../../shared/domain/names.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../../shared/orders/events/receive-payment-event.ts';
import { getJob } from '../../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import type { Partner, SubmitOutcome } from '../../../shared/partners/partner.ts';
import type { PaymentEvent, Payments } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, type MemoryOptions, memoryDeps, paymentsBut } from './deps.ts';
import { type Behavior, caller, jobOf, paid, placed, placedAs, reconcileFor } from './orders.ts';

type PaymentEventKind = Extract<PaymentEvent, { readonly paymentId: string | undefined }>['kind'];

/** `paid`: not submitted yet, because the queue is stopped until `resumeQueue`. */
export type Situation = 'unpaid' | 'paid' | 'submitted';

/** Behaviors of a partner, by name. */
const behaviors = {
  'is down': { submit: async () => ({ kind: 'unavailable', reason: 'not now' }) },
  'is unreachable': { submit: async () => ({ kind: 'not_taken', reason: 'no connection' }) },
  'rejects orders': { submit: async () => ({ kind: 'rejected', reason: 'not valid', cause: 'address' }) },
  'never responds': {
    submit: async () => ({ kind: 'unknown', reason: 'no answer' }),
    find: async () => ({ kind: 'unknown' }),
  },
} as const satisfies Record<string, Partial<Partner>>;

type Change = keyof typeof behaviors | Partial<Partner> | ((real: Partner) => Partial<Partner>);

function whenPartner(deps: MemoryDeps, product: ProductName, behavior: Change): void {
  const real = deps.partners[product];
  const change = typeof behavior === 'string' ? behaviors[behavior] : behavior;
  const partner = { ...real, ...(typeof change === 'function' ? change(real) : change) };
  Object.assign(deps, { partners: { ...deps.partners, [product]: partner } });
}

/** The partner's response to the n-th call. `make` makes the order, by default under its own reference. */
type Answer = (call: number, make: (reference?: string) => Promise<SubmitOutcome>) => Promise<SubmitOutcome>;

/** From now on the partner responds to new orders with `answer`. Returns the list of calls, which grows. */
function whenCalled(deps: MemoryDeps, product: ProductName, answer: Answer, behavior: Partial<Partner> = {}) {
  const calls: { readonly at: number; readonly reference: string }[] = [];
  whenPartner(deps, product, ({ submit }) => ({
    ...behavior,
    submit: (request) => {
      calls.push({ at: deps.clock.now(), reference: request.reference });
      return answer(calls.length, (reference = request.reference) => submit({ ...request, reference }));
    },
  }));
  return calls;
}

export const statusOf = async (deps: MemoryDeps, job_id: string) => (await ask(getJob, deps, { job_id }, caller)).body;
export const cancel = (deps: MemoryDeps, job_id: string) => ask(cancelJob, deps, { job_id }, caller);

/** The provider sends an event about the order's payment. */
export async function providerSends(deps: MemoryDeps, jobId: string, kind: PaymentEventKind, fields: object = {}) {
  const paymentId = (await deps.jobs.get(jobId))?.payment?.id;
  const event = { id: 'evt_1', type: 'charge', provider: 'mock', kind, jobId, paymentId, ...fields };
  return receivePaymentEvent(deps, event as PaymentEvent);
}

interface Given extends MemoryOptions {
  readonly product?: ProductName;
  readonly behavior?: Behavior;
  /** Changes to the recipient of a letter. */
  readonly to?: object;
}

export async function given(situation: Situation, { product = 'letter', behavior, to, ...options }: Given = {}) {
  let isDelivering = situation !== 'paid';
  const deps = memoryDeps({ deliver: () => isDelivering, ...options });
  const id = to === undefined ? await placedAs(deps, product, behavior) : await placed(deps, to);
  if (situation === 'paid') await Promise.all([paid(deps, id), deps.clock.advance(6_000)]);
  if (situation === 'submitted') await paid(deps, id);
  return {
    deps,
    id,
    resumeQueue: () => (isDelivering = true),
    /** Pays. Returns the response to the payment event. */
    pay: () => paid(deps, id),
    later: (minutes: number) => reconcileFor(deps, minutes),
    whenPartner: (behavior: Change) => whenPartner(deps, product, behavior),
    whenCalled: (answer: Answer, behavior?: Partial<Partner>) => whenCalled(deps, product, answer, behavior),
    whenProvider: (change: Partial<Payments>) => Object.assign(deps, { payments: paymentsBut(deps, change) }),
    providerSends: (kind: PaymentEventKind, fields?: object) => providerSends(deps, id, kind, fields),
    cancel: () => cancel(deps, id),
    job: () => jobOf(deps, id),
    status: () => statusOf(deps, id),
    receipt: async () => (await ask(getReceipt, deps, { job_id: id }, caller)).body,
    alarms: () => deps.alarms.map(({ message }) => message),
    orders: () => deps.orders.all(),
  };
}
