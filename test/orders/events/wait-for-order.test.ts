/** If a deployment limits functions, payment events wait for their orders in at most half of them, and only briefly. */
import { type MemoryDeps, type MemoryOptions, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { payingEvent, placed, received } from '../../support/fakes/orders.ts';

/** Dependencies as on AWS in real mode, where `webhooksAtOnce` payment events can be handled at the same time. */
function onAws(webhooksAtOnce: number, options: MemoryOptions = {}, settings: object = {}): MemoryDeps {
  const deps = memoryDeps(options);
  Object.assign(deps, {
    settings: { ...deps.settings, paymentMode: 'real', webhookWaitMs: 3_000, webhooksAtOnce, ...settings },
  });
  return deps;
}

/** With these options no order is submitted, as if all workers were busy. */
const noWorkers = { deliver: () => false };

/** Pays for a new job. Returns the response to its event, and when the event was received and answered, Unix ms. */
async function payForNewJob(deps: MemoryDeps) {
  const event = await payingEvent(deps, await placed(deps));
  const from = deps.clock.now();
  const { outcome, body } = await received(deps, event);
  return { outcome, body, from, until: deps.clock.now() };
}

/** Makes `count` payments, one every `apartMs`. */
async function payInTurn(deps: MemoryDeps, count: number, apartMs: number) {
  const answers: ReturnType<typeof payForNewJob>[] = [];
  for (let started = 0; started < count; started += 1) {
    answers.push(payForNewJob(deps));
    await deps.clock.advance(apartMs);
  }
  return Promise.all(answers);
}

test('the response has the letter id as soon as the partner accepts the order, and a repeated event is not counted', async () => {
  const deps = onAws(10);
  const event = await payingEvent(deps, await placed(deps));
  const from = deps.clock.now();
  const first = await received(deps, event);
  expect(first).toMatchObject({ outcome: 'done', body: { ok: true, letter_id: expect.any(String) } });
  expect(deps.clock.now() - from).toBeLessThan(1_000);
  expect(await received(deps, { ...event, id: 'evt_again' })).toEqual(first);
  expect([...deps.requestCounters.counts.values()]).toEqual([1]);
});

test('a rejection by the partner is returned at once and counted; a repeated event queues its refund again', async () => {
  const deps = onAws(10);
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'unknown' }) });
  const event = await payingEvent(deps, await placed(deps, { addressLine1: '1 TEST REJECT ST' }));
  expect(await received(deps, event)).toMatchObject({
    outcome: 'partner_failed',
    body: { ok: false, letter_id: null },
  });
  const sent = deps.sent.length;
  expect(await received(deps, { ...event, id: 'evt_again' })).toMatchObject({ outcome: 'declined' });
  expect(deps.sent.length).toBe(sent + 1);
  expect(deps.measured.filter(([name]) => name === 'turnedAway')).toEqual([['turnedAway', 1]]);
});

test('if the order is not submitted in time, the webhook returns 200 after few reads', async () => {
  const deps = onAws(10, noWorkers);
  let reads = 0;
  const { get } = deps.jobs;
  Object.assign(deps.jobs, {
    get: (id: string) => {
      reads += 1;
      return get(id);
    },
  });
  const { outcome, body, from, until } = await payForNewJob(deps);
  expect({ outcome, body }).toMatchObject({ outcome: 'done', body: { ok: true, letter_id: null, ignored: null } });
  expect(until - from).toBe(3_000);
  // One of the reads records the payment.
  expect(reads).toBeLessThanOrEqual(11);
});

test.each(['real', 'mock'])(
  'in %s mode at most half of the functions wait, and some wait at any time while payments arrive',
  async (paymentMode) => {
    const atOnce = 10;
    const deps = onAws(atOnce, noWorkers, { paymentMode });
    // The payments start at the end of a four-second window. So waits overlap two windows, and continue into a third.
    await deps.clock.advance(3_500);
    const answers = await payInTurn(deps, 5 * atOnce, 1_000 / atOnce);
    const waited = answers.filter(({ from, until }) => until > from);
    const waitingAtOnce = waited.map(
      ({ from }) => waited.filter((other) => other.from <= from && from < other.until).length,
    );
    // In test mode, each event that waits occupies a second function, which serves the checkout page.
    const busiest = Math.max(...waitingAtOnce) * (paymentMode === 'mock' ? 2 : 1);
    expect(busiest).toBeLessThanOrEqual(atOnce / 2);
    expect(busiest).toBeGreaterThan(atOnce / 8);
    expect(waited.some(({ from }) => from - (answers[0]?.from ?? 0) > 4_000)).toBe(true);
    for (const { outcome, body } of answers)
      expect({ outcome, body }).toMatchObject({ outcome: 'done', body: { ok: true, letter_id: null } });
  },
);

test.each<[string, MemoryDeps]>([
  ['waiting is switched off', onAws(10, noWorkers, { webhookWaitMs: 0 })],
  ['there are too few functions', onAws(3, noWorkers)],
])('no event waits or is counted if %s', async (_why, deps) => {
  let counted = 0;
  const add = async () => {
    counted += 1;
    return counted;
  };
  Object.assign(deps.requestCounters, { add });
  const { from, until } = await payForNewJob(deps);
  expect([until - from, counted]).toEqual([0, 0]);
});
