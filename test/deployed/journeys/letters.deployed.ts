/** Letters through the deployed service, from the quote to the receipt. */
import { compactVerify, createRemoteJWKSet } from 'jose';
import { ada, eventFor, type Json, letterOf, until } from '../../support/e2e/client.ts';
import { paid, receiptOf } from '../../support/e2e/desk.ts';
import { letterPrice } from '../../support/prices.ts';
import { origin, service } from './deployed.ts';

const mailed = { to: { addressLine1: '1 TEST MAILED ST' } };
const fulfilled = { status: 'fulfilled' };

test.concurrent('a letter whose status nobody reads is mailed all the same: the queue wakes up for it', async () => {
  const job = await paid(service, service.order());
  const receipt = await until(
    () => receiptOf(service, job),
    ({ status }: Json) => status === 'mailed',
    180_000,
  );
  const { paid_at, with_partner_at, mailed_at } = receipt.times;
  expect([paid_at, with_partner_at, mailed_at]).toEqual([paid_at, with_partner_at, mailed_at].toSorted());
}, 200_000);

test('its receipt is signed with the key that the service shows', async () => {
  const job = await paid(service, service.order(mailed));
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
  const { signature, job_id: _, ...receipt } = await receiptOf(service, job);
  const keys = createRemoteJWKSet(new URL(`${origin}/v1/.well-known/jwks.json`));
  const { payload } = await compactVerify(signature, keys);
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(receipt);
  expect(receipt).toMatchObject({ status: 'mailed', total: letterPrice().total });
});

test('HTML is printed by the browser in its own function, and shown before it is paid', async () => {
  const job = await service.order({
    ...mailed,
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

/** The response to a payment event. A new account lets only some events wait for their order, so this pays orders until one does. */
async function waitedFor(to: object, status: number): Promise<Json> {
  const { body } = await until(
    async () => {
      const { quote_id, content_hash } = await service.quote();
      const { body: job } = await service.post('/jobs', letterOf(quote_id, to, { content_hash }));
      const answer = await service.post('/webhooks/stripe', eventFor(job));
      expect([200, status]).toContain(answer.status);
      return answer;
    },
    (answer) => answer.status === status && (status !== 200 || answer.body.letter_id !== null),
    90_000,
  );
  return body;
}

test("the payment provider's event pays a letter that was ordered by the hash of its quote, and names it", async () => {
  const { job_id, letter_id } = await waitedFor({}, 200);
  expect(await service.job(job_id)).toMatchObject({ ...fulfilled, letter_id, payment_status: 'paid' });
}, 100_000);

test("a partner's refusal is 502 to the payment provider, and refunded", async () => {
  const { job_id } = await waitedFor({ addressLine1: '1 TEST REJECT ST' }, 502);
  expect(await service.jobUntil(job_id, { refund: 'issued' })).toMatchObject({ status: 'failed' });
}, 100_000);

test('cancelled before payment it costs nothing, and after payment the money goes back', async () => {
  const unpaid = await service.order();
  expect((await service.cancel(unpaid.job_id)).body).toMatchObject({ cancelled: true, refund: 'not_applicable' });
  const { job_id } = await paid(service, service.order());
  const { timeline } = await service.jobUntil(job_id, fulfilled);
  expect((await service.get(`/jobs/${job_id}/events`)).body).toEqual({ job_id, timeline, notifications: [] });
  expect((await service.cancel(job_id)).body).toEqual({ job_id, cancelled: true, refund: 'issued' });
  expect(await service.job(job_id)).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test('an address is checked by itself and with its letter, and the letter keeps the one that was sent', async () => {
  const address = { ...ada, addressLine1: '1 TEST CORRECTED ST' };
  const told = { status: 'corrected', what: ['addressLine1'], suggestion: { addressLine1: '1 TEST VERIFIED ST' } };
  expect((await service.post('/addresses/verify', { address })).body).toMatchObject(told);
  const job = await service.order({ to: { addressLine1: address.addressLine1 } });
  expect(job).toMatchObject({
    address_check: told,
    warnings: [expect.stringContaining('compare it with the suggestion')],
  });
  expect((await receiptOf(service, job)).to).toMatchObject({ addressLine1: address.addressLine1 });
});
