/** A payment event waits for its order where a deployment limits the functions: up to half of them, and never for long. */
import { type MemoryDeps, type MemoryOptions, memoryDeps } from '../../support/fakes/deps.ts';
import { payingEvent, placed, received } from '../../support/fakes/orders.ts';

/** On AWS in real mode: so many payment events can be answered at the same time. */
function onAws(webhooksAtOnce: number, options: MemoryOptions = {}, more: object = {}): MemoryDeps {
  const deps = memoryDeps(options);
  Object.assign(deps, {
    settings: { ...deps.settings, paymentMode: 'real', webhookWaitMs: 3_000, webhooksAtOnce, ...more },
  });
  return deps;
}

/** The order is placed by nobody, as if all who could were at work. */
const nobody = { deliver: () => false };

/** Pays a job, and tells when its event was heard and answered, Unix ms. */
async function answeredAt(deps: MemoryDeps, to: object = {}) {
  const event = await payingEvent(deps, await placed(deps, to));
  const from = deps.clock.now();
  const { outcome, body } = await received(deps, event);
  return { outcome, body, from, until: deps.clock.now() };
}

/** So many payments, one each `apartMs`. */
async function paidInTurn(deps: MemoryDeps, count: number, apartMs: number) {
  const answers: ReturnType<typeof answeredAt>[] = [];
  for (let paid = 0; paid < count; paid += 1) {
    answers.push(answeredAt(deps));
    await deps.clock.wind(apartMs);
  }
  return Promise.all(answers);
}

test('it names the letter as soon as the partner has taken the order, and a repeat is in no count', async () => {
  const deps = onAws(10);
  const event = await payingEvent(deps, await placed(deps));
  const from = deps.clock.now();
  const first = await received(deps, event);
  expect(first).toMatchObject({ outcome: 'done', body: { ok: true, letter_id: expect.any(String) } });
  expect(deps.clock.now() - from).toBeLessThan(1_000);
  expect(await received(deps, { ...event, id: 'evt_again' })).toEqual(first);
  expect([...deps.requestCounters.counts.values()]).toEqual([1]);
});

test('a refusal of the partner is returned at once, and does not count as a fault; repeats are declined', async () => {
  const deps = onAws(10);
  const event = await payingEvent(deps, await placed(deps, { addressLine1: '1 TEST REJECT ST' }));
  expect(await received(deps, event)).toMatchObject({
    outcome: 'partner_failed',
    body: { ok: false, letter_id: null },
  });
  expect(await received(deps, { ...event, id: 'evt_again' })).toMatchObject({ outcome: 'declined' });
  expect(deps.measured.filter(([name]) => name === 'turnedAway')).toEqual([['turnedAway', 1]]);
});

test('the webhook waits for an order that is not placed, with few reads, and returns 200', async () => {
  const deps = onAws(10, nobody);
  let looks = 0;
  const { get } = deps.jobs;
  Object.assign(deps.jobs, {
    get: (id: string) => {
      looks += 1;
      return get(id);
    },
  });
  const { outcome, body, from, until } = await answeredAt(deps);
  expect({ outcome, body }).toMatchObject({ outcome: 'done', body: { ok: true, letter_id: null, ignored: null } });
  expect(until - from).toBe(3_000);
  // One is the recording of the payment.
  expect(looks).toBeLessThanOrEqual(11);
});

test.each(['real', 'mock'])(
  'of the functions in %s mode never more than half wait, and as long as payments come, some do',
  async (paymentMode) => {
    const atOnce = 10;
    const deps = onAws(atOnce, nobody, { paymentMode });
    // They begin at the end of a window of four seconds, so that two windows meet, and go on into a third.
    await deps.clock.wind(3_500);
    const answers = await paidInTurn(deps, 5 * atOnce, 1_000 / atOnce);
    const waited = answers.filter(({ from, until }) => until > from);
    const atTime = waited.map(({ from }) => waited.filter((one) => one.from <= from && from < one.until).length);
    // The page of test mode holds a function for each that waits.
    const most = Math.max(...atTime) * (paymentMode === 'mock' ? 2 : 1);
    expect(most).toBeLessThanOrEqual(atOnce / 2);
    expect(most).toBeGreaterThan(atOnce / 8);
    expect(waited.some(({ from }) => from - (answers[0]?.from ?? 0) > 4_000)).toBe(true);
    for (const { outcome, body } of answers)
      expect({ outcome, body }).toMatchObject({ outcome: 'done', body: { ok: true, letter_id: null } });
  },
);

test.each<[string, MemoryDeps]>([
  ['it is switched off', onAws(10, nobody, { webhookWaitMs: 0 })],
  ['there are too few functions', onAws(3, nobody)],
])('nothing is waited for or counted where %s', async (_why, deps) => {
  let counted = 0;
  const add = async () => {
    counted += 1;
    return counted;
  };
  Object.assign(deps.requestCounters, { add });
  const { from, until } = await answeredAt(deps);
  expect([until - from, counted]).toEqual([0, 0]);
});
