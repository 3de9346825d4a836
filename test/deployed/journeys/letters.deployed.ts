/** Letters through the deployed service, from the quote to the receipt. */
import { compactVerify, createRemoteJWKSet } from 'jose';
import { ada, eventFor, type Json, letterOf, until } from '../../support/e2e/client.ts';
import { paid, receiptOf } from '../../support/e2e/desk.ts';
import { letterPrice } from '../../support/prices.ts';
import { origin, service } from './deployed.ts';

const mailedAtOnce = { to: { addressLine1: '1 TEST MAILED ST' } };
const fulfilled = { status: 'fulfilled' };

test.concurrent('a letter is mailed even if no one reads its status, because the queue continues it', async () => {
  const job = await paid(service, service.order());
  const receipt = await until(
    () => receiptOf(service, job),
    ({ status }: Json) => status === 'mailed',
    180_000,
  );
  const { paid_at, with_partner_at, mailed_at } = receipt.times;
  expect([paid_at, with_partner_at, mailed_at]).toEqual([paid_at, with_partner_at, mailed_at].toSorted());
}, 200_000);

test('a letter’s receipt is signed with the published key', async () => {
  const job = await paid(service, service.order(mailedAtOnce));
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
  const { signature, job_id: _, ...receipt } = await receiptOf(service, job);
  const keys = createRemoteJWKSet(new URL(`${origin}/v1/.well-known/jwks.json`));
  const { payload } = await compactVerify(signature, keys);
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(receipt);
  expect(receipt).toMatchObject({ status: 'mailed', total: letterPrice().total });
});

test('HTML is printed by the renderer and shown before payment, and its document can be deleted', async () => {
  const job = await service.order({
    ...mailedAtOnce,
    quote: { html: '<h1>Dear Ada</h1><p style="break-before:page">2</p>' },
  });
  expect(job).toMatchObject({ pages: 2 });
  expect((await service.get(job.pay_url)).text).toContain('name="step" value="pay"');
  const picture = await service.get(`${job.pay_url}/pages/2`);
  expect({ status: picture.status, type: picture.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'image/png',
  });
  await service.pay(job.checkout_url);
  const { letter_id } = await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
  expect((await service.get(`/letters/${letter_id}`)).body).toMatchObject({ id: letter_id, object: 'letter' });
  expect((await service.remove(`/jobs/${job.job_id}/document`)).status).toBe(204);
  expect((await service.get(`${job.pay_url}/pages/2`)).status).toBe(404);
});

/**
 * The response to a payment event that waited for its order. In a new AWS account only some events may wait, so this pays
 * orders until one does.
 */
async function payUntilOneWaits(to: object, status: number): Promise<Json> {
  const { body } = await until(
    async () => {
      const { quote_id, content_hash } = await service.quote();
      const { body: job } = await service.post('/jobs', letterOf(quote_id, to, { content_hash }));
      const response = await service.post('/webhooks/stripe', eventFor(job));
      expect([200, status]).toContain(response.status);
      return response;
    },
    (response) => response.status === status && (status !== 200 || response.body.letter_id !== null),
    90_000,
  );
  return body;
}

test('a payment event pays a letter that was ordered by its content hash, and returns the letter’s id', async () => {
  const { job_id, letter_id } = await payUntilOneWaits({}, 200);
  expect(await service.job(job_id)).toMatchObject({ ...fulfilled, letter_id, payment_status: 'paid' });
}, 100_000);

test('an order that the partner refuses is 502 to the payment provider, and refunded', async () => {
  const { job_id } = await payUntilOneWaits({ addressLine1: '1 TEST REJECT ST' }, 502);
  expect(await service.jobUntil(job_id, { refund: 'issued' })).toMatchObject({ status: 'failed' });
}, 100_000);

test('a letter that is canceled before payment costs nothing, and after payment it is refunded', async () => {
  const unpaid = await service.order();
  expect((await service.cancel(unpaid.job_id)).body).toMatchObject({ cancelled: true, refund: 'not_applicable' });
  const { job_id } = await paid(service, service.order());
  const { timeline } = await service.jobUntil(job_id, fulfilled);
  expect((await service.get(`/jobs/${job_id}/events`)).body).toEqual({ job_id, timeline, notifications: [] });
  expect((await service.cancel(job_id)).body).toEqual({ job_id, cancelled: true, refund: 'issued' });
  expect(await service.job(job_id)).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test('an address is checked on its own and with its letter, which keeps the address as it was sent', async () => {
  const address = { ...ada, addressLine1: '1 TEST CORRECTED ST' };
  const verdict = { status: 'corrected', what: ['addressLine1'], suggestion: { addressLine1: '1 TEST VERIFIED ST' } };
  expect((await service.post('/addresses/verify', { address })).body).toMatchObject(verdict);
  const job = await service.order({ to: { addressLine1: address.addressLine1 } });
  expect(job).toMatchObject({
    address_check: verdict,
    warnings: [expect.stringContaining('compare it with the suggestion')],
  });
  expect((await receiptOf(service, job)).to).toMatchObject({ addressLine1: address.addressLine1 });
});
