/** Creating a job: idempotency keys, the exact content, and requests that die halfway. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import { lifetimesMs } from '../../../shared/domain/times.ts';
import { record } from '../../../shared/orders/record.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { cancel } from '../../support/fakes/given.ts';
import {
  ada,
  ordered,
  orderedAs,
  paid,
  placedAs,
  quoted,
  quotedAs,
  reconcileFor,
  requestFor,
} from '../../support/fakes/orders.ts';

/** Orders a letter in a process that dies before it opens the payment page. */
const orderAndDie = async (deps: MemoryDeps, request: object) => {
  const payments = paymentsBut(deps, { open: () => Promise.reject(new Error('killed')) });
  const order = orderedAs({ ...deps, payments }, 'letter', request);
  await expect(order).rejects.toMatchObject({ code: 'unavailable' });
};

const newRequest = async (deps: ServiceDeps, fields: object = {}) => {
  const { quote_id } = await quotedAs(deps, 'letter');
  return requestFor('letter', quote_id, 'none', fields);
};

test('a retry creates the job if the first request could not write it', async () => {
  const deps = memoryDeps();
  const { create } = deps.jobs;
  let isFirst = true;
  Object.assign(deps.jobs, {
    create: (job: Parameters<typeof create>[0]) => {
      if (!isFirst) return create(job);
      isFirst = false;
      return Promise.reject(new Error('throttled'));
    },
  });
  const request = await newRequest(deps, { idempotency_key: 'key-1' });
  await expect(orderedAs(deps, 'letter', request)).rejects.toThrow('throttled');
  expect(await orderedAs(deps, 'letter', request)).toMatchObject({ outcome: 'created' });
  expect(deps.jobs.all()).toHaveLength(1);
});

test('a quote and a key work only for the product that they were first used for', async () => {
  for (const [product, other] of [
    ['letter', 'fax'],
    ['check', 'letter'],
    ['fax', 'check'],
  ] as const) {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, product);
    const refusal = { code: 'quote_unknown', field: 'quote_id' };
    await expect(orderedAs(deps, other, requestFor(other, quote_id, 'none'))).rejects.toMatchObject(refusal);
    const key = { idempotency_key: 'key-1' };
    await orderedAs(deps, product, requestFor(product, quote_id, 'none', key));
    const later = requestFor(other, (await quotedAs(deps, other)).quote_id, 'none', key);
    await expect(orderedAs(deps, other, later)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  }
});

describe('a key that another request has used', () => {
  const minutesADay = 24 * 60;
  const key = { idempotency_key: 'order-1' };
  /** Another caller uses the key. Returns that caller's request, response and job id. */
  async function useKey(deps: MemoryDeps) {
    const firstRequest = await newRequest(deps, key);
    const { body } = await orderedAs(deps, 'letter', firstRequest);
    return { firstRequest, body, jobId: body.job_id as string };
  }
  const orderWithKey = async (deps: MemoryDeps) => orderedAs(deps, 'letter', await newRequest(deps, key));
  const reused = { code: 'idempotency_key_reused', message: expect.stringContaining('get the status of its job') };

  test('a key cannot be reused while the payment page of its unpaid job could be open, even if the job was canceled', async () => {
    const deps = memoryDeps();
    const { jobId } = await useKey(deps);
    await expect(orderWithKey(deps)).rejects.toMatchObject(reused);
    await cancel(deps, jobId);
    await expect(orderWithKey(deps)).rejects.toMatchObject(reused);
  });

  test('a key can be reused once the payment page of its unpaid job has closed, and until then the first request finds its job', async () => {
    const deps = memoryDeps();
    const { firstRequest, body } = await useKey(deps);
    await reconcileFor(deps, 2 * minutesADay);
    expect(await orderedAs(deps, 'letter', firstRequest)).toEqual({ outcome: 'done', body });
    const secondRequest = await newRequest(deps, key);
    const created = await orderedAs(deps, 'letter', secondRequest);
    expect(created.outcome).toBe('created');
    expect(created.body.job_id).not.toBe(body.job_id);
    expect(await orderedAs(deps, 'letter', secondRequest)).toEqual({ outcome: 'done', body: created.body });
    await expect(orderedAs(deps, 'letter', firstRequest)).rejects.toMatchObject(reused);
  });

  test('a key cannot be reused once its job was paid, or while its payment is in progress', async () => {
    const fulfilled = memoryDeps();
    await paid(fulfilled, (await useKey(fulfilled)).jobId);
    const refunded = memoryDeps();
    const { jobId } = await useKey(refunded);
    await paid(refunded, jobId);
    await cancel(refunded, jobId);
    const processing = memoryDeps();
    await useKey(processing);
    Object.assign(processing, { payments: paymentsBut(processing, { status: async () => ({ status: 'open' }) }) });
    for (const deps of [fulfilled, refunded, processing]) {
      await reconcileFor(deps, 2 * minutesADay);
      await expect(orderWithKey(deps)).rejects.toMatchObject(reused);
    }
  });

  test('a key that two requests reuse at the same time creates one job', async () => {
    const deps = memoryDeps();
    await useKey(deps);
    await reconcileFor(deps, 2 * minutesADay);
    const both = await Promise.allSettled([orderWithKey(deps), orderWithKey(deps)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('if a request that reuses a key dies, its retry finds the job that it created', async () => {
    const deps = memoryDeps();
    await useKey(deps);
    await reconcileFor(deps, 2 * minutesADay);
    const secondRequest = await newRequest(deps, key);
    await orderAndDie(deps, secondRequest);
    await deps.clock.advance(30_000);
    const { body } = await orderedAs(deps, 'letter', secondRequest);
    expect(await orderedAs(deps, 'letter', secondRequest)).toEqual({ outcome: 'done', body });
    expect(deps.jobs.all()).toHaveLength(2);
  });
});

test('a key is stored under a keyed hash, so that the table does not reveal it', async () => {
  const deps = memoryDeps();
  const key = '73519284605';
  await orderedAs(deps, 'letter', await newRequest(deps, { idempotency_key: key }));
  const stored = (digest: string) => deps.idempotencyKeys.get(`key_${digest}`);
  expect(await stored(deps.fingerprint('idempotency key', key))).toBeDefined();
  expect(await stored(sha256Hex(key))).toBeUndefined();
});

test('the same text in a different Unicode form is different content', async () => {
  const deps = memoryDeps();
  const composed = 'Dear Zo\u00eb';
  const decomposed = composed.normalize('NFD');
  expect(decomposed).not.toBe(composed);
  const { quote_id } = await quoted(deps, { text: composed });
  const order = (text: string) => ordered(deps, { quote_id, letter: { to: ada, from: ada, text } });
  await expect(order(decomposed)).rejects.toMatchObject({ code: 'quote_content_mismatch' });
  expect(await order(composed)).toMatchObject({ outcome: 'created' });
});

test('a job whose request died before it had a payment page is canceled after a day', async () => {
  const deps = memoryDeps();
  await orderAndDie(deps, await newRequest(deps));
  expect(deps.jobs.all()).toMatchObject([{ state: 'awaiting_payment' }]);
  await reconcileFor(deps, 25 * 60);
  expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled', refund: 'not_applicable' }]);
});

describe('after a job that ended before it had a payment page', () => {
  const requestWithKey = (deps: ServiceDeps) => newRequest(deps, { idempotency_key: 'key-1' });
  /** Creates a job whose page could not be opened, and ends it. Returns its request. */
  async function createAbandoned(deps: MemoryDeps, end: () => Promise<unknown>) {
    const request = await requestWithKey(deps);
    await orderAndDie(deps, request);
    await end();
    expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled' }]);
    return request;
  }

  test('if a job ended before it had a page, a retry a day later is refused because the quote has expired', async () => {
    const deps = memoryDeps();
    const request = await createAbandoned(deps, () => reconcileFor(deps, 25 * 60));
    const retry = orderedAs(deps, 'letter', request);
    await expect(retry).rejects.toMatchObject({ code: 'quote_unknown', field: 'quote_id' });
    expect(deps.sessions.all()).toEqual([]);
  });

  test('the key of a job that ended before it had a page can be reused: a new quote creates one job', async () => {
    const deps = memoryDeps();
    await createAbandoned(deps, async () => {
      for (const { id } of deps.jobs.all()) await record(deps, id, () => ({ kind: 'cancelled' }));
    });
    const fresh = await requestWithKey(deps);
    const { outcome, body } = await orderedAs(deps, 'letter', fresh);
    expect(outcome).toBe('created');
    expect(await orderedAs(deps, 'letter', fresh)).toEqual({ outcome: 'done', body });
    expect(deps.sessions.all()).toMatchObject([{ request: { jobId: body.job_id } }]);
  });

  test.each([
    ['at once', async () => {}],
    ['while a second request waits for the first', (deps: MemoryDeps) => deps.clock.advance(1_000)],
  ])('a request whose job ends %s is refused, and its payment page is closed', async (_, pause) => {
    const deps = memoryDeps();
    const request = await requestWithKey(deps);
    const { open } = deps.payments.mock;
    const payments = paymentsBut(deps, {
      open: async (checkout) => {
        const opened = await open(checkout);
        await pause(deps);
        const [job] = deps.jobs.all();
        if (job !== undefined) await record(deps, job.id, () => ({ kind: 'cancelled' }));
        return opened;
      },
    });
    const first = orderedAs({ ...deps, payments }, 'letter', request);
    const second = orderedAs(deps, 'letter', request);
    const answers = Promise.allSettled([first, second]);
    await deps.clock.advance(10_000);
    const [firstAnswer, secondAnswer] = await answers;
    expect(firstAnswer).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('nothing was charged') },
    });
    expect(deps.sessions.all()).toMatchObject([{ status: 'expired' }]);
    expect(secondAnswer).toMatchObject({ reason: { code: 'unavailable' } });
    expect(await orderedAs(deps, 'letter', request)).toMatchObject({ outcome: 'created' });
  });
});

test.each([
  ['letter', /^Letter to /],
  ['fax', /^Fax to /],
  // The amount of the check itself is not charged.
  ['check', /^Printing and mailing a check to [^$]+$/],
] as const)('the title of the payment page of a %s matches %s', async (product, title) => {
  const deps = memoryDeps();
  await placedAs(deps, product);
  expect(deps.sessions.all().map(({ request }) => request.title)).toEqual([expect.stringMatching(title)]);
});

test('a quote is valid for exactly an hour', async () => {
  const deps = memoryDeps();
  const request = await newRequest(deps);
  await deps.clock.advance(lifetimesMs.price - 1);
  expect(await orderedAs(deps, 'letter', request)).toMatchObject({ outcome: 'created' });
  await deps.clock.advance(1);
  await expect(orderedAs(deps, 'letter', request)).rejects.toMatchObject({ code: 'quote_unknown' });
});
