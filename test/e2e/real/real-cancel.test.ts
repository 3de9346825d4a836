/** Cancelling in real mode, as Stripe and the partners see it; the answers to callers are in cancel.test.ts. */

import { ada, eventFor } from '../../support/e2e/client.ts';
import { orderCheck, orderFax, paid, registered } from '../../support/e2e/desk.ts';
import { runningReal } from '../../support/e2e/real.ts';
import { checkPrice, faxPrice, letterPrice } from '../../support/prices.ts';
import { longTest } from '../../support/proofs.ts';

const service = runningReal({ WEBHOOK_WAIT_MS: '1500' });

const refundsOf = (jobId: string) =>
  [...service.stripe.refunds.values()].filter(({ metadata }) => metadata.job_id === jobId);
const sessionOf = (job: { checkout_url: string }) => service.stripe.sessions.get(service.sessionOf(job));

test('before payment the session is expired at Stripe, and nothing was taken', async () => {
  const job = await service.order();
  const captures = service.stripe.captures();
  const answers = [await service.cancel(job.job_id), await service.cancel(job.job_id)];
  expect(answers).toMatchObject(Array(2).fill({ status: 200, body: { cancelled: true, refund: 'not_applicable' } }));
  expect(sessionOf(job)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  await service.pay(job.checkout_url);
  expect(service.stripe.captures()).toBe(captures);
  expect(await service.job(job.job_id)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
});

test('paid a moment before, without its event: the payment counts, the order is stopped and refunded', async () => {
  const job = await service.order();
  service.paidEvent(job);
  expect(await service.cancel(job.job_id)).toMatchObject({ status: 200, body: { cancelled: true, refund: 'issued' } });
  expect(refundsOf(job.job_id)).toMatchObject([{ amount: letterPrice().total_cents }]);
  expect((await service.mailed(job.job_id)).filter(({ status }) => status !== 'cancelled')).toEqual([]);
});

test('after payment while ready the letter is cancelled at PostGrid and refunded once', async () => {
  const job = await paid(service, service.order());
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  const answers = await Promise.all(Array.from({ length: 5 }, () => service.cancel(job.job_id)));
  expect(answers).toMatchObject(Array(5).fill({ status: 200, body: { cancelled: true } }));
  await service.jobUntil(job.job_id, { status: 'cancelled', refund: 'issued' });
  expect(await service.mailed(job.job_id)).toMatchObject([{ status: 'cancelled' }]);
  expect(refundsOf(job.job_id)).toMatchObject([{ amount: letterPrice().total_cents, status: 'succeeded' }]);
});

test('a check likewise', async () => {
  const job = await paid(service, orderCheck(service, await registered(service)));
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  expect(await service.cancel(job.job_id)).toMatchObject({ status: 200, body: { cancelled: true, refund: 'issued' } });
  expect(await service.mailed(job.job_id)).toMatchObject([{ kind: 'check', status: 'cancelled' }]);
  expect(refundsOf(job.job_id)).toMatchObject([{ amount: checkPrice().total_cents }]);
});

test('once PostGrid prints, which only PostGrid knows yet, it is 409 and nothing is refunded', async () => {
  const job = await paid(service, service.order());
  const { letter_id } = await service.jobUntil(job.job_id, { status: 'fulfilled' });
  // The news of it does not get through.
  const hooks = [...service.postgrid.webhooks.hooks.values()];
  for (const hook of hooks) hook.enabled = false;
  service.postgrid.proceed('printing');
  for (const hook of hooks) hook.enabled = true;
  expect(await service.cancel(job.job_id)).toMatchObject({ status: 409, body: { reason: 'already_in_production' } });
  expect(await service.mailed(job.job_id)).toMatchObject([{ id: letter_id, status: 'printing' }]);
  expect(refundsOf(job.job_id)).toEqual([]);
});

test('a fax that Telnyx has queued is cancelled there and refunded', async () => {
  const job = await paid(service, orderFax(service));
  const { status, body } = await service.cancel(job.job_id);
  if (status === 409) throw new Error(`the machine was too slow: ${JSON.stringify(body)}`);
  expect(body).toMatchObject({ cancelled: true, refund: 'issued' });
  for (const item of await service.mailed(job.job_id)) expect(item.status).toBe('failed');
  expect(refundsOf(job.job_id)).toMatchObject([{ amount: faxPrice().total_cents }]);
});

test('Stripe refuses the refund while no partner has the order: 409 refund_failed, and the order goes on', async () => {
  const job = await paid(service, service.order({ to: { ...ada, addressLine1: '1 TEST DOWN ST' } }));
  service.stripe.refundsAs('failed');
  // While the partner's lists may hide an order behind its 503, nothing is refunded. Each call waits for that.
  let answer = await service.cancel(job.job_id);
  for (let tries = 0; tries < 5 && answer.body.reason === 'already_in_production'; tries += 1)
    answer = await service.cancel(job.job_id);
  expect(answer).toMatchObject({ status: 409, body: { reason: 'refund_failed' } });
  expect(await service.job(job.job_id)).toMatchObject({ status: 'paid', refund: 'not_applicable' });
});

// In test mode `test/e2e/service/webhook` has the same.
longTest('fifty events and fifty cancellations at once end as one or the other, never as both', async () => {
  const job = await service.order();
  const event = service.paidEvent(job);
  const both = Array.from({ length: 50 }, (_, at) => [
    service.tell({ ...event, id: `evt_test_race_${at}` }),
    service.cancel(job.job_id),
  ]);
  const answers = await Promise.all(both.flat());
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const { status, refund } = await service.job(job.job_id);
  const living = (await service.mailed(job.job_id)).filter((item) => item.status !== 'cancelled');
  expect({ living: living.length, refund, refunds: refundsOf(job.job_id).length }).toEqual(
    status === 'fulfilled'
      ? { living: 1, refund: 'not_applicable', refunds: 0 }
      : { living: 0, refund: 'issued', refunds: 1 },
  );
});

test('the mock checkout is not there in real mode, and unsigned events pay for nothing', async () => {
  const job = await service.order();
  expect((await service.get('/checkout/cs_test_x')).status).toBe(404);
  expect((await service.post('/webhooks/stripe', eventFor(job))).status).toBe(401);
});
