/** The contract of every partner. Each adapter is tested against it, with a double or in memory. */
import { dayOf } from '../../../shared/domain/job/job.ts';
import type { ProductName } from '../../../shared/domain/names.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import type { ListedOrder, Partner, PartnerRequest } from '../../../shared/partners/partner.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { account } from '../fakes/deps.ts';
import { type Behavior, samples } from '../fakes/orders.ts';

/** A partner whose behavior a test sets for each order, with ways to move and count its orders. */
interface Opened {
  readonly partner: Partner;
  /** The number of its orders that aren't canceled. */
  activeOrders(): number;
  /** Makes the partner begin work on all its orders, or send them. */
  proceed(to: 'in_progress' | 'left'): Promise<void>;
  /** The partner's clock, Unix ms; by default the real one. */
  now?(): number;
  close(): Promise<void>;
}

interface PartnerContract {
  readonly product: ProductName;
  /** The behaviors that a test can choose for this partner. */
  readonly behaviors: ReadonlySet<Behavior>;
  /** The partner has idempotency keys, so a second call makes no second order. */
  readonly hasKeys: boolean;
  open(): Promise<Opened>;
}

/** The account, the number and the counter of a sample check. */
export const drawing = { accountId: account.id, partnerId: 'bank_double', checkNumber: 1_001, counterId: 'checks_1' };

export function partnerKeepsItsPromises({ product, behaviors, hasKeys, open }: PartnerContract): void {
  const request = (behavior: Behavior, reference: string) => sampleRequest(product, reference, behavior);
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const lookUp = (reference: string, behavior: Behavior = 'none') =>
    opened.partner.find(reference, request(behavior, reference).order);
  /** Submits an order, which must be accepted. */
  const order = async (behavior: Behavior = 'none', reference = 'job_1') => {
    const outcome = await opened.partner.submit(request(behavior, reference));
    if (outcome.kind !== 'accepted') throw new Error(`${product} was ${outcome.kind}: ${outcome.reason}`);
    return outcome.order;
  };

  test('an accepted order has an id and can be read, looked up and recorded', async () => {
    const { id, stage } = await order();
    expect({ id, stage }).toEqual({ id: expect.any(String), stage: 'accepted' });
    expect(await opened.partner.read(id)).toMatchObject({ kind: 'progress', progress: { stage: 'accepted' } });
    expect(await lookUp('job_1')).toMatchObject({ order: { id } });
    expect(await opened.partner.record(id)).toMatchObject({ id });
  });

  test('the adapter says whether the partner has idempotency keys', () => {
    expect(opened.partner.assumed.keysLiveMs > 0).toBe(hasKeys);
  });

  test('looking up an order that was never made returns none', async () => {
    expect(await lookUp('job_9')).toEqual({ kind: 'none' });
  });

  if (hasKeys)
    test('the same reference makes one order, however often it is submitted', async () => {
      const orders = await Promise.all([order(), order(), order()]);
      expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
      expect(opened.activeOrders()).toBe(1);
    });

  test('a different reference makes a different order', async () => {
    const [one, other] = [await order('none', 'job_1'), await order('none', 'job_1-2')];
    expect(one.id).not.toBe(other.id);
    expect(await lookUp('job_1-2')).toMatchObject({ order: { id: other.id } });
  });

  test('an order that is recalled before the partner begins, once or twice, is never sent', async () => {
    const { id } = await order();
    for (let time = 0; time < 2; time += 1) expect(await opened.partner.recall(id)).toEqual({ kind: 'cancelled' });
    expect(await opened.partner.read(id)).toMatchObject({ kind: 'stopped', reason: expect.any(String) });
    expect(opened.activeOrders()).toBe(0);
  });

  test.each([
    ['in_progress', 'in_progress'],
    ['left', expect.stringMatching(/dispatched|completed/)],
  ] as const)('an order that is %s is not recalled, and its stage is reported', async (to, stage) => {
    const { id } = await order();
    await opened.proceed(to);
    expect(await opened.partner.recall(id)).toMatchObject({ kind: 'refused', progress: { stage } });
    expect(await opened.partner.read(id)).toMatchObject({ kind: 'progress', progress: { stage } });
    expect(opened.activeOrders()).toBe(1);
  });

  test('a day’s orders are listed with our references and whether they are active, and on no other day', async () => {
    const now = opened.now ?? Date.now;
    const startedAt = now();
    const [one, other] = [await order('none', 'job_1'), await order('none', 'job_2')];
    await opened.partner.recall(other.id);
    // The day may change while the test runs.
    const listed = await listedOn(opened.partner, new Set([dayOf(startedAt), dayOf(now())]));
    const createdAt = expect.any(Number);
    expect(listed.sort((a, b) => (a.reference ?? '').localeCompare(b.reference ?? ''))).toEqual([
      expect.objectContaining({ id: one.id, reference: 'job_1', isActive: true, createdAt }),
      expect.objectContaining({ id: other.id, reference: 'job_2', isActive: false, createdAt }),
    ]);
    expect(await listedOn(opened.partner, new Set([dayOf(startedAt - 3 * 86_400_000)]))).toEqual([]);
  });

  if (behaviors.has('reject'))
    test('an order that the partner refuses for good is rejected, and not made', async () => {
      expect(await opened.partner.submit(request('reject', 'job_1'))).toMatchObject({ kind: 'rejected' });
      expect(await lookUp('job_1', 'reject')).toEqual({ kind: 'none' });
      expect(opened.activeOrders()).toBe(0);
    });

  if (behaviors.has('outage'))
    test('during an outage the partner is unavailable and makes no order, and afterward it makes one', async () => {
      for (let time = 0; time < 2; time += 1)
        expect(await opened.partner.submit(request('outage', 'job_1'))).toMatchObject({ kind: 'unavailable' });
      expect(opened.activeOrders()).toBe(0);
      await order('outage');
      expect(opened.activeOrders()).toBe(1);
    });

  if (behaviors.has('returned'))
    test('returned mail is reported as returned and final', async () => {
      const { id } = await order('returned');
      await opened.proceed('left');
      const progress = { returned: true, final: true };
      expect(await opened.partner.read(id)).toMatchObject({ kind: 'progress', progress });
      expect(await opened.partner.recall(id)).toMatchObject({ kind: 'refused', progress: { returned: true } });
    });

  if (behaviors.has('lost_reply'))
    test('after a lost response the outcome is unknown, and the order can be looked up', async () => {
      expect(await opened.partner.submit(request('lost_reply', 'job_1'))).toMatchObject({ kind: 'unknown' });
      expect(await lookUp('job_1', 'lost_reply')).toMatchObject({ kind: 'found' });
      expect(opened.activeOrders()).toBe(1);
    });
}

async function listedOn(partner: Partner, days: ReadonlySet<string>): Promise<ListedOrder[]> {
  const found: ListedOrder[] = [];
  for (const day of days) {
    let after: string | undefined;
    do {
      const { orders, next } = await partner.ordersOn(day, after);
      found.push(...orders);
      after = next;
    } while (after !== undefined);
  }
  return found;
}

const quoteOf = (product: ProductName) =>
  ({ ...samples[product].quote, options: { color: false, registered: false } }) as unknown as Quote;

/** A product's sample order, as the product accepts it. */
export function acceptedOrder(product: ProductName, behavior: Behavior = 'none'): unknown {
  const { order, accept } = productNamed(product);
  const now = Date.UTC(2026, 10, 21, 12);
  return accept(order().parse(samples[product].order(behavior)), { quote: quoteOf(product), account, now }).order;
}

/** A product's sample order, as the adapter gets it. */
export const sampleRequest = (
  product: ProductName,
  reference = 'job_1',
  behavior: Behavior = 'none',
): PartnerRequest => ({
  jobId: reference.replace(/-\d+$/, ''),
  reference,
  title: `Test ${product}`,
  order: acceptedOrder(product, behavior),
  pdf: product === 'check' ? undefined : new TextEncoder().encode('%PDF-1.4 test'),
  link: async () => 'https://documents.example/jobs/job_1.pdf',
  drawing: product === 'check' ? drawing : undefined,
});
