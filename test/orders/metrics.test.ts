/** Metrics: each fact is counted once, however often it is reported, and nothing is counted that has not happened. */
import { productNames } from '../../shared/domain/names.ts';
import { reconcile } from '../../shared/notify/reconcile.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { layOut } from '../../shared/orders/content/lay-out.ts';
import { record } from '../../shared/orders/record.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { letterPaper } from '../../shared/products/letter/letter.ts';
import { type Measured, type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import {
  caller,
  ordered,
  orderFor,
  paid,
  paidOnly,
  payingEvent,
  placed,
  placedAs,
  quoted,
  received,
  reconcileFor,
} from '../support/fakes/orders.ts';

const minutes = 60_000;
const hours = 60 * minutes;

/** Metrics that count single events, without those that every run of reconcile measures. */
const counted = ({ measured }: MemoryDeps): Measured[] =>
  measured.filter(
    ([name]) => !['oldestUnfulfilledSeconds', 'oldestRefundSeconds', 'parkedNow', 'oldestOutboxSeconds'].includes(name),
  );

/** The measurements of the last run of reconcile. */
async function measuredBy(deps: MemoryDeps): Promise<Readonly<Record<string, number>>> {
  deps.measured.length = 0;
  await reconcile(deps);
  return Object.fromEntries(deps.measured.map(([name, value]) => [name, value]));
}

/** An order of which a receiver is told. */
async function toldOf(deps: MemoryDeps): Promise<string> {
  const { quote_id } = await quoted(deps);
  const order = { ...orderFor(quote_id), notify: { webhook_url: 'https://shop.example.com/hooks' } };
  return (await ordered(deps, order)).body.job_id as string;
}

describe('the life of a job', () => {
  test.each(productNames)('of a %s that is sent counts a quote, a job, paid, fulfilled', async (product) => {
    const deps = memoryDeps();
    await paid(deps, await placedAs(deps, product));
    await reconcileFor(deps, 120);
    const ofProduct = counted(deps).filter(([, , label]) => label === product);
    expect(ofProduct).toEqual(['quotes', 'jobs', 'paid', 'fulfilled'].map((name) => [name, 1, product]));
  });

  test('counts nothing twice that is told twice: the payment, the order of one key', async () => {
    const deps = memoryDeps();
    const request = orderFor((await quoted(deps)).quote_id, {}, { idempotency_key: 'a-key' });
    const jobId = (await ordered(deps, request)).body.job_id as string;
    await ordered(deps, request);
    const event = await payingEvent(deps, jobId);
    await received(deps, event);
    await received(deps, event);
    expect(counted(deps).map(([name]) => name)).toEqual(['quotes', 'jobs', 'paid', 'paidOrders', 'fulfilled']);
  });

  test('that the partner refuses counts the error at its partner, then failed and refunded, and is not fulfilled', async () => {
    const deps = memoryDeps();
    await paid(deps, await placedAs(deps, 'letter', 'reject'));
    await reconcileFor(deps, 2);
    expect(counted(deps).slice(4)).toEqual([
      ['partnerErrors', 1, 'simulated'],
      ['failed', 1, 'letter'],
      ['refunded', 1, 'letter'],
      ['turnedAway', 1],
    ]);
  });

  test('a fax that is tried again after a busy line is fulfilled once', async () => {
    const deps = memoryDeps();
    await paid(deps, await placedAs(deps, 'fax', 'busy_once'));
    await reconcileFor(deps, 60);
    const [job] = deps.jobs.all();
    expect(job).toMatchObject({ state: 'fulfilled', bounces: 1 });
    expect(counted(deps).filter(([name]) => name === 'fulfilled')).toEqual([['fulfilled', 1, 'fax']]);
  });

  test('that is cancelled before it is sent counts the money that came and went back', async () => {
    const deps = memoryDeps({ deliver: () => false });
    const jobId = await paidOnly(deps);
    await ask(cancelJob, deps, { job_id: jobId }, caller);
    expect(counted(deps).slice(2)).toEqual([
      ['paid', 1, 'letter'],
      ['paidOrders', 1],
      ['refunded', 1, 'letter'],
      ['canceledOrders', 1],
    ]);
  });

  test('that is paid with another amount counts a mismatch', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    const payment = { provider: 'mock', id: 'pi_1', amountCents: 1, currency: 'USD' } as const;
    await record(deps, jobId, () => ({ kind: 'wrong_amount', payment, error: 'Another amount was paid.' }));
    expect(counted(deps).slice(2)).toEqual([
      ['paid', 1, 'letter'],
      ['failed', 1, 'letter'],
      ['paidOrders', 1],
      ['amountMismatches', 1],
    ]);
  });
});

test('a job that is refused because its content has changed counts a mismatch, and no job', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const changed = { quote_id, letter: { ...orderFor(quote_id).letter, text: 'Something else.' } };
  await expect(ordered(deps, changed)).rejects.toMatchObject({ code: 'quote_content_mismatch' });
  expect(counted(deps)).toEqual([
    ['quotes', 1, 'letter'],
    ['contentMismatches', 1],
  ]);
});

test('printing is timed by the service’s clock', async () => {
  const deps = memoryDeps();
  const { renderer, clock } = deps;
  const slowly: typeof renderer.printMarkup = async (...given) => {
    await clock.wind(1_234);
    return renderer.printMarkup(...given);
  };
  await layOut(
    { ...deps, renderer: { ...renderer, printMarkup: slowly } },
    { kind: 'html', value: '<p>Dear Ada</p>', field: 'html' },
    letterPaper,
    { key: 'a.pdf', network: '192.0.2.1', baseUrl: '' },
  );
  expect(deps.measured).toEqual([['renderMs', 1_234]]);
});

describe('a round of reconcile', () => {
  test('tells that nobody waits, so that an alarm ends', async () => {
    const deps = memoryDeps();
    const nobody = { oldestUnfulfilledSeconds: 0, oldestRefundSeconds: 0, parkedNow: 0, oldestOutboxSeconds: 0 };
    expect(await measuredBy(deps)).toEqual(nobody);
    await paid(deps, await placed(deps));
    expect(await measuredBy(deps)).toEqual(nobody);
  });

  test('tells since when the oldest paid job waits for a partner', async () => {
    const deps = memoryDeps({ deliver: () => false });
    const jobId = await paidOnly(deps);
    await deps.clock.wind(15 * minutes);
    expect(await measuredBy(deps)).toMatchObject({ oldestUnfulfilledSeconds: 15 * 60 + 6 });
    await advance(deps, jobId);
    expect(await measuredBy(deps)).toMatchObject({ oldestUnfulfilledSeconds: 0 });
  });

  test('tells since when the oldest refund is owed', async () => {
    const deps = memoryDeps({ deliver: () => false });
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'unknown' }) });
    const jobId = await placedAs(deps, 'letter', 'reject');
    await Promise.all([received(deps, await payingEvent(deps, jobId)), deps.clock.wind(6_000)]);
    await advance(deps, jobId);
    await deps.clock.wind(2 * hours);
    expect(await measuredBy(deps)).toMatchObject({ oldestRefundSeconds: 2 * 60 * 60, oldestUnfulfilledSeconds: 0 });
  });

  test('tells how many jobs wait for a person, and each is counted once as parked', async () => {
    const deps = memoryDeps();
    const silent = {
      submit: async () => ({ kind: 'unknown', reason: 'no answer' }),
      find: async () => ({ kind: 'unknown' }),
    };
    Object.assign(deps, { partners: { ...deps.partners, letter: { ...deps.partners.letter, ...silent } } });
    await paid(deps, await placed(deps));
    await paid(deps, await placed(deps));
    await reconcileFor(deps, 14 * 60);
    expect(counted(deps).filter(([name]) => name === 'parked')).toEqual([
      ['parked', 1, 'letter'],
      ['parked', 1, 'letter'],
    ]);
    expect(await measuredBy(deps)).toMatchObject({ parkedNow: 2, oldestUnfulfilledSeconds: 0 });
  });

  test('tells since when events are overdue: a dead function makes them so, a receiver that does not answer does not', async () => {
    const isAlive = { now: false };
    const deps = memoryDeps({ deliver: () => isAlive.now });
    deps.receivers.answer = () => ({ outcome: 'unreachable', code: 'timeout' });
    await advance(deps, await toldOf(deps));
    await reconcileFor(deps, 20);
    expect(await measuredBy(deps)).toMatchObject({ oldestOutboxSeconds: 20 * 60 });
    isAlive.now = true;
    await reconcileFor(deps, 1);
    expect(await measuredBy(deps)).toMatchObject({ oldestOutboxSeconds: 0 });
  });
});
