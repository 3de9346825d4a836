/** The operator's commands: what each does to a job, and when it refuses with advice. */
import { resultLines } from '../../lib/operator/ops.ts';
import { orderNumberOf, receiptIdOf, spokenOrderNumber } from '../../shared/domain/ids.ts';
import { dayOf } from '../../shared/domain/job/job.ts';
import type { ExtraPayment } from '../../shared/domain/job/lifecycle.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { cautiousAssumptions } from '../../shared/partners/partner.ts';
import { postgrid } from '../../shared/partners/postgrid/facts.ts';
import { operate } from '../../shared/web/operator/operate.ts';
import { find } from '../../shared/web/operator/operate-find.ts';
import { memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { cancel } from '../support/fakes/given.ts';
import {
  jobOf,
  ordered,
  orderFor,
  paid,
  paidOnly,
  payingEvent,
  placed,
  placedAs,
  quoted,
  reconcileFor,
  submitted,
} from '../support/fakes/orders.ts';
import { hook, placedWithNotify, setReceiverResponse } from '../support/notified-jobs.ts';
import {
  changeLetterPartner,
  claimedJob,
  command,
  hour,
  minute,
  refused,
  stateOf,
  withStoppedQueue,
} from '../support/operated.ts';
import { letterPrice } from '../support/prices.ts';

test('show has the status of a job, when each fact happened, and what comes next', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await deps.clock.advance(minute);
  await paid(deps, jobId);
  const result = await command(deps, 'show', { job_id: jobId });
  expect(result).toMatchObject({
    ok: true,
    state: 'fulfilled',
    status: 'fulfilled',
    payment_status: 'paid',
    refund: 'not_applicable',
    partner: 'simulated',
    partner_id: expect.stringMatching(/^letter_/),
    next: 'asks the partner for its status',
    waits_for: null,
    reference: jobId,
    payment_id: expect.stringMatching(/^pi_test_/),
    error: null,
    approved: letterPrice().total,
    paid: letterPrice().total,
  });
  const history = result.history as readonly { readonly fact: string }[];
  // The last three happen at the same time.
  const [first, ...others] = history.map(({ fact }) => fact);
  expect([first, ...others.sort()]).toEqual(['checkout_opened', 'accepted', 'claimed', 'paid']);
});

test('show has the tax, and the warning about a postal code in another province', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps, { country: 'CA', province_or_state: 'AB' });
  const to = { countryCode: 'CA', city: 'Toronto', provinceOrState: 'AB', postalOrZip: 'M5V 2T6' };
  const { job_id } = (await ordered(deps, orderFor(quote_id, to))).body;
  expect(await command(deps, 'show', { job_id })).toMatchObject({ tax: 'GST 5%', warnings: 'postal_code_elsewhere' });
  expect(await command(deps, 'show', { job_id: await placed(deps) })).toMatchObject({ tax: null, warnings: null });
});

test('show has no name, address, content or link', async () => {
  const deps = memoryDeps();
  const result = JSON.stringify(await command(deps, 'show', { job_id: await submitted(deps) }));
  expect(result).not.toMatch(/Ada|Lovelace|Analytical|Springfield|62701|engine|https?:|pay_/);
});

test.each([['job_1'], ['12 Analytical Way'], [`job_${'0'.repeat(26)}`]])('show finds no job for %j', async (job_id) => {
  expect(await command(memoryDeps(), 'show', { job_id })).toEqual(refused('There is no job with this id'));
});

test('stuck lists the waiting jobs by reason, the longest waiting first', async () => {
  const { deps } = withStoppedQueue();
  const first = await paidOnly(deps);
  await deps.clock.advance(minute);
  const second = await paidOnly(deps);
  const held = await paidOnly(deps);
  await command(deps, 'park', { job_id: held, reason: 'other' });
  expect(await command(deps, 'stuck')).toMatchObject({
    says: 'Waiting: 2 for fulfillment, 0 for refund, 1 for a person; longest first.',
    fulfillment: [{ job_id: first }, { job_id: second }],
    person: [{ job_id: held }],
  });
});

test('stuck shows the product, the money, the reason, the tries and the next try of a job', async () => {
  const deps = memoryDeps();
  changeLetterPartner(deps, { submit: async () => ({ kind: 'unavailable', reason: '503' }) });
  const job_id = await submitted(deps);
  await reconcileFor(deps, 60);
  const [row] = (await command(deps, 'stuck')).fulfillment as [object];
  const { tries, dueAt, firstSeenAt } = (await deps.jobs.get(job_id)) ?? {};
  expect(row).toEqual({
    job_id,
    product: 'letter',
    money: letterPrice().total,
    since: firstSeenAt?.paid,
    tries,
    next_try_at: dueAt,
    reason: 'The partner has not accepted it yet: see “not accepted” in the log for the reason.',
  });
  expect(tries).toBeGreaterThan(1);
});

test('stuck shows an extra payment that must be refunded', async () => {
  const deps = memoryDeps();
  const job_id = await submitted(deps);
  const job = await jobOf(deps, job_id);
  const since = deps.clock.now();
  const amount = { amountCents: 999, currency: 'EUR' } as const;
  const second: ExtraPayment = { provider: 'mock', id: 'pi_2', ...amount, refund: 'pending', since, tries: 3 };
  await deps.jobs.replace({ ...job, extraPayments: [second] });
  expect((await command(deps, 'stuck')).refund).toMatchObject([{ job_id, money: 'EUR 9.99', since, tries: 3 }]);
});

test('redrive does now what was due later, and creates only one order', async () => {
  const deps = memoryDeps();
  const { submit } = deps.partners.letter;
  changeLetterPartner(deps, { submit: async () => ({ kind: 'unavailable', reason: '503' }) });
  const jobId = await submitted(deps);
  await reconcileFor(deps, 120);
  expect((await deps.jobs.get(jobId))?.dueAt).toBeGreaterThan(deps.clock.now() + minute);
  changeLetterPartner(deps, { submit });
  expect(await command(deps, 'redrive', { job_id: jobId })).toMatchObject({ ok: true });
  await deps.clock.advance(1_000);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
  expect(deps.orders.all()).toHaveLength(1);
});

test.each([
  ['a partner that takes idempotency keys', true, 20],
  ['a partner without keys, whose lists may not show the order yet', false, 80],
])('redrive never shortens the lease of another worker, with %s', async (_, hasKeys, seconds) => {
  const { deps } = withStoppedQueue();
  changeLetterPartner(deps, { assumed: hasKeys ? postgrid.assumed : cautiousAssumptions });
  const jobId = await paidOnly(deps);
  const job = await jobOf(deps, jobId);
  const dueAt = deps.clock.now() + seconds * 1_000;
  await deps.jobs.replace({ ...job, state: 'submitting', dueAt });
  expect(await command(deps, 'redrive', { job_id: jobId })).toMatchObject({
    ok: true,
    says: expect.stringContaining(`in ${seconds} seconds`),
  });
  expect(await deps.jobs.get(jobId)).toMatchObject({ dueAt });
});

test('redrive does not shorten a claim that another worker makes at the same time', async () => {
  const { deps } = withStoppedQueue();
  const job_id = await paidOnly(deps);
  const job = await jobOf(deps, job_id);
  await deps.jobs.replace({ ...job, state: 'submitting', dueAt: deps.clock.now() + 60 * minute });
  const { replace } = deps.jobs;
  let claimedUntil = 0;
  // Another worker claims the job just before the first write.
  const racingReplace: typeof replace = async (stale) => {
    if (claimedUntil > 0) return replace(stale);
    await deps.clock.advance(3 * minute);
    claimedUntil = deps.clock.now() + 80_000;
    await replace({ ...(await jobOf(deps, job_id)), dueAt: claimedUntil });
    return replace(stale);
  };
  Object.assign(deps.jobs, { replace: racingReplace });
  expect(await command(deps, 'redrive', { job_id })).toMatchObject({ says: expect.stringContaining('in 80 seconds') });
  expect(await deps.jobs.get(job_id)).toMatchObject({ dueAt: claimedUntil });
});

test('park stops a paid job before a partner has it, and raises an alarm', async () => {
  const { deps, go } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  expect(await command(deps, 'park', { job_id: jobId, reason: 'fraud' })).toMatchObject({ ok: true });
  go();
  await reconcileFor(deps, 120);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'needs_review', refund: 'not_applicable' });
  expect(deps.orders.all()).toEqual([]);
  expect(deps.alarms.map(({ message }) => message)).toContain('parked');
});

test('a parked job says that nothing was sent only where that is certain', async () => {
  const { deps } = withStoppedQueue();
  const [unclaimed, claimed] = [await paidOnly(deps), await claimedJob(deps)];
  const parkAndRead = async (jobId: string) => {
    await command(deps, 'park', { job_id: jobId, reason: 'other' });
    const { body } = await cancel(deps, jobId);
    return [(await deps.jobs.get(jobId))?.error, body.error];
  };
  for (const sentence of await parkAndRead(unclaimed))
    expect(sentence).toMatch(/stopped (?:it before the partner had it|before it was sent)/);
  for (const sentence of await parkAndRead(claimed))
    expect(sentence).not.toMatch(/before (?:it was sent|the partner had it)/);
});

test.each([
  ['redrive', 'failed', 'reject', {}, 'nothing is due'],
  ['resubmit', 'fulfilled', 'none', {}, 'only a parked job can be resubmitted'],
  ['park', 'fulfilled', 'none', { reason: 'other' }, /^Its state is fulfilled.*parked\. .+/],
  ['park', 'failed', 'reject', { reason: 'other' }, /^Its state is failed.*parked\. .+/],
] as const)('%s refuses a job in the state %s, and says why', async (act, state, behavior, fields, says) => {
  const deps = memoryDeps();
  const jobId = await submitted(deps, 'letter', behavior);
  await reconcileFor(deps, 2);
  expect(await command(deps, act, { job_id: jobId, ...fields })).toEqual(refused(says));
  expect(await stateOf(deps, jobId)).toMatchObject({ state });
});

test('park refuses free text as a reason, because it would be logged', async () => {
  const { deps } = withStoppedQueue();
  const jobId = await paidOnly(deps);
  expect(await command(deps, 'park', { job_id: jobId, reason: 'Ada Lovelace is a fraud' })).toEqual(
    refused('one of fraud, content, payer, partner, other'),
  );
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
});

test('reconcile compares the books of yesterday by default, or those of the named day', async () => {
  const deps = memoryDeps();
  await submitted(deps);
  await deps.clock.advance(24 * hour);
  const balanced = { ok: true, balanced: true, says: 'No differences on 2026-11-21.', payments: 1, orders: 1, jobs: 1 };
  expect(await command(deps, 'reconcile')).toMatchObject(balanced);
  expect(await command(deps, 'reconcile', { day: '2026-11-21' })).toMatchObject(balanced);
  expect(await command(deps, 'reconcile', { day: '2026-11-20' })).toMatchObject({ balanced: true, jobs: 0 });
});

test('reconcile lists each difference, and says if it ran out of time', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await payingEvent(deps, jobId);
  await deps.clock.advance(24 * hour);
  expect(await command(deps, 'reconcile')).toMatchObject({
    ok: true,
    balanced: false,
    says: '1 difference on 2026-11-21.',
    differences: [{ kind: 'payment_not_in_job', job_id: jobId }],
  });
  const late = await operate(deps, { command: 'reconcile' }, deps.clock.now());
  const says = expect.stringContaining('it is not finished: out of time. Run it again.');
  expect(late).toMatchObject({ balanced: false, says });
});

test.each([['2026-13-01'], ['2026-02-30'], ['21.11.2026'], ['today']])('reconcile refuses %j as a day', async (day) => {
  expect(await command(memoryDeps(), 'reconcile', { day })).toEqual(refused('DAY'));
});

test('each command is logged with its job and its operator, and free text as the operator is refused', async () => {
  const deps = memoryDeps();
  const lines: unknown[] = [];
  const log = { ...deps.log, info: (message: string, fields: object = {}) => void lines.push([message, fields]) };
  const jobId = await submitted(deps);
  await operate({ ...deps, log }, { command: 'show', job_id: jobId }, 0);
  await operate({ ...deps, log }, { command: 'show', job_id: 'Ada Lovelace' }, 0);
  const by = 'arn:aws:sts::123456789012:assumed-role/operator/ada@example.com';
  await operate({ ...deps, log }, { command: 'show', job_id: jobId, by }, 0);
  const withFreeText = await operate({ ...deps, log }, { command: 'show', job_id: jobId, by: 'Ada "of" Analytics' }, 0);
  expect(lines).toEqual([
    ['operator: show', { jobId }],
    ['operator: show', {}],
    ['operator: show', { jobId, operator: by }],
  ]);
  expect(withFreeText).toEqual(refused('BY is'));
});

test.each([undefined, {}, { command: 'drop' }, { command: 'show' }, 'show'])('command %j is refused', async (raw) => {
  expect(await operate(memoryDeps(), raw, 0)).toMatchObject({ ok: false, says: expect.any(String) });
});

/** A submitted job. `expected`: members of the result when `find` shows it. */
async function submittedJob(product: ProductName) {
  const deps = memoryDeps();
  const id = await submitted(deps, product);
  const expected = { ok: true, order_number: spokenOrderNumber(orderNumberOf(id)) };
  return { deps, id, job: await jobOf(deps, id), expected };
}

test('find finds a job by each id that is indexed, and by the ids of the payment provider', async () => {
  const { deps, id, job, expected } = await submittedJob('letter');
  const ids = [
    id,
    `reference ${id}-2`,
    job.payCode,
    `http://127.0.0.1:8787/v1/pay/${job.payCode}/paid?n=3`,
    orderNumberOf(id),
    job.partner?.id,
    job.checkout?.id,
    job.checkout?.url,
    job.payment?.id,
  ];
  for (const number of ids) expect(await command(deps, 'find', { number })).toMatchObject(expected);
});

test.each([
  ['check', ({ drawing }) => `${drawing?.checkNumber}`],
  ['check', ({ drawing }) => `#${drawing?.checkNumber}`],
  ['fax', ({ order }) => (order as { number: string }).number],
  ['fax', ({ order }) => (order as { number: string }).number.replace(/^\+1(...)(...)/, '($1) $2-')],
  ['letter', ({ id }) => receiptIdOf(id)],
] as readonly (readonly [ProductName, (job: Awaited<ReturnType<typeof submittedJob>>['job']) => string])[])(
  'find finds a %s by its number for a week, and later with its day',
  async (product, numberOf) => {
    const { deps, job, expected } = await submittedJob(product);
    const paidOn = dayOf(deps.clock.now());
    const number = numberOf(job);
    expect(await command(deps, 'find', { number })).toMatchObject(expected);
    expect(await find(deps, number, undefined, 0)).toEqual(refused(/^The search ran out of time: name the DAY/));
    await deps.clock.advance(8 * 24 * hour);
    expect(await command(deps, 'find', { number })).toEqual(refused('Name another DAY'));
    expect(await command(deps, 'find', { number, day: paidOn })).toMatchObject(expected);
  },
);

test.each(['RN123456789CA', '9405 5036 9930 0000 0000 00'])(
  'find finds registered mail by its tracking number %s',
  async (number) => {
    const { deps, job, expected } = await submittedJob('letter');
    const tracking = { number: number.replaceAll(' ', '') };
    if (job.partner !== undefined) await deps.jobs.replace({ ...job, partner: { ...job.partner, tracking } });
    expect(await command(deps, 'find', { number })).toMatchObject(expected);
  },
);

test('find lists both jobs that share an order number, and refund acts on neither by that number', async () => {
  const { deps, id } = await submittedJob('letter');
  const other = await placedAs(deps, 'letter');
  deps.jobs.idsByOrderNumber = async () => [id, other];
  const number = orderNumberOf(id);
  expect(await command(deps, 'find', { number })).toMatchObject({
    ok: true,
    says: '2 jobs share this order number: ask the payer for the pay link.',
    jobs: [{ job_id: id }, { job_id: other }],
  });
  expect(await command(deps, 'refund', { job_id: number, sure: true })).toMatchObject({ ok: false });
  const says = 'It is stopped, and its refund is issued.';
  expect(await command(deps, 'refund', { job_id: id, sure: true })).toMatchObject({ ok: true, says });
});

test.each(['Ada Lovelace', '12 Analytical Way', '4242 4242 4242 4242', 'cs_test_unknown', 'pay_', ''])(
  'find says that %j matches nothing, and what can be searched for',
  async (number) => {
    const { deps } = await submittedJob('letter');
    expect(await command(deps, 'find', { number })).toEqual(
      refused(/^No job matches this\. Names, addresses and card numbers are in no index/),
    );
  },
);

test('find neither logs nor repeats what the operator typed', async () => {
  const { deps, job } = await submittedJob('fax');
  const { number } = job.order as { number: string };
  const logged: unknown[] = [];
  const info = (...line: unknown[]) => logged.push(line);
  Object.assign(deps, { log: { info, alarm: info, measure: () => {} } });
  for (const text of [number, '021000021 73519284605', '021000021', 'Ada Lovelace'])
    expect(JSON.stringify(await command(deps, 'find', { number: text, day: '2026-11-20' }))).not.toContain(text);
  expect(logged.length).toBeGreaterThan(3);
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${number.slice(2)}|021000021|73519284605|Lovelace`));
});

test('find works while the payment provider is down', async () => {
  const { deps, job } = await submittedJob('letter');
  const jobIdOf = () => Promise.reject(new Error('503'));
  Object.assign(deps, { payments: paymentsBut(deps, { jobIdOf }) });
  expect(await command(deps, 'find', { number: job.checkout?.id })).toMatchObject({ ok: false });
});

test('show lists who was notified of which event, with the last response and the next attempt', async () => {
  const deps = memoryDeps();
  const job_id = await placedWithNotify(deps, { webhook_url: hook });
  setReceiverResponse(deps, { outcome: 'unreachable', code: 'http_503' });
  await paid(deps, job_id);
  await deps.clock.advance(10 * minute);
  const result = await command(deps, 'show', { job_id });
  const [notification] = result.notifications as readonly object[];
  expect(notification).toMatchObject({
    event: expect.stringMatching(/^evt_/),
    type: 'letter.created',
    channel: 'webhook',
    to: 'shop.example.com',
    state: 'waiting',
    last: 'http_503',
    next_at: expect.any(Number),
  });
  const lines = resultLines(result).filter((line) => line.includes('letter.created'));
  expect(lines).toEqual([
    expect.stringMatching(/evt_\w+ +letter\.created +2026-.*shop\.example\.com.* http_503 +2026-/),
  ]);
  expect(JSON.stringify(result)).not.toMatch(/s3cret|hooks/);
});
