/** The life of every product: docs/contract.md, "Job status" and "Cancelling"; docs/configuration.md, "Test triggers". */
import { orderPrefixOf } from '../../../shared/core/ids.ts';
import { catalogue, stepsWith } from '../../support/e2e/catalogue.ts';
import { until } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { textOnly } from '../../support/e2e/service.ts';
import { longConcurrentTest, sample } from '../../support/proofs.ts';

const cancelled = (job_id: string, refund: string) => ({ status: 200, body: { job_id, cancelled: true, refund } });
const kept = (job_id: string, reason: string) => ({ status: 409, body: { job_id, cancelled: false, reason } });

describe.each(inSampledModes({ ...textOnly, WEBHOOK_WAIT_MS: '5000' }))('in %s mode', (_mode, service) => {
  describe.each(catalogue)('a $product', (orderable) => {
    const { product, orderId, furthest } = orderable;
    const { order, paid } = stepsWith(service, orderable);

    test('is cancelled before payment without a charge, and its payment page expires', async () => {
      const { job_id, checkout_url } = await order();
      for (let time = 1; time <= 2; time += 1)
        expect(await service.cancel(job_id)).toMatchObject(cancelled(job_id, 'not_applicable'));
      expect((await service.get(checkout_url)).text).toMatch(/expired/i);
      expect((await service.pay(checkout_url)).text).not.toContain('The test payment went through');
      expect(await service.job(job_id)).toMatchObject({
        ...{ status: 'cancelled', payment_status: 'pending', [orderId]: null },
      });
      expect(await service.mailed(job_id)).toEqual([]);
    });

    test.each(orderable.tooLate)(
      'can no longer be cancelled when the partner is too far on (%s), and stays as it is',
      async (mood) => {
        const { job_id } = await paid(mood);
        const before = await service.jobUntil(job_id, furthest);
        expect(await service.cancel(job_id)).toMatchObject(kept(job_id, 'already_in_production'));
        expect(await service.job(job_id)).toEqual(before);
      },
    );

    test.concurrent('fails with details when the partner refuses it: 502, refunded, nothing sent', async () => {
      const { job_id, ...job } = await order('reject');
      expect(await service.tell(service.paidEvent({ job_id, ...job }))).toMatchObject({
        status: 502,
        body: { ok: false, job_id, letter_id: null, error: expect.any(String) },
      });
      expect(await service.jobUntil(job_id, { status: 'failed', refund: 'issued' })).toMatchObject({
        ...{ payment_status: 'paid', fulfillment_status: 'failed', [orderId]: null },
        error: expect.stringMatching(/partner/i),
      });
      expect(await service.mailed(job_id)).toEqual([]);
      expect(await service.cancel(job_id)).toMatchObject(kept(job_id, 'job_failed'));
    });

    test.concurrent.each(sample(['outage', 'lost_reply'] as const, 2))(
      'is ordered exactly once after %s',
      async (mood) => {
        const { job_id } = await paid(mood);
        const view = await service.jobUntil(job_id, furthest);
        expect(await service.mailed(job_id)).toMatchObject([{ id: view[orderId], kind: product }]);
      },
    );

    const testOfLetters = product === 'letter' ? test.concurrent : longConcurrentTest;
    testOfLetters('is paid and queued while the partner is down, and can still be cancelled', async () => {
      const { job_id } = await paid('down');
      expect(await service.job(job_id)).toMatchObject({
        ...{ status: 'paid', payment_status: 'paid', fulfillment_status: 'queued', delivery_status: 'untracked' },
        ...{ [orderId]: null, error: null, refund: 'not_applicable' },
      });
      // A real partner is looked at first: it may have made the order behind its 503. Until then, and while the next
      // try is under way, the answer is "cancel again".
      const answer = await until(
        () => service.cancel(job_id),
        ({ status }) => status === 200,
        45_000,
      );
      expect(answer).toMatchObject(cancelled(job_id, 'issued'));
      expect(await service.job(job_id)).toMatchObject({
        ...{ status: 'cancelled', fulfillment_status: 'cancelled', refund: 'issued', [orderId]: null },
      });
      expect(await service.mailed(job_id)).toEqual([]);
    });

    test('is sent once, however often the payment’s event comes, and the answer names the order', async () => {
      const job = await order();
      const event = service.paidEvent(job);
      const answers = [await service.tell(event), await service.tell(event)];
      const view = await service.jobUntil(job.job_id, furthest);
      const body = { ok: true, job_id: job.job_id, letter_id: null, [orderId]: view[orderId], ignored: null };
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(2).fill({ status: 200, body }));
      expect(await service.mailed(job.job_id)).toHaveLength(1);
    });
  });

  describe.each(catalogue.filter(({ product }) => product !== 'fax'))('a printed $product', (orderable) => {
    const { product, orderId, furthest } = orderable;
    const { paid } = stepsWith(service, orderable);

    test('is in production after payment, under the partner’s id', async () => {
      const { job_id } = await paid();
      const view = await service.jobUntil(job_id, furthest);
      expect(view).toMatchObject({
        ...{ payment_status: 'paid', fulfillment_status: 'in_production', delivery_status: 'untracked', error: null },
        [orderId]: expect.stringMatching(`^${orderPrefixOf(product)}_`),
      });
    });

    test('is mailed once it has left, and stays untracked', async () => {
      const { job_id } = await paid('mailed');
      const view = await service.jobUntil(job_id, { fulfillment_status: 'mailed' });
      expect(view).toMatchObject({ status: 'fulfilled', delivery_status: 'untracked' });
      for (const field of ['tracking_number', 'tracking_url', 'tracking_carrier'])
        expect(view).not.toHaveProperty(field);
    });

    test('is stopped and refunded when it is cancelled before production, and a second cancellation says the same', async () => {
      const { job_id } = await paid();
      await service.jobUntil(job_id, furthest);
      for (let time = 1; time <= 2; time += 1)
        expect(await service.cancel(job_id)).toMatchObject(cancelled(job_id, 'issued'));
      expect(await service.job(job_id)).toMatchObject({
        ...{ status: 'cancelled', fulfillment_status: 'cancelled', refund: 'issued' },
      });
      expect(await service.mailed(job_id)).toMatchObject([{ kind: product, status: 'cancelled' }]);
    });
  });
});
