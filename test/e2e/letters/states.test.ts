/** States and views over HTTP: docs/contract.md, "Job status" and "Letter records"; docs/configuration.md, "Test triggers". */

import { unknownId, until } from '../../support/e2e/client.ts';
import { inSampledModes, startIn } from '../../support/e2e/modes.ts';
import type { Service } from '../../support/e2e/service.ts';
import { letterPrice } from '../../support/prices.ts';
import { sample } from '../../support/proofs.ts';

const modes = inSampledModes({ WEBHOOK_WAIT_MS: '1500' });
const [[, mock]] = modes;

/** Ordered and paid; the job as it was created. */
async function paidAt(at: Service, addressLine1?: string, quote: object = {}) {
  const created = await at.order({ ...(addressLine1 ? { to: { addressLine1 } } : {}), quote });
  expect((await at.pay(created.checkout_url)).status).toBe(200);
  return created;
}

describe.each(modes)('the job view, in %s mode', (_mode, service) => {
  const paid = (addressLine1?: string, quote: object = {}) => paidAt(service, addressLine1, quote);

  test.each([
    ['no body', undefined, {}],
    ['an empty object', {}, {}],
    ['no JSON at all', 'not json', { 'content-type': 'text/plain' }],
  ])('a cancellation that sends %s is one', async (_, sent, headers) => {
    const { job_id } = await service.order();
    const { body } = await service.post(`/jobs/${job_id}/cancel`, sent, headers);
    expect(body).toEqual({ job_id, cancelled: true, refund: 'not_applicable' });
  });

  test('registered mail that has not left is untracked', async () => {
    const { job_id } = await paid(undefined, { registered: true });
    expect(await service.jobUntil(job_id, { status: 'fulfilled' })).toMatchObject({ delivery_status: 'untracked' });
  });

  test.each([
    '/jobs/job_00000000000000000000000000',
    '/jobs/none',
    '/jobs/%00',
    '/jobs/__proto__',
    '/jobs/job_%E2%82%AC',
  ])('%s is 404', async (path) => {
    expect(await service.get(path)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await service.get(path)).text).toBe(unknownId(service));
    expect(await service.post(`${path}/cancel`)).toMatchObject({
      status: 404,
      text: unknownId(service),
    });
    expect(await service.get(`${path}/receipt`)).toMatchObject({
      status: 404,
      text: unknownId(service),
    });
  });
});

test('registered mail that has left awaits tracking, which test mode never issues', async () => {
  const { job_id } = await paidAt(mock, '1 TEST MAILED ST', { registered: true });
  const view = await mock.jobUntil(job_id, { fulfillment_status: 'mailed' });
  expect(view).toMatchObject({ delivery_status: 'awaiting_tracking', ...letterPrice({ registered: true }) });
  expect(view).not.toHaveProperty('tracking_number');
});

describe.each(modes)('test triggers, by the first address line, in %s mode', (_mode, service) => {
  const paid = (addressLine1: string) => paidAt(service, addressLine1);

  test.concurrent.each(sample(['1 TEST OUTAGE ST', '  1 test Outage St '], 2))(
    'are read in any case: %s',
    async (street) => {
      const { job_id } = await paid(street);
      const { letter_id } = await service.jobUntil(job_id, { status: 'fulfilled' });
      expect(await service.mailed(job_id)).toMatchObject([{ id: letter_id, kind: 'letter' }]);
    },
  );

  test('PRINTING: in production at once', async () => {
    const { job_id } = await paid('1 TEST PRINTING ST');
    const { letter_id } = await service.jobUntil(job_id, { fulfillment_status: 'in_production' });
    expect((await service.get(`/letters/${letter_id}`)).body.status).toBe('printing');
  });

  test('MAILED: processed for delivery at once', async () => {
    const { job_id } = await paid('1 TEST MAILED ST');
    const { letter_id } = await service.jobUntil(job_id, { fulfillment_status: 'mailed' });
    expect((await service.get(`/letters/${letter_id}`)).body.status).toBe('processed_for_delivery');
  });
});

describe.each(modes)('the letter record, in %s mode', (mode, service) => {
  test.concurrent("is the print partner's own, at the end of the line", async () => {
    const quick = await startIn(mode, { SIMULATED_READY_SECONDS: '0.4' });
    try {
      const { job_id, checkout_url } = await quick.order();
      await quick.pay(checkout_url);
      const { letter_id } = await quick.jobUntil(job_id, { status: 'fulfilled' });
      await until(
        () => quick.mailed(job_id),
        ([item]) => item.status === 'completed',
      );
      const record = () => quick.get(`/letters/${letter_id}`);
      const first = await record();
      expect(first.text).not.toContain(job_id);
      expect(first).toMatchObject({
        status: 200,
        body: {
          id: letter_id,
          status: 'completed',
          object: 'letter',
          live: false,
          size: 'us_letter',
          doubleSided: false,
        },
      });
      expect((await record()).text).toBe(first.text);
      // The job view reads the partner at most every 30 seconds, but a cancellation asks and learns.
      expect(await quick.cancel(job_id)).toMatchObject({ status: 409, body: { reason: 'already_in_production' } });
      expect(await quick.job(job_id)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
    } finally {
      await quick.stop();
    }
  });

  test.each(['letter_00000000000000000000000000', 'letter', '..%2f..', '%F0%9F%92%A9', 'cs_test_x'])(
    '%s is 404',
    async (id) => {
      expect(await service.get(`/letters/${id}`)).toMatchObject({
        status: 404,
        text: unknownId(service),
      });
    },
  );

  test('the ids of jobs, pay pages and checkouts are not ids of letters', async () => {
    const { job_id, pay_url, checkout_url } = await paidAt(service);
    for (const id of [job_id, pay_url.split('/').at(-1), checkout_url.split('/').at(-1)])
      expect((await service.get(`/letters/${id}`)).status).toBe(404);
  });
});
