/** Metrics: each event in an order's life is counted once, no matter how often it is reported. */
import { productNames } from '../../shared/domain/names.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { advance } from '../../shared/orders/advance.ts';
import { layOut } from '../../shared/orders/content/lay-out.ts';
import { record } from '../../shared/orders/record.ts';
import { letterPaper } from '../../shared/products/letter/letter.ts';
import { type Measured, type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { given } from '../support/fakes/given.ts';
import { ordered, orderFor, paid, payingEvent, placed, quoted, received } from '../support/fakes/orders.ts';

const minute = 60_000;
/** How long `given` waits after a payment. */
const givenSeconds = 6;
/** The metrics of every run of reconcile. */
const waits = ['oldestUnfulfilledSeconds', 'oldestRefundSeconds', 'parkedNow', 'oldestOutboxSeconds'];

/** The metrics that count single events. */
const countedEvents = ({ measured }: MemoryDeps): Measured[] => measured.filter(([name]) => !waits.includes(name));

/** Runs reconcile, and returns what it measured. */
async function reconcileOnce(deps: MemoryDeps): Promise<Readonly<Record<string, number>>> {
  deps.measured.length = 0;
  await reconcile(deps);
  return Object.fromEntries(deps.measured.map(([name, value]) => [name, value]));
}

test.each(productNames)('a %s that is sent is counted as one quote, job, payment and fulfillment', async (product) => {
  const { deps, ...order } = await given('submitted', { product });
  await order.later(120);
  const ofProduct = countedEvents(deps).filter(([, , label]) => label === product);
  expect(ofProduct).toEqual(['quotes', 'jobs', 'paid', 'fulfilled'].map((name) => [name, 1, product]));
});

test('a payment and an order with a key are counted once, even if they are repeated', async () => {
  const deps = memoryDeps();
  const request = { ...orderFor((await quoted(deps)).quote_id), idempotency_key: 'a-key' };
  const jobId = (await ordered(deps, request)).body.job_id as string;
  await ordered(deps, request);
  const event = await payingEvent(deps, jobId);
  for (let time = 0; time < 2; time += 1) await received(deps, event);
  expect(countedEvents(deps).map(([name]) => name)).toEqual(['quotes', 'jobs', 'paid', 'paidOrders', 'fulfilled']);
});

test('an order that its partner rejects is counted as a partner error, failed and refunded, but not as fulfilled', async () => {
  const { deps, ...order } = await given('submitted', { behavior: 'reject' });
  await order.later(2);
  expect(countedEvents(deps).slice(4)).toEqual([
    ['partnerErrors', 1, 'simulated'],
    ['failed', 1, 'letter'],
    ['refunded', 1, 'letter'],
    ['turnedAway', 1],
  ]);
});

test('an order that is canceled before it is sent is counted as paid, refunded and canceled', async () => {
  const { deps, ...order } = await given('paid');
  await order.cancel();
  expect(countedEvents(deps).slice(2)).toEqual([
    ['paid', 1, 'letter'],
    ['paidOrders', 1],
    ['refunded', 1, 'letter'],
    ['canceledOrders', 1],
  ]);
});

test('a payment of a wrong amount is counted as a mismatch', async () => {
  const { deps, id } = await given('unpaid');
  const payment = { provider: 'mock', id: 'pi_1', amountCents: 1, currency: 'USD' } as const;
  await record(deps, id, () => ({ kind: 'wrong_amount', payment, error: 'Another amount was paid.' }));
  expect(countedEvents(deps).slice(2)).toEqual([
    ['paid', 1, 'letter'],
    ['failed', 1, 'letter'],
    ['paidOrders', 1],
    ['amountMismatches', 1],
  ]);
});

test('the time to print HTML is measured', async () => {
  const deps = memoryDeps();
  const { renderer, clock } = deps;
  const printMarkup: typeof renderer.printMarkup = async (...request) => {
    await clock.advance(1_234);
    return renderer.printMarkup(...request);
  };
  const content = { kind: 'html', value: '<p>Dear Ada</p>', field: 'html' } as const;
  const printing = { key: 'a.pdf', network: '192.0.2.1', baseUrl: '' };
  await layOut({ ...deps, renderer: { ...renderer, printMarkup } }, content, letterPaper, printing);
  expect(deps.measured).toEqual([['renderMs', 1_234]]);
});

test('reconcile measures zero while nothing waits, so that alarms end', async () => {
  const deps = memoryDeps();
  const idle = Object.fromEntries(waits.map((name) => [name, 0]));
  expect(await reconcileOnce(deps)).toEqual(idle);
  await paid(deps, await placed(deps));
  expect(await reconcileOnce(deps)).toEqual(idle);
});

test('reconcile measures how long the oldest paid order has waited for a partner', async () => {
  const { deps, id } = await given('paid');
  await deps.clock.advance(15 * minute);
  expect(await reconcileOnce(deps)).toMatchObject({ oldestUnfulfilledSeconds: 15 * 60 + givenSeconds });
  await advance(deps, id);
  expect(await reconcileOnce(deps)).toMatchObject({ oldestUnfulfilledSeconds: 0 });
});

test('reconcile measures how long the oldest refund has been owed', async () => {
  const { deps, id, ...order } = await given('paid', { behavior: 'reject' });
  order.whenProvider({ refund: async () => 'unknown' });
  await advance(deps, id);
  await deps.clock.advance(120 * minute);
  expect(await reconcileOnce(deps)).toMatchObject({ oldestRefundSeconds: 2 * 60 * 60, oldestUnfulfilledSeconds: 0 });
});

test('reconcile measures how many orders wait for a person, and each order is counted as parked once', async () => {
  const { deps, ...order } = await given('unpaid');
  order.whenPartner('never responds');
  for (const id of [order.id, await placed(deps)]) await paid(deps, id);
  await order.later(14 * 60);
  const parked = countedEvents(deps).filter(([name]) => name === 'parked');
  expect(parked).toEqual(Array(2).fill(['parked', 1, 'letter']));
  expect(await reconcileOnce(deps)).toMatchObject({ parkedNow: 2, oldestUnfulfilledSeconds: 0 });
});

test('reconcile measures how long events wait for a function to send them, but not for a receiver that does not respond', async () => {
  let isDelivering = false;
  const { deps, ...order } = await given('unpaid', { deliver: () => isDelivering });
  deps.receivers.answer = () => ({ outcome: 'unreachable', code: 'timeout' });
  const notify = { webhook_url: 'https://shop.example.com/hooks' };
  const request = { ...orderFor((await quoted(deps)).quote_id), notify };
  await advance(deps, `${(await ordered(deps, request)).body.job_id}`);
  await order.later(20);
  expect(await reconcileOnce(deps)).toMatchObject({ oldestOutboxSeconds: 20 * 60 });
  isDelivering = true;
  await order.later(1);
  expect(await reconcileOnce(deps)).toMatchObject({ oldestOutboxSeconds: 0 });
});
