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

const request = async (deps: ServiceDeps, fields: object = {}) => {
  const { quote_id } = await quotedAs(deps, 'letter');
  return requestFor('letter', quote_id, 'none', fields);
};

test('a retry creates the job if the first request could not write it', async () => {
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

test('a quote and a key work only for the product that they were first used for', async () => {
  for (const [product, other] of [
    ['letter', 'fax'],
    ['check', 'letter'],
    ['fax', 'check'],
  ] as const) {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, product);
    const wrong = { code: 'quote_unknown', field: 'quote_id' };
    await expect(orderedAs(deps, other, requestFor(other, quote_id, 'none'))).rejects.toMatchObject(wrong);
    const key = { idempotency_key: 'key-1' };
    await orderedAs(deps, product, requestFor(product, quote_id, 'none', key));
    const later = requestFor(other, (await quotedAs(deps, other)).quote_id, 'none', key);
    await expect(orderedAs(deps, other, later)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  }
});

describe('a key that another request has used', () => {
  const day = 24 * 60;
  const taken = { idempotency_key: 'order-1' };
  /** Another caller's request, its job and its response. */
  async function takenIn(deps: MemoryDeps) {
    const theirs = await request(deps, taken);
    const { body } = await orderedAs(deps, 'letter', theirs);
    return { theirs, body, jobId: body.job_id as string };
  }
  const asked = async (deps: MemoryDeps) => orderedAs(deps, 'letter', await request(deps, taken));
  const reused = { code: 'idempotency_key_reused', message: expect.stringContaining('get the status of its job') };

  test('stays with an unpaid job while its payment page could be open, even if the job was canceled', async () => {
    const deps = memoryDeps();
    const { jobId } = await takenIn(deps);
    await expect(asked(deps)).rejects.toMatchObject(reused);
    await cancel(deps, jobId);
    await expect(asked(deps)).rejects.toMatchObject(reused);
  });

  test('is free after that, and until it is used again the first request finds its job', async () => {
    const deps = memoryDeps();
    const { theirs, body } = await takenIn(deps);
    await reconcileFor(deps, 2 * day);
    expect(await orderedAs(deps, 'letter', theirs)).toEqual({ outcome: 'done', body });
    const mine = await request(deps, taken);
    const made = await orderedAs(deps, 'letter', mine);
    expect(made.outcome).toBe('created');
    expect(made.body.job_id).not.toBe(body.job_id);
    expect(await orderedAs(deps, 'letter', mine)).toEqual({ outcome: 'done', body: made.body });
    await expect(orderedAs(deps, 'letter', theirs)).rejects.toMatchObject(reused);
  });

  test('stays with a job that was ever paid, and with one whose payment is in progress', async () => {
    const fulfilled = memoryDeps();
    await paid(fulfilled, (await takenIn(fulfilled)).jobId);
    const refunded = memoryDeps();
    const { jobId } = await takenIn(refunded);
    await paid(refunded, jobId);
    await cancel(refunded, jobId);
    const underWay = memoryDeps();
    await takenIn(underWay);
    Object.assign(underWay, { payments: paymentsBut(underWay, { status: async () => ({ status: 'open' }) }) });
    for (const deps of [fulfilled, refunded, underWay]) {
      await reconcileFor(deps, 2 * day);
      await expect(asked(deps)).rejects.toMatchObject(reused);
    }
  });

  test('goes to one of two requests at the same time, and a retry after a crash finds the one job', async () => {
    const deps = memoryDeps();
    await takenIn(deps);
    await reconcileFor(deps, 2 * day);
    const two = await Promise.allSettled([asked(deps), asked(deps)]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

    const other = memoryDeps();
    await takenIn(other);
    await reconcileFor(other, 2 * day);
    const mine = await request(other, taken);
    const dying = { ...other, payments: paymentsBut(other, { open: () => Promise.reject(new Error('killed')) }) };
    await expect(orderedAs(dying, 'letter', mine)).rejects.toMatchObject({ code: 'unavailable' });
    await other.clock.advance(30_000);
    const { body } = await orderedAs(other, 'letter', mine);
    expect(await orderedAs(other, 'letter', mine)).toEqual({ outcome: 'done', body });
    expect(other.jobs.all()).toHaveLength(2);
  });
});

test('a key is stored under a keyed hash, so that the table does not reveal it', async () => {
  const deps = memoryDeps();
  const key = '73519284605';
  await orderedAs(deps, 'letter', await request(deps, { idempotency_key: key }));
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
  const dying = { ...deps, payments: paymentsBut(deps, { open: () => Promise.reject(new Error('killed')) }) };
  await expect(orderedAs(dying, 'letter', await request(deps))).rejects.toMatchObject({ code: 'unavailable' });
  expect(deps.jobs.all()).toMatchObject([{ state: 'awaiting_payment' }]);
  await reconcileFor(deps, 25 * 60);
  expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled', refund: 'not_applicable' }]);
});

describe('after a job that ended before it had a payment page', () => {
  const wanted = (deps: ServiceDeps) => request(deps, { idempotency_key: 'key-1' });
  /** Creates a job whose page could not be opened, and ends it. */
  async function abandonedIn(deps: MemoryDeps, end: () => Promise<unknown>) {
    const theirs = await wanted(deps);
    const dying = { ...deps, payments: paymentsBut(deps, { open: () => Promise.reject(new Error('killed')) }) };
    await expect(orderedAs(dying, 'letter', theirs)).rejects.toMatchObject({ code: 'unavailable' });
    await end();
    expect(deps.jobs.all()).toMatchObject([{ state: 'cancelled' }]);
    return theirs;
  }

  test('a retry a day later is refused because the quote has expired, and no page is opened', async () => {
    const deps = memoryDeps();
    const theirs = await abandonedIn(deps, () => reconcileFor(deps, 25 * 60));
    await expect(orderedAs(deps, 'letter', theirs)).rejects.toMatchObject({ code: 'quote_unknown', field: 'quote_id' });
    expect(deps.sessions.all()).toEqual([]);
  });

  test('its key is free: a new quote with the same key creates one job', async () => {
    const deps = memoryDeps();
    await abandonedIn(deps, async () => {
      for (const { id } of deps.jobs.all()) await record(deps, id, () => ({ kind: 'cancelled' }));
    });
    const fresh = await wanted(deps);
    const { outcome, body } = await orderedAs(deps, 'letter', fresh);
    expect(outcome).toBe('created');
    expect(await orderedAs(deps, 'letter', fresh)).toEqual({ outcome: 'done', body });
    expect(deps.sessions.all()).toMatchObject([{ request: { jobId: body.job_id } }]);
  });

  test.each([
    ['immediately', async () => {}],
    ['while a second request waits for the first', (deps: MemoryDeps) => deps.clock.advance(1_000)],
  ])('a request whose job ends %s, before its page is known, is refused, and the page is closed', async (_, pause) => {
    const deps = memoryDeps();
    const mine = await wanted(deps);
    const { open } = deps.payments.mock;
    const payments = paymentsBut(deps, {
      open: async (...asked) => {
        const opened = await open(...asked);
        await pause(deps);
        const [job] = deps.jobs.all();
        if (job !== undefined) await record(deps, job.id, () => ({ kind: 'cancelled' }));
        return opened;
      },
    });
    const first = orderedAs({ ...deps, payments }, 'letter', mine);
    const second = orderedAs(deps, 'letter', mine);
    const answers = Promise.allSettled([first, second]);
    await deps.clock.advance(10_000);
    const [one, other] = await answers;
    expect(one).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('nothing was charged') },
    });
    expect(deps.sessions.all()).toMatchObject([{ status: 'expired' }]);
    expect(other).toMatchObject({ reason: { code: 'unavailable' } });
    expect(await orderedAs(deps, 'letter', mine)).toMatchObject({ outcome: 'created' });
  });
});

test.each([
  ['letter', /^Letter to /],
  ['fax', /^Fax to /],
  // Its own amount is not charged there.
  ['check', /^Printing and mailing a check to [^$]+$/],
] as const)('the payment page of a %s names what is paid: %s', async (product, title) => {
  const deps = memoryDeps();
  await placedAs(deps, product);
  expect(deps.sessions.all().map(({ request }) => request.title)).toEqual([expect.stringMatching(title)]);
});

test('a quote is valid for exactly an hour', async () => {
  const deps = memoryDeps();
  const wanted = await request(deps);
  await deps.clock.advance(lifetimesMs.price - 1);
  expect(await orderedAs(deps, 'letter', wanted)).toMatchObject({ outcome: 'created' });
  await deps.clock.advance(1);
  await expect(orderedAs(deps, 'letter', wanted)).rejects.toMatchObject({ code: 'quote_unknown' });
});
