/** What is counted and when: each truth once, however often it is told, and never what has not happened. */

import { productNames } from '../../shared/core/product.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import { reconcile } from '../../shared/fulfilment/reconcile.ts';
import { record } from '../../shared/fulfilment/record.ts';
import { productNamed } from '../../shared/products/index.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { printHtml } from '../../shared/usecases/content.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  caller,
  type Measured,
  type MemoryWorld,
  memoryWorld,
  ordered,
  orderFor,
  paid,
  payingEvent,
  paymentsBut,
  placed,
  placedAs,
  quoted,
  received,
  sweep,
} from '../support/fakes/world.ts';

const minutes = 60_000;
const hours = 60 * minutes;

/** What counts one by one, without what every round of reconcile measures. */
const counted = ({ measured }: MemoryWorld): Measured[] =>
  measured.filter(([name]) => !['oldestUnfulfilledSeconds', 'oldestRefundSeconds', 'parkedNow'].includes(name));

/** What the last round of reconcile has measured. */
async function measuredBy(world: MemoryWorld): Promise<Readonly<Record<string, number>>> {
  world.measured.length = 0;
  await reconcile(world, minutes);
  return Object.fromEntries(world.measured.map(([name, value]) => [name, value]));
}

describe('the life of a job', () => {
  test.each(productNames)('of a %s that is sent counts a quote, a job, paid, fulfilled', async (product) => {
    const world = memoryWorld();
    await paid(world, await placedAs(world, product));
    await sweep(world, 120);
    const ofProduct = counted(world).filter(([, , label]) => label === product);
    expect(ofProduct).toEqual(['quotes', 'jobs', 'paid', 'fulfilled'].map((name) => [name, 1, product]));
  });

  test('counts nothing twice that is told twice: the payment, the order of one key', async () => {
    const world = memoryWorld();
    const request = orderFor((await quoted(world)).quote_id, {}, { idempotency_key: 'a-key' });
    const jobId = (await ordered(world, request)).body.job_id as string;
    await ordered(world, request);
    const event = await payingEvent(world, jobId);
    await received(world, event);
    await received(world, event);
    expect(counted(world).map(([name]) => name)).toEqual(['quotes', 'jobs', 'paid', 'fulfilled']);
  });

  test('that the partner refuses counts the error at its partner, then failed and refunded, and is not fulfilled', async () => {
    const world = memoryWorld();
    await paid(world, await placedAs(world, 'letter', 'reject'));
    await sweep(world, 2);
    expect(counted(world).slice(3)).toEqual([
      ['partnerErrors', 1, 'simulated'],
      ['failed', 1, 'letter'],
      ['refunded', 1, 'letter'],
    ]);
  });

  test('a fax that is tried again after a busy line is fulfilled once', async () => {
    const world = memoryWorld();
    await paid(world, await placedAs(world, 'fax', 'busy_once'));
    await sweep(world, 60);
    const [job] = world.jobs.all();
    expect(job).toMatchObject({ state: 'fulfilled', bounces: 1 });
    expect(counted(world).filter(([name]) => name === 'fulfilled')).toEqual([['fulfilled', 1, 'fax']]);
  });

  test('that is cancelled before it is sent counts the money that came and went back', async () => {
    const world = memoryWorld({ deliver: () => false });
    const jobId = await placed(world);
    await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
    await ask(cancelJob, world, { job_id: jobId }, caller);
    expect(counted(world).slice(2)).toEqual([
      ['paid', 1, 'letter'],
      ['refunded', 1, 'letter'],
    ]);
  });

  test('that is paid after it has ended counts the money, too: what went back has come', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    const event = await payingEvent(world, jobId);
    await record(world, jobId, () => ({ kind: 'cancelled' }));
    await received(world, event);
    await sweep(world, 2);
    expect(counted(world).slice(2)).toEqual([
      ['paid', 1, 'letter'],
      ['refunded', 1, 'letter'],
    ]);
  });

  test('that is paid with another amount counts a mismatch', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    const payment = { id: 'pi_1', amountCents: 1, currency: 'USD' };
    await record(world, jobId, () => ({ kind: 'mispaid', payment, error: 'Another amount was paid.' }));
    expect(counted(world).slice(2)).toEqual([
      ['paid', 1, 'letter'],
      ['failed', 1, 'letter'],
      ['amountMismatches', 1],
    ]);
  });
});

test('a job that is refused because its content has changed counts a mismatch, and no job', async () => {
  const world = memoryWorld();
  const { quote_id } = await quoted(world);
  const changed = { quote_id, letter: { ...orderFor(quote_id).letter, text: 'Something else.' } };
  await expect(ordered(world, changed)).rejects.toMatchObject({ code: 'quote_content_mismatch' });
  expect(counted(world)).toEqual([
    ['quotes', 1, 'letter'],
    ['contentMismatches', 1],
  ]);
});

test('printing is timed by the clock of the house', async () => {
  const world = memoryWorld();
  const { renderer, clock } = world;
  const slowly: typeof renderer.printHtml = async (...given) => {
    await clock.wind(1_234);
    return renderer.printHtml(...given);
  };
  const { layout } = productNamed('letter');
  if (layout === undefined) throw new Error('letters have no layout');
  await printHtml({ ...world, renderer: { ...renderer, printHtml: slowly } }, '<p>Dear Ada</p>', layout, 'a.pdf');
  expect(world.measured).toEqual([['renderMs', 1_234]]);
});

describe('a round of reconcile', () => {
  test('tells that nobody waits, so that an alarm ends', async () => {
    const world = memoryWorld();
    expect(await measuredBy(world)).toEqual({ oldestUnfulfilledSeconds: 0, oldestRefundSeconds: 0, parkedNow: 0 });
    await paid(world, await placed(world));
    expect(await measuredBy(world)).toEqual({ oldestUnfulfilledSeconds: 0, oldestRefundSeconds: 0, parkedNow: 0 });
  });

  test('tells since when the oldest paid job waits for a partner', async () => {
    const world = memoryWorld({ deliver: () => false });
    const jobId = await placed(world);
    await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
    await world.clock.wind(15 * minutes);
    expect(await measuredBy(world)).toMatchObject({ oldestUnfulfilledSeconds: 15 * 60 + 6 });
    await advance(world, jobId);
    expect(await measuredBy(world)).toMatchObject({ oldestUnfulfilledSeconds: 0 });
  });

  test('tells since when the oldest refund is owed', async () => {
    const world = memoryWorld({ deliver: () => false });
    Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'unknown' }) });
    const jobId = await placedAs(world, 'letter', 'reject');
    await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
    await advance(world, jobId);
    await world.clock.wind(2 * hours);
    expect(await measuredBy(world)).toMatchObject({ oldestRefundSeconds: 2 * 60 * 60, oldestUnfulfilledSeconds: 0 });
  });

  test('tells how many jobs wait for a person, and each is counted once as parked', async () => {
    const world = memoryWorld();
    const silent = { submit: async () => ({ kind: 'unknown', reason: 'no answer' }), find: async () => 'unknown' };
    Object.assign(world, { partners: { ...world.partners, letter: { ...world.partners.letter, ...silent } } });
    await paid(world, await placed(world));
    await paid(world, await placed(world));
    await sweep(world, 14 * 60);
    expect(counted(world).filter(([name]) => name === 'parked')).toEqual([
      ['parked', 1, 'letter'],
      ['parked', 1, 'letter'],
    ]);
    expect(await measuredBy(world)).toMatchObject({ parkedNow: 2, oldestUnfulfilledSeconds: 0 });
  });
});
