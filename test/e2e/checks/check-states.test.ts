/** What becomes of a check: docs/contract.md, "Job status" and "Cancelling". */

import { ada } from '../../support/e2e/client.ts';
import { orderCheck, paid, registered } from '../../support/e2e/desk.ts';
import { inBothModes } from '../../support/e2e/modes.ts';
import type { Service } from '../../support/e2e/service.ts';
import { checkPrice } from '../../support/prices.ts';

const modes = inBothModes({ WEBHOOK_WAIT_MS: '1500' });
const accounts = new Map<Service, string>();
beforeAll(async () => {
  for (const [, each] of modes) accounts.set(each, await registered(each));
});

const at = (addressLine1: string) => ({ to: { ...ada, addressLine1 } });
const stepsOf = (desk: Service) => {
  const order = (changes: object = {}) => orderCheck(desk, accounts.get(desk) ?? '', changes);
  return {
    order,
    paidAt: (addressLine1: string) => paid(desk, order(at(addressLine1))),
    fulfilled: (jobId: string) => desk.jobUntil(jobId, { status: 'fulfilled' }),
  };
};

describe.each(modes)('the job view of a check carries check_id instead of letter_id, in %s mode', (mode, service) => {
  const { order, paidAt, fulfilled } = stepsOf(service);

  test('before payment: null', async () => {
    const created = await order();
    const { body } = await service.get(`/jobs/${created.job_id}`);
    expect(body).toEqual({
      service: 'check',
      job_id: created.job_id,
      status: 'awaiting_payment',
      payment_status: 'pending',
      fulfillment_status: 'not_started',
      delivery_status: 'untracked',
      check_amount_cents: 12_550,
      check_amount: '$125.50',
      check_currency: 'USD',
      check_id: null,
      ...checkPrice(),
      refund: 'not_applicable',
      error: null,
      created_at: created.created_at,
      expires_at: created.expires_at,
      checkout_url: created.checkout_url,
      payment_mode: mode,
    });
  });

  test("after payment: paid, fulfilled and in production, with the partner's id", async () => {
    const { job_id } = await paid(service, order());
    const view = await fulfilled(job_id);
    expect(view).toMatchObject({ payment_status: 'paid', fulfillment_status: 'in_production', error: null });
    expect(view.check_id).toMatch(/^cheque_/);
    expect(view).not.toHaveProperty('letter_id');
  });

  test('delivery_status is always untracked, also when mailed', async () => {
    const { job_id } = await paidAt('1 TEST MAILED ST');
    const view = await service.jobUntil(job_id, { fulfillment_status: 'mailed' });
    expect(view).toMatchObject({ status: 'fulfilled', delivery_status: 'untracked' });
    for (const field of ['tracking_number', 'tracking_url', 'tracking_carrier']) expect(view).not.toHaveProperty(field);
  });

  test('a check is no letter: GET /letters/{check_id} is 404', async () => {
    const { check_id } = await fulfilled((await paid(service, order())).job_id);
    expect(await service.get(`/letters/${check_id}`)).toMatchObject({ status: 404, text: '{"error":"not_found"}' });
  });
});

describe.each(modes)('the cancel endpoint also works for check jobs, in %s mode', (_mode, service) => {
  const { order, paidAt, fulfilled } = stepsOf(service);

  test('before payment nothing was charged, and the checkout link expires', async () => {
    const { job_id, checkout_url } = await order();
    const body = { job_id, cancelled: true, refund: 'not_applicable' };
    expect(await service.cancel(job_id)).toMatchObject({ status: 200, body });
    expect((await service.get(checkout_url)).text).toMatch(/expired/i);
    expect(await service.job(job_id)).toMatchObject({ status: 'cancelled', payment_status: 'pending', check_id: null });
    expect(await service.cancel(job_id)).toMatchObject({ status: 200, body });
  });

  test('after payment but before production the payment is refunded', async () => {
    const { job_id } = await paid(service, order());
    await fulfilled(job_id);
    const body = { job_id, cancelled: true, refund: 'issued' };
    expect(await service.cancel(job_id)).toMatchObject({ status: 200, body });
    expect(await service.job(job_id)).toMatchObject({ status: 'cancelled', fulfillment_status: 'cancelled' });
    expect(await service.mailed(job_id)).toMatchObject([{ kind: 'check', status: 'cancelled' }]);
  });

  test.each(['1 TEST PRINTING ST', '1 TEST MAILED ST'])('once printed (%s) it is 409', async (street) => {
    const { job_id } = await paidAt(street);
    const before = await fulfilled(job_id);
    const body = { job_id, cancelled: false, reason: 'already_in_production' };
    expect(await service.cancel(job_id)).toMatchObject({ status: 409, body });
    expect(await service.job(job_id)).toEqual(before);
  });
});

describe.each(modes)('test triggers, in %s mode', (_mode, service) => {
  const { order, paidAt, fulfilled } = stepsOf(service);

  test.concurrent('REJECT: 502, failed with details, refunded, nothing mailed', async () => {
    const { job_id, ...job } = await order(at('1 TEST REJECT ST'));
    const answer = await service.tell(service.paidEvent({ job_id, ...job }));
    expect(answer).toMatchObject({
      status: 502,
      body: { ok: false, job_id, letter_id: null, error: expect.any(String) },
    });
    expect(await service.jobUntil(job_id, { status: 'failed', refund: 'issued' })).toMatchObject({
      ...{
        payment_status: 'paid',
        fulfillment_status: 'failed',
        check_id: null,
        error: expect.stringMatching(/partner/i),
      },
    });
    expect(await service.mailed(job_id)).toEqual([]);
    expect(await service.cancel(job_id)).toMatchObject({ status: 409, body: { reason: 'job_failed' } });
  });

  test.concurrent.each(['1 TEST OUTAGE ST', '1 TEST LOST REPLY ST'])(
    '%s ends with exactly one check',
    async (street) => {
      const { job_id } = await paidAt(street);
      const { check_id } = await fulfilled(job_id);
      expect(await service.mailed(job_id)).toMatchObject([{ id: check_id, kind: 'check' }]);
    },
  );

  test.concurrent('DOWN: paid and queued, and can still be cancelled', async () => {
    const { job_id } = await paidAt('1 TEST DOWN ST');
    expect(await service.job(job_id)).toMatchObject({ status: 'paid', fulfillment_status: 'queued', check_id: null });
    expect((await service.cancel(job_id)).body).toEqual({ job_id, cancelled: true, refund: 'issued' });
    expect(await service.mailed(job_id)).toEqual([]);
  });
});

describe.each(modes)('the same webhook serves check jobs, in %s mode', (_mode, service) => {
  const { order } = stepsOf(service);

  test('it answers with check_id, letter_id null; a repeated event prints no second check', async () => {
    const job = await order();
    const event = service.paidEvent(job);
    const answers = [await service.tell(event), await service.tell(event)];
    const { check_id } = await service.job(job.job_id);
    const body = { ok: true, job_id: job.job_id, letter_id: null, check_id, ignored: null };
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(2).fill({ status: 200, body }));
    expect(await service.mailed(job.job_id)).toHaveLength(1);
  });
});
