/** An agent pays an order: once, whatever is lost, repeated or sent by two at once. */

import { checkoutLivesMs } from '../../../shared/core/lifetimes.ts';
import { productNames } from '../../../shared/core/product-names.ts';
import { leaseMs } from '../../../shared/core/retry.ts';
import type { HttpResult } from '../../../shared/doors/http/http-event.ts';
import { problemOf } from '../../../shared/doors/http/problem.ts';
import { problemAsJson } from '../../../shared/doors/http/problem-json.ts';
import { record } from '../../../shared/fulfilment/record.ts';
import { stageWords } from '../../../shared/pages/progress-words.ts';
import type { Payments, TokenCharges } from '../../../shared/ports/payments.ts';
import { cancelJob } from '../../../shared/usecases/cancel/cancel-job.ts';
import { getJob } from '../../../shared/usecases/jobs/get-job.ts';
import { progressOf } from '../../../shared/usecases/pay/progress.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import {
  asksToPay,
  challengeFor,
  credentialWith,
  payingDeps,
  paysWith,
  refusalTo,
  testRail,
} from '../../support/fakes/agents.ts';
import { badCredentials } from '../../support/fakes/bad-credentials.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { caller, paid, placed, placedAs, reconcileFor } from '../../support/fakes/orders.ts';

const minute = 60_000;

/** All that was charged for the job, on pages and by tokens. */
const charges = (deps: MemoryDeps, jobId: string) =>
  deps.sessions.all().filter(({ request, status }) => request.jobId === jobId && status === 'paid');
const openPages = (deps: MemoryDeps) => deps.sessions.all().filter(({ status }) => status === 'open');
const refunded = (deps: MemoryDeps) => deps.sessions.all().filter(({ refundedAt }) => refundedAt !== undefined);
const jobOf = async (deps: MemoryDeps, jobId: string) => {
  const job = await deps.jobs.get(jobId);
  if (job === undefined) throw new Error('no such job');
  return job;
};
const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);

/** The same provider, where these calls about tokens go otherwise. */
const tokensBut = (deps: MemoryDeps, change: Partial<TokenCharges>): MemoryDeps => {
  const { tokens } = deps.payments.mock;
  if (tokens === undefined) throw new Error('the mock takes tokens');
  return { ...deps, payments: paymentsBut(deps, { tokens: { ...tokens, ...change } }) };
};
const providerBut = (deps: MemoryDeps, change: Partial<Payments>): MemoryDeps => ({
  ...deps,
  payments: paymentsBut(deps, change),
});

test.each(productNames)(
  'a %s that an agent pays goes to its partner, and is charged its price once',
  async (product) => {
    const deps = payingDeps();
    const jobId = await placedAs(deps, product);
    // The sample check is for less than what a person must pay.
    const { outcome, body } = await paysWith(deps, jobId, 'spt_test_paid');
    expect({ outcome, paid: body.paid }).toEqual({ outcome: 'done', paid: true });
    await deps.clock.sleep(minute);
    expect((await ask(getJob, deps, { job_id: jobId }, caller)).body).toMatchObject({
      status: 'fulfilled',
      payment_status: 'paid',
    });
    const [charge, ...others] = charges(deps, jobId);
    expect(others).toEqual([]);
    expect(charge?.payment).toMatchObject({ by: 'token', amountCents: body.total_cents, currency: body.currency });
    expect(deps.sessions.all().filter(({ status }) => status === 'open')).toEqual([]);
  },
);

test('a service that has not switched it on knows no such request', async () => {
  const deps = memoryDeps();
  expect(await refusalTo(asksToPay(deps, await placed(deps)))).toMatchObject({ code: 'not_found' });
});

test('a request without a credential is answered with the price, and changes nothing', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const before = structuredClone(await jobOf(deps, jobId));
  const { code, demand } = await refusalTo(asksToPay(deps, jobId));
  expect(code).toBe('payment_required');
  expect(demand?.challenge.request).toMatchObject({ amount: '212', currency: 'usd' });
  expect(demand?.problem.context?.length).toBeGreaterThanOrEqual(100);
  expect(demand?.problem.context).toContain('$2.12 USD');
  expect(await challengeFor(deps, jobId)).toEqual(await challengeFor(deps, jobId));
  expect(await jobOf(deps, jobId)).toEqual(before);
});

test('a job that is paid answers with one receipt, without a credential and with any other', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const challenge = await challengeFor(deps, jobId);
  const first = await asksToPay(deps, jobId, credentialWith(challenge, 'spt_test_paid'));
  const again = [
    undefined,
    credentialWith(challenge, 'spt_test_paid'),
    credentialWith(challenge, 'spt_test_paid_2'),
    'x',
  ];
  for (const credential of again) expect(await asksToPay(deps, jobId, credential)).toEqual(first);
  expect(charges(deps, jobId)).toHaveLength(1);
});

test('a job that a person has paid answers an agent with the receipt of that payment', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const challenge = await challengeFor(deps, jobId);
  await paid(deps, jobId);
  const { body } = await asksToPay(deps, jobId, credentialWith(challenge, 'spt_test_paid'));
  expect(body).toMatchObject({ paid: true, payment_receipt: { reference: charges(deps, jobId)[0]?.payment.id } });
  expect(charges(deps, jobId)).toHaveLength(1);
});

test('a cancelled job is not paid any more, and says so without a credential', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const challenge = await challengeFor(deps, jobId);
  await cancel(deps, jobId);
  for (const credential of [undefined, credentialWith(challenge, 'spt_test_paid')])
    expect(await asksToPay(deps, jobId, credential)).toMatchObject({
      outcome: 'declined',
      body: { paid: false, reason: 'cancelled' },
    });
  expect(charges(deps, jobId)).toEqual([]);
});

test('an order that was not paid within its day is not charged', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const credential = credentialWith(await challengeFor(deps, jobId), 'spt_test_paid');
  const late: MemoryDeps = {
    ...deps,
    clock: Object.create(deps.clock, { now: { value: () => deps.clock.now() + 25 * 60 * minute } }),
  };
  expect(await asksToPay(late, jobId, credential)).toMatchObject({ body: { paid: false, reason: 'expired' } });
});

test('a check of more than 500.00 is paid by a person', async () => {
  const deps = payingDeps();
  const jobId = await placedAs(deps, 'check');
  const job = await jobOf(deps, jobId);
  for (const [amountCents, outcome] of [
    [50_000, 'payment_required'],
    [50_001, 'person_pays'],
  ] as const) {
    const order = { ...(job.order as object), amountCents };
    const asked = { ...deps, jobs: { ...deps.jobs, get: async () => ({ ...job, order }) } };
    const told = await asksToPay(asked, jobId).then(
      ({ body }) => body.reason,
      (error: { code: string }) => error.code,
    );
    expect(told).toBe(outcome);
  }
});

describe('a token that cannot pay leaves the page open, and the next one pays', () => {
  test.each([
    ['spt_test_consumed', /used up/],
    ['spt_test_expired', /has expired/],
    ['spt_test_revoked', /revoked/],
    ['spt_test_limit', /allows less/],
    ['spt_test_debit', /returned later/],
    ['spt_test_declined', /declined/],
    ['spt_test_action', /a person to confirm/],
  ])('%s', async (token, says) => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const refused = await refusalTo(paysWith(deps, jobId, token));
    expect(refused).toMatchObject({ code: 'payment_required', message: expect.stringMatching(says) });
    expect(refused.demand?.problem.type).toBe('https://paymentauth.org/problems/verification-failed');
    const { checkout } = await jobOf(deps, jobId);
    expect(await deps.payments.mock.status(`${checkout?.id}`)).toMatchObject({ status: 'open' });
    expect(charges(deps, jobId)).toEqual([]);
    expect((await paysWith(deps, jobId, 'spt_test_paid')).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
  });
});

test('a person pays on the page that was opened after a token was declined', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const { checkout: first } = await jobOf(deps, jobId);
  await refusalTo(paysWith(deps, jobId, 'spt_test_declined'));
  const { checkout } = await jobOf(deps, jobId);
  expect(checkout?.id).not.toBe(first?.id);
  await deps.payments.mock.end(`${checkout?.id}`, 'paid');
  await reconcileFor(deps, 60);
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'fulfilled', payment: { by: 'checkout' } });
  expect(charges(deps, jobId)).toHaveLength(1);
});

describe('bad credentials', () => {
  const deps = payingDeps();
  const orders = (async () => {
    const [jobId, otherId] = [await placed(deps), await placed(deps)];
    const [good, other] = [await challengeFor(deps, jobId), await challengeFor(deps, otherId)];
    return { jobId, rows: badCredentials(good, other) };
  })();
  /** The whole answer over HTTP: its status, its headers and its body. */
  const answerTo = async (jobId: string, authorization: string) => {
    const shown = await testRail.credentialIn({ authorization });
    const refused = await refusalTo(asksToPay(deps, jobId, shown));
    return problemAsJson(problemOf(refused, 'request-1'), { event: { headers: {} } });
  };

  /** The sentence of an answer, and all that is the same whatever was shown. */
  const parted = ({ statusCode, headers, body = '' }: HttpResult) => {
    const { error, detail, type, ...rest } = JSON.parse(body);
    return { error: `${error} ${detail} ${type}`, rest: JSON.stringify([statusCode, headers, rest]) };
  };

  test('are more than fifty, each another', async () => {
    const { rows } = await orders;
    expect(new Set(rows.map(([, text]) => text)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(50);
  });

  test('charge nothing, change nothing, and are told the challenge alone', async () => {
    const { jobId, rows } = await orders;
    const state = async () => structuredClone([await jobOf(deps, jobId), deps.sessions.all(), deps.alarms, deps.sent]);
    const before = await state();
    const usual = parted(await answerTo(jobId, ''));
    const differs: string[] = [];
    for (const [name, text] of rows) {
      const { error, rest } = parted(await answerTo(jobId, `Payment ${text}`));
      if (rest !== usual.rest || error === usual.error || /spt_|job_|evil|X-Paid/i.test(error)) differs.push(name);
    }
    expect(differs).toEqual([]);
    expect(await state()).toEqual(before);
  });
});

test('where pages only reserve money, a token is charged at once, says so, and is refunded', async () => {
  const deps = payingDeps(memoryDeps({ deliver: () => false }));
  Object.assign(deps, { settings: { ...deps.settings, capture: 'at_hand_over' } });
  const jobId = await placed(deps);
  expect((await refusalTo(asksToPay(deps, jobId))).demand?.problem.context).toContain('charged once, at the payment.');
  await paysWith(deps, jobId, 'spt_test_paid');
  const view = async () => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
  expect(await view()).toMatchObject({ payment_status: 'paid', capture: undefined });
  const { stage, reserve } = progressOf(await jobOf(deps, jobId), deps.clock.now());
  expect(stageWords({ stage, reserve }).lead).not.toMatch(/reserved/);
  expect((await cancel(deps, jobId)).body).toMatchObject({ refund: 'issued', refund_kind: undefined });
  expect(refunded(deps)).toHaveLength(1);
});

test('a network that cancels again and again has no token charged: a person has the money reserved', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const credential = credentialWith(await challengeFor(deps, jobId), 'spt_test_paid');
  await deps.jobs.replace({ ...(await jobOf(deps, jobId)), isReserved: true });
  for (const shown of [undefined, credential])
    expect((await asksToPay(deps, jobId, shown)).body).toMatchObject({ paid: false, reason: 'person_pays' });
  expect(charges(deps, jobId)).toEqual([]);
});

test('the credential of one order pays no other', async () => {
  const deps = payingDeps();
  const [one, other] = [await placed(deps), await placed(deps)];
  const credential = credentialWith(await challengeFor(deps, one), 'spt_test_paid');
  expect((await refusalTo(asksToPay(deps, other, credential))).code).toBe('payment_required');
  expect(charges(deps, other)).toEqual([]);
});

describe('an answer that is lost', () => {
  test('to this service: it looks at once, and the payment counts', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    expect((await paysWith(deps, jobId, 'spt_test_lost')).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
  });

  test('and that cannot be looked up: another token charges nothing, and the duty finds the payment', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const challenge = await challengeFor(deps, jobId);
    const blind = tokensBut(deps, { charged: async () => Promise.reject(new Error('no answer')) });
    const lost = await refusalTo(asksToPay(blind, jobId, credentialWith(challenge, 'spt_test_lost')));
    expect(lost.code).toBe('unavailable');
    const again = await refusalTo(asksToPay(deps, jobId, credentialWith(challenge, 'spt_test_paid')));
    expect(again).toMatchObject({ code: 'unavailable' });
    expect(await refusalTo(cancel(deps, jobId))).toMatchObject({ code: 'unavailable' });
    await reconcileFor(deps, 3);
    expect(await jobOf(deps, jobId)).toMatchObject({ state: 'fulfilled', payment: { by: 'token' } });
    expect((await asksToPay(deps, jobId)).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
  });

  test('for long: a person is called, and not before ten minutes have passed', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const blind = tokensBut(deps, { charged: async () => Promise.reject(new Error('no answer')) });
    await refusalTo(paysWith(blind, jobId, 'spt_test_lost'));
    Object.assign(deps, { payments: blind.payments });
    const unknown = () => deps.alarms.filter(({ message }) => message === 'payment unknown');
    await reconcileFor(deps, 9);
    expect(unknown()).toEqual([]);
    await reconcileFor(deps, 9);
    expect(unknown()).toContainEqual({ message: 'payment unknown', fields: { jobId } });
  });

  test('which a list shows late: the charge is looked for before another one is made', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const { tokens } = deps.payments.mock;
    const broken = tokensBut(deps, {
      charge: async (request) => tokens?.charge(request).then(() => ({ kind: 'spoilt' })) ?? { kind: 'unknown' },
      charged: async () => ({ kind: 'none' }),
    });
    await refusalTo(paysWith(broken, jobId, 'spt_test_paid_1'));
    expect((await paysWith(deps, jobId, 'spt_test_paid_2')).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
  });

  test('after which the order’s day ends: no page is opened for it any more', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    await deps.clock.sleep(checkoutLivesMs - minute);
    const slow = tokensBut(deps, {
      charge: async () => {
        await deps.clock.sleep(2 * minute);
        return { kind: 'declined', why: 'declined' };
      },
    });
    await refusalTo(paysWith(slow, jobId, 'spt_test_declined'));
    expect(openPages(deps)).toEqual([]);
  });

  test('while another holder of the claim has opened a page: the one of the late process is closed', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const late = tokensBut(deps, {
      charge: async () => {
        await reconcileFor(deps, 5);
        return { kind: 'declined', why: 'declined' };
      },
    });
    await refusalTo(paysWith(late, jobId, 'spt_test_declined'));
    expect(openPages(deps).map(({ id }) => id)).toEqual([(await jobOf(deps, jobId)).checkout?.id]);
  });

  test('of a process that dies while the person pays on the page: the payment counts at once', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    await deps.clock.sleep(20 * 60 * minute);
    const dying = providerBut(deps, { expire: async () => Promise.reject(new Error('died')) });
    await refusalTo(paysWith(dying, jobId, 'spt_test_paid'));
    await deps.payments.mock.end(`${(await jobOf(deps, jobId)).checkout?.id}`, 'paid');
    await reconcileFor(deps, 5);
    expect(await jobOf(deps, jobId)).toMatchObject({ payment: { by: 'checkout' } });
  });

  test.each(['expire', 'jobs'] as const)('a process that dies at %s leaves a job that can be paid', async (place) => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const die = async (): Promise<never> => Promise.reject(new Error('died'));
    const credential = credentialWith(await challengeFor(deps, jobId), 'spt_test_paid');
    const dying =
      place === 'expire'
        ? providerBut(deps, { expire: die })
        : tokensBut(deps, { charge: () => new Promise(() => {}) });
    if (place === 'expire') await refusalTo(asksToPay(dying, jobId, credential));
    else void asksToPay(dying, jobId, credential);
    await deps.clock.sleep(1_000);
    expect((await jobOf(deps, jobId)).attempt).toMatchObject({ number: 1, since: expect.any(Number) });
    await reconcileFor(deps, 3);
    const job = await jobOf(deps, jobId);
    expect(job).toMatchObject({ state: 'awaiting_payment', attempt: { number: 1 } });
    expect(await deps.payments.mock.status(`${job.checkout?.id}`)).toMatchObject({ status: 'open' });
    expect((await asksToPay(deps, jobId, credential)).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
  });

  test('to the agent, twice: a token that was minted anew is not charged', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    await paysWith(deps, jobId, 'spt_test_paid_1');
    const credential = credentialWith(testRail.demand as never, 'spt_test_paid_2');
    expect((await asksToPay(deps, jobId, credential)).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
    expect(refunded(deps)).toEqual([]);
  });
});

describe('two at once', () => {
  test('agents with two tokens: one charge, and both hear that it is paid', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const challenge = await challengeFor(deps, jobId);
    const answers = await Promise.all(
      ['spt_test_paid_1', 'spt_test_paid_2'].map((token) => asksToPay(deps, jobId, credentialWith(challenge, token))),
    );
    expect(answers.map(({ body }) => body.paid)).toEqual([true, true]);
    expect(charges(deps, jobId)).toHaveLength(1);
    expect(refunded(deps)).toEqual([]);
  });

  test('a person who has paid on the page, whose event is lost: the token is not charged', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const credential = credentialWith(await challengeFor(deps, jobId), 'spt_test_paid');
    await deps.payments.mock.end(`${(await jobOf(deps, jobId)).checkout?.id}`, 'paid');
    expect((await asksToPay(deps, jobId, credential)).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
    expect(await jobOf(deps, jobId)).toMatchObject({ payment: { by: 'checkout' } });
  });

  test('a person on the page cannot pay any more while a token is charged', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const { checkout } = await jobOf(deps, jobId);
    const pressing = tokensBut(deps, {
      charge: async (request) => {
        await deps.payments.mock.end(`${checkout?.id}`, 'paid');
        return deps.payments.mock.tokens?.charge(request) ?? { kind: 'unknown' };
      },
    });
    expect((await paysWith(pressing, jobId, 'spt_test_paid')).body.paid).toBe(true);
    expect(charges(deps, jobId)).toHaveLength(1);
  });

  test('a process that stands still with its claim charges nothing when it goes on', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const slow = providerBut(deps, {
      expire: async (id) => {
        await deps.clock.sleep(0.6 * leaseMs);
        return deps.payments.mock.expire(id);
      },
    });
    expect(await refusalTo(paysWith(slow, jobId, 'spt_test_paid'))).toMatchObject({ code: 'unavailable' });
    expect(charges(deps, jobId)).toEqual([]);
  });

  test('a person whose money is known to be under way: nothing is asked of the agent', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    await record(deps, jobId, ({ dueAt }) => ({ kind: 'still_open', isUnderWay: true, dueAt }));
    expect((await asksToPay(deps, jobId)).body).toMatchObject({ paid: false, reason: 'payment_under_way' });
  });

  test('a person whose money is under way: the token is not charged, and the page stays', async () => {
    const deps = payingDeps();
    const jobId = await placed(deps);
    const busy = providerBut(deps, { expire: async () => ({ status: 'open', isUnderWay: true }) });
    expect((await paysWith(busy, jobId, 'spt_test_paid')).body).toMatchObject({ reason: 'payment_under_way' });
    expect(charges(deps, jobId)).toEqual([]);
  });
});

test('the news that the page was closed ends no order while its charge is under way', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const late = tokensBut(deps, {
    charge: async (request) => {
      await record(deps, jobId, () => ({ kind: 'checkout_expired' }));
      return deps.payments.mock.tokens?.charge(request) ?? { kind: 'unknown' };
    },
  });
  expect((await paysWith(late, jobId, 'spt_test_paid')).body.paid).toBe(true);
  expect(await jobOf(deps, jobId)).toMatchObject({ refund: 'not_applicable' });
});

test('the key names the job and the attempt, and no token: one more than a definite failure', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  const keys: string[] = [];
  const noting = tokensBut(deps, {
    charge: async (request) => {
      keys.push(request.key);
      return deps.payments.mock.tokens?.charge(request) ?? { kind: 'unknown' };
    },
  });
  await refusalTo(paysWith(noting, jobId, 'spt_test_declined'));
  await paysWith(noting, jobId, 'spt_test_paid');
  expect(keys).toEqual([`pay_${jobId}_1`, `pay_${jobId}_2`]);
});

test('a key that was used for another request is a reason to look, and no fraud', async () => {
  const deps = payingDeps();
  const jobId = await placed(deps);
  // The charge of a process before this one, of which nothing is written down.
  const deaf = tokensBut(deps, {
    charge: async (request) => {
      await deps.payments.mock.tokens?.charge({ ...request, token: 'spt_test_paid_earlier' });
      return deps.payments.mock.tokens?.charge(request) ?? { kind: 'unknown' };
    },
  });
  expect((await paysWith(deaf, jobId, 'spt_test_paid_later')).body.paid).toBe(true);
  expect(charges(deps, jobId)).toHaveLength(1);
  expect(await jobOf(deps, jobId)).toMatchObject({ payment: { by: 'token' } });
});

test('what an agent has paid is paid back when the order is cancelled, once', async () => {
  const deps = payingDeps(memoryDeps({ deliver: () => false }));
  const jobId = await placed(deps);
  await paysWith(deps, jobId, 'spt_test_paid');
  expect((await cancel(deps, jobId)).body).toMatchObject({ cancelled: true, refund: 'issued' });
  expect(refunded(deps)).toHaveLength(1);
  expect((await asksToPay(deps, jobId)).body).toMatchObject({ paid: false, reason: 'cancelled' });
});
