/** Every way in which a payment is heard of compares it with the approved price, and wakes the job. */
import { advance } from '../../../shared/orders/advance.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import type { CheckoutStatus } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { caller, payingEvent, placed, received, reconcileFor } from '../../support/fakes/orders.ts';

/** Each hears of a payment in its own way. */
const ways: Readonly<Record<string, (deps: MemoryDeps, jobId: string, event: object) => Promise<unknown>>> = {
  'the event': (deps, _, event) => received(deps, event),
  'the question to the provider': async (deps, jobId) => {
    await deps.clock.wind(600_000);
    await advance(deps, jobId);
  },
  'a cancellation that came too late': (deps, jobId) => ask(cancelJob, deps, { job_id: jobId }, caller),
};

const wrongs = [
  ['one cent less', { amountCents: -1, currency: 'USD' }],
  ['one cent more', { amountCents: 1, currency: 'USD' }],
  ['another currency', { amountCents: 0, currency: 'CAD' }],
] as const;

const cases = Object.keys(ways).flatMap((way) => wrongs.map(([what, wrong]) => [way, what, wrong] as const));

test.each(cases)('heard of by %s, %s than approved sends nothing and is refunded', async (way, _, wrong) => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  const { data, ...event } = (await payingEvent(deps, jobId)) as { data: { object: { amount_total: number } } };
  const amountCents = data.object.amount_total + wrong.amountCents;
  const object = { ...data.object, amount_total: amountCents, currency: wrong.currency.toLowerCase() };
  const id = deps.sessions.all()[0]?.id ?? '';
  const payment = { provider: 'mock', id, amountCents, currency: wrong.currency } as const;
  const told = async (): Promise<CheckoutStatus> => ({ status: 'paid', payment, checkoutId: id });
  Object.assign(deps, { payments: paymentsBut(deps, { status: told, expire: told }) });
  await ways[way]?.(deps, jobId, { ...event, data: { object } });
  await reconcileFor(deps, 3);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(deps.orders.all()).toEqual([]);
});

test('a repeated event sends the message again: the one before may be lost', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const jobId = await placed(deps);
  const event = await payingEvent(deps, jobId);
  const answers = Promise.all([1, 2, 3].map((copy) => received(deps, { ...event, id: `evt_${copy}` })));
  await deps.clock.wind(6_000);
  await answers;
  expect(deps.sent).toEqual([jobId, jobId, jobId]);
});
