/** Cancelling over HTTP: docs/contract.md, "Cancelling". */

import { inBothModes } from '../../support/e2e/modes.ts';

const modes = inBothModes({ WEBHOOK_WAIT_MS: '1500' });

describe.each(modes)('cancelling, in %s mode', (_mode, service) => {
  /** Ordered and paid; the job as it was created. */
  async function paid(addressLine1?: string) {
    const created = await service.order(addressLine1 ? { to: { addressLine1 } } : {});
    expect((await service.pay(created.checkout_url)).status).toBe(200);
    return created;
  }

  const body = (job_id: string, refund: string) => ({ job_id, cancelled: true, refund });

  test('before payment nothing was charged, and the checkout link expires', async () => {
    const { job_id, checkout_url } = await service.order();
    const { status, body: said } = await service.cancel(job_id);
    expect({ status, said }).toEqual({ status: 200, said: body(job_id, 'not_applicable') });
    expect((await service.get(checkout_url)).text).toMatch(/expired/i);
    const late = await service.pay(checkout_url);
    expect(late.text).not.toContain('The test payment went through');
    expect(await service.job(job_id)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(await service.mailed(job_id)).toEqual([]);
  });

  test('after payment but before production the partner stops and the payment is refunded', async () => {
    const { job_id } = await paid();
    await service.jobUntil(job_id, { status: 'fulfilled' });
    expect(await service.cancel(job_id)).toMatchObject({ status: 200, body: body(job_id, 'issued') });
    expect(await service.job(job_id)).toMatchObject({
      status: 'cancelled',
      fulfillment_status: 'cancelled',
      refund: 'issued',
    });
    expect(await service.mailed(job_id)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('repeated, it is 200 and cancelled again', async () => {
    const { job_id } = await service.order();
    const answers = [await service.cancel(job_id), await service.cancel(job_id), await service.cancel(job_id)];
    expect(answers).toMatchObject(Array(3).fill({ status: 200, body: body(job_id, 'not_applicable') }));
    const fulfilled = await paid();
    const refunds = [await service.cancel(fulfilled.job_id), await service.cancel(fulfilled.job_id)];
    expect(refunds).toMatchObject(Array(2).fill({ status: 200, body: body(fulfilled.job_id, 'issued') }));
  });

  test.each(['1 TEST PRINTING ST', '1 TEST MAILED ST'])(
    'once in production (%s) it is 409 and changes nothing',
    async (street) => {
      const { job_id } = await paid(street);
      const before = await service.jobUntil(job_id, { status: 'fulfilled' });
      expect(await service.cancel(job_id)).toMatchObject({
        status: 409,
        body: { job_id, cancelled: false, reason: 'already_in_production' },
      });
      expect(await service.job(job_id)).toEqual(before);
    },
  );

  test('a failed job is 409 job_failed', async () => {
    const { job_id } = await paid('1 TEST REJECT ST');
    await service.jobUntil(job_id, { status: 'failed' });
    expect(await service.cancel(job_id)).toMatchObject({
      status: 409,
      body: { job_id, cancelled: false, reason: 'job_failed' },
    });
  });

  test.each([
    ['no body', undefined, {}],
    ['an empty object', {}, {}],
    ['no JSON at all', 'not json', { 'content-type': 'text/plain' }],
  ])('with %s it is the same', async (_, sent, headers) => {
    const { job_id } = await service.order();
    expect((await service.post(`/jobs/${job_id}/cancel`, sent, headers)).body).toEqual(body(job_id, 'not_applicable'));
  });
});
