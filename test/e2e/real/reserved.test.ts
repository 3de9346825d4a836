/** Real mode over HTTP with CAPTURE=at_hand_over, against Stripe's double: reserved at the payment, taken at the printer, or let go. */
import { runningReal } from '../../support/e2e/real.ts';

const service = runningReal({ CAPTURE: 'at_hand_over' });

test('a letter is reserved at its payment, and charged once when PostGrid prints it', async () => {
  const { stripe, postgrid } = service;
  const job = await service.order();
  expect(stripe.sessions.get(service.sessionOf(job))).toMatchObject({ captureMethod: 'manual' });
  expect((await service.get(job.pay_url)).text).toContain('They are charged when the order is printed');
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { status: 'fulfilled', capture: 'reserved', cancellable: true });
  expect([stripe.captures(), stripe.reserved()]).toEqual([0, 1]);
  postgrid.proceed('printing');
  await service.jobUntil(job.job_id, { capture: 'taken', refund: 'not_applicable' });
  expect([stripe.captures(), stripe.reserved()]).toEqual([1, 0]);
});

test('a letter that is cancelled in time is neither charged nor refunded', async () => {
  const { stripe } = service;
  const captures = stripe.captures();
  const job = await service.order();
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { status: 'fulfilled', capture: 'reserved' });
  const { body } = await service.post(`/jobs/${job.job_id}/cancel`, {});
  expect(body).toMatchObject({ cancelled: true, refund: 'issued', refund_kind: 'released' });
  await service.jobUntil(job.job_id, { status: 'cancelled', capture: 'released' });
  expect([stripe.captures() - captures, stripe.reserved(), stripe.refunds.size]).toEqual([0, 0, 0]);
});
