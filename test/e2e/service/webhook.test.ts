/** The payment provider's events over HTTP: docs/contract.md, "Payment events". The rules stand in the inner rings. */

import { orderNumberOf } from '../../../shared/core/ids.ts';
import { eventFor, type Json } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { letterPrice } from '../../support/prices.ts';

const service = running(() => startService({ ...textOnly, WEBHOOK_WAIT_MS: '10000' }));

/** The same event with another session in it, or of another type. */
const changed = (event: Json, session: object, type: string = event.type): Json => ({
  ...event,
  id: `${event.id}_changed`,
  type,
  data: { object: { ...event.data.object, ...session } },
});

test('delivered again and again, as bytes of any content type, it mails one letter and names it each time', async () => {
  const job = await service.order();
  const event = service.paidEvent(job);
  const answers = [
    await service.tell(event),
    await service.tell({ ...event, id: 'evt_again' }),
    await service.tell(Buffer.from(JSON.stringify(event)), { 'content-type': 'text/plain' }),
    await service.tell(event, { 'stripe-signature': 't=1,v1=00' }),
  ];
  const [letter] = await service.mailed(job.job_id);
  const body = { ok: true, job_id: job.job_id, letter_id: letter.id, ignored: null };
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(4).fill({ status: 200, body }));
  expect(await service.job(job.job_id)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
});

test('an event of another kind, and one of no job of ours, are 200 and ignored, with the reason', async () => {
  const job = await service.order();
  const ignored = { ok: true, letter_id: null, ignored: expect.any(String) };
  for (const event of [eventFor(job, {}, 'customer.created'), eventFor({ ...job, job_id: '__proto__' })])
    expect(await service.tell(event)).toMatchObject({ status: 200, body: ignored });
  expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
});

test('a session that expires cancels its job, and a payment after that is 409 and refunded', async () => {
  const job = await service.order();
  const event = service.paidEvent(job);
  const ended = changed(event, { payment_status: 'unpaid' }, 'checkout.session.expired');
  expect((await service.tell(ended)).status).toBe(200);
  expect(await service.job(job.job_id)).toMatchObject({ status: 'cancelled', refund: 'not_applicable' });
  expect(await service.tell(event)).toMatchObject({ status: 409, body: { ok: false, letter_id: null } });
  await service.jobUntil(job.job_id, { status: 'cancelled', refund: 'issued' });
});

test('a price that nobody approved is 409: nothing is sent, the money goes back, and an alarm rings', async () => {
  const job = await service.order();
  const answer = await service.tell(changed(service.paidEvent(job), { amount_total: job.total_cents + 1 }));
  expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining(letterPrice().total) } });
  await service.jobUntil(job.job_id, { status: 'failed', payment_status: 'failed', refund: 'issued' });
  expect(await service.mailed(job.job_id)).toEqual([]);
  expect(service.log()).toMatch(new RegExp(`"message":"mispaid".*${orderNumberOf(job.job_id)}`));
});

test('a partner’s refusal is 502 at first and 409 in every repeat', async () => {
  const job = await service.order({ to: { addressLine1: '1 TEST REJECT ST' } });
  const event = service.paidEvent(job);
  const first = await service.tell(event);
  expect(first).toMatchObject({ status: 502, body: { ok: false, job_id: job.job_id, letter_id: null } });
  expect((await service.tell({ ...event, id: 'evt_other' })).status).toBe(409);
  expect((await service.jobUntil(job.job_id, { status: 'failed', refund: 'issued' })).error).toBe(first.body.error);
});

test.each([
  ['no JSON', '{"id":'],
  ['no session', { id: 'evt_1', type: 'checkout.session.completed', data: { object: null } }],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
])('%s is 400 and says what is wrong', async (_, event) => {
  const answer = await service.tell(event, { 'content-type': 'application/json' });
  expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
});
