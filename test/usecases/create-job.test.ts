/** Creating a job: the order of its writes, the exact content, and requests that died on the way. */
import { quoteLivesMs } from '../../shared/core/lifetimes.ts';
import type { Deps } from '../../shared/ports.ts';
import {
  ada,
  memoryDeps,
  ordered,
  orderedAs,
  paymentsBut,
  quoted,
  quotedAs,
  reconcileFor,
  requestFor,
} from '../support/fakes/deps.ts';

const request = async (deps: Deps, fields: object = {}) => {
  const { quote_id } = await quotedAs(deps, 'letter');
  return requestFor('letter', quote_id, 'none', fields);
};

test('a key that is remembered always leads to a job, even if the write of the job failed', async () => {
  const deps = memoryDeps();
  const { create } = deps.jobs;
  let fails = true;
  Object.assign(deps.jobs, {
    create: (job: Parameters<typeof create>[0]) => {
      if (!fails) return create(job);
      fails = false;
      return Promise.reject(new Error('throttled'));
    },
  });
  const wanted = await request(deps, { idempotency_key: 'key-1' });
  await expect(orderedAs(deps, 'letter', wanted)).rejects.toThrow('throttled');
  expect(await orderedAs(deps, 'letter', wanted)).toMatchObject({ outcome: 'created' });
  expect(deps.jobs.all()).toHaveLength(1);
});

test('two requests with one key at the same moment get one job, and the same body', async () => {
  const deps = memoryDeps();
  const wanted = await request(deps, { idempotency_key: 'key-1' });
  const answers = Promise.all([orderedAs(deps, 'letter', wanted), orderedAs(deps, 'letter', wanted)]);
  await deps.clock.wind(10_000);
  const [one, other] = await answers;
  expect(one.body).toEqual(other.body);
  expect(deps.sessions.all()).toHaveLength(1);
});

test('the price holds for the very characters: the same words in another Unicode form are other content', async () => {
  const deps = memoryDeps();
  const composed = 'Dear Zo\u00eb';
  const decomposed = composed.normalize('NFD');
  expect(decomposed).not.toBe(composed);
  const { quote_id } = await quoted(deps, { text: composed });
  const order = (text: string) => ordered(deps, { quote_id, letter: { to: ada, from: ada, text } });
  await expect(order(decomposed)).rejects.toMatchObject({ code: 'quote_content_mismatch' });
  expect(await order(composed)).toMatchObject({ outcome: 'created' });
});

test('a job whose request died before it had a payment page is cancelled after a day, by itself', async () => {
  const deps = memoryDeps();
  const dying = { ...deps, payments: paymentsBut(deps, { open: () => Promise.reject(new Error('killed')) }) };
  await expect(orderedAs(dying, 'letter', await request(deps))).rejects.toMatchObject({ code: 'unavailable' });
  expect(deps.jobs.all()).toMatchObject([{ state: 'awaiting_payment' }]);
  await reconcileFor(deps, 25 * 60);
  expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled', refund: 'not_applicable' }]);
});

test('a quote is good until its hour ends, and not a moment longer', async () => {
  const deps = memoryDeps();
  const wanted = await request(deps);
  await deps.clock.wind(quoteLivesMs - 1);
  expect(await orderedAs(deps, 'letter', wanted)).toMatchObject({ outcome: 'created' });
  await deps.clock.wind(1);
  await expect(orderedAs(deps, 'letter', wanted)).rejects.toMatchObject({ code: 'quote_unknown' });
});
