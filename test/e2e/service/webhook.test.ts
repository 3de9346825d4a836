/** The payment provider's events over HTTP: docs/contract.md, "Payment events". */

import { orderNumberOf } from '../../../shared/core/ids.ts';
import { eventFor, type Json, until } from '../../support/e2e/client.ts';
import { inSampledModes, startIn } from '../../support/e2e/modes.ts';
import { letterPrice } from '../../support/prices.ts';

const modes = inSampledModes();
const [[, mock]] = modes;

/** The same event with another session in it, or of another type. */
const changed = (event: Json, session: object, type: string = event.type): Json => ({
  ...{ ...event, id: `${event.id}_changed`, type },
  data: { object: { ...event.data.object, ...session } },
});

describe.each(modes)('in %s mode', (mode, service) => {
  const send = (event: unknown, headers?: Record<string, string>) => service.tell(event, headers);
  const at = (addressLine1: string) => ({ to: { addressLine1 } });
  const nothingSent = async (job_id: string) => expect(await service.mailed(job_id)).toEqual([]);

  describe('checkout.session.completed', () => {
    test('marks the job paid and fulfils it: 200 with the letter', async () => {
      const job = await service.order();
      const { status, body } = await send(service.paidEvent(job));
      expect(status).toBe(200);
      expect(body).toEqual({
        ok: true,
        job_id: job.job_id,
        letter_id: expect.stringMatching(/^letter_/),
        ignored: null,
      });
      expect(await service.job(job.job_id)).toMatchObject({ status: 'fulfilled', letter_id: body.letter_id });
    });

    test('delivered ten times, with the same and with other event ids, mails one letter and names it each time', async () => {
      const job = await service.order();
      const event = service.paidEvent(job);
      const repeats = Array.from({ length: 5 }, (_, at) => ({ ...event, id: `evt_again_${at}` }));
      const answers = [];
      for (const each of [event, event, event, event, event, ...repeats]) answers.push(await send(each));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await service.mailed(job.job_id)).toMatchObject([{ id: answers[0]?.body.letter_id }]);
      expect(await service.job(job.job_id)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
    });

    test('the job is found by client_reference_id where the metadata names none', async () => {
      const job = await service.order();
      const answer = await send(changed(service.paidEvent(job), { metadata: null }));
      expect(answer).toMatchObject({ status: 200, body: { job_id: job.job_id, ignored: null } });
    });

    test('counts as raw bytes of any content type', async () => {
      const types = [
        'application/octet-stream',
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/json; charset=utf-8',
      ];
      for (const type of types) {
        const job = await service.order();
        const answer = await send(Buffer.from(JSON.stringify(service.paidEvent(job))), { 'content-type': type });
        expect(answer).toMatchObject({ status: 200, body: { job_id: job.job_id, letter_id: expect.any(String) } });
      }
    });
  });

  describe('events that change nothing', () => {
    test.each([
      'payment_intent.succeeded',
      'customer.created',
      'checkout.session',
      'charge.refunded',
      'x'.repeat(5000),
    ])('of another kind are 200 and ignored, with the reason: %.30s', async (type) => {
      const job = await service.order();
      const { status, body } = await send(eventFor(job, {}, type));
      expect({ status, body }).toMatchObject({ status: 200, body: { ok: true, ignored: expect.any(String) } });
      expect(body.ignored.length).toBeLessThan(300);
      expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment' });
    });

    test.each([
      ['no job at all', null],
      ['a job that does not exist', 'job_00000000000000000000000000'],
      ['something that is no job id', 'order-7'],
      ['something hostile', '__proto__'],
    ])('that name %s are 200 and ignored', async (_, job_id) => {
      const job = { job_id, total_cents: letterPrice().total_cents, currency: 'USD' };
      const answer = await send(
        eventFor(job, { client_reference_id: job_id, metadata: job_id === null ? {} : { job_id } }),
      );
      expect(answer).toMatchObject({
        status: 200,
        body: { ok: true, job_id: null, letter_id: null, ignored: expect.any(String) },
      });
    });
  });

  describe('payments that take their time', () => {
    test('unpaid waits for async_payment_succeeded, which fulfils', async () => {
      const job = await service.order();
      const event = service.paidEvent(job);
      const waiting = await send(changed(event, { payment_status: 'unpaid' }));
      expect(waiting).toMatchObject({ status: 200, body: { ok: true, letter_id: null, ignored: expect.any(String) } });
      expect(await service.job(job.job_id)).toMatchObject({ status: 'awaiting_payment', payment_status: 'pending' });
      const done = await send(changed(event, {}, 'checkout.session.async_payment_succeeded'));
      expect(done).toMatchObject({ status: 200, body: { letter_id: expect.any(String) } });
    });

    test('async_payment_failed fails the job, and a payment after that is 409 and refunded', async () => {
      const job = await service.order();
      const event = service.paidEvent(job);
      expect((await send(changed(event, {}, 'checkout.session.async_payment_failed'))).status).toBe(200);
      expect(await service.job(job.job_id)).toMatchObject({
        ...{ status: 'failed', payment_status: 'failed', fulfillment_status: 'not_started', refund: 'not_applicable' },
        error: expect.any(String),
      });
      expect((await send(event)).status).toBe(409);
      await service.jobUntil(job.job_id, { status: 'failed', refund: 'issued' });
      await nothingSent(job.job_id);
    });

    test('expired cancels an unpaid job, and a payment after that is 409 and refunded', async () => {
      const job = await service.order();
      const event = service.paidEvent(job);
      const ended = changed(event, { payment_status: 'unpaid' }, 'checkout.session.expired');
      expect((await send(ended)).status).toBe(200);
      expect(await service.job(job.job_id)).toMatchObject({ status: 'cancelled', refund: 'not_applicable' });
      const late = await send(event);
      expect(late).toMatchObject({ status: 409, body: { ok: false, job_id: job.job_id, letter_id: null } });
      await service.jobUntil(job.job_id, { status: 'cancelled', refund: 'issued' });
      await nothingSent(job.job_id);
    });

    test.each(['expired', 'async_payment_failed'])('%s does not touch a job that is paid', async (end) => {
      const job = await service.order();
      const event = service.paidEvent(job);
      await send(event);
      expect((await send(changed(event, {}, `checkout.session.${end}`))).status).toBe(200);
      expect(await service.job(job.job_id)).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
    });

    test('no_payment_required counts as paid', async () => {
      const job = await service.order();
      expect(await send(changed(service.paidEvent(job), { payment_status: 'no_payment_required' }))).toMatchObject({
        body: { letter_id: expect.any(String) },
      });
    });
  });

  describe('a price the user did not approve is never charged', () => {
    test.each<[string, object]>([
      ['less', { amount_total: letterPrice().total_cents - 1 }],
      ['more', { amount_total: letterPrice().total_cents + 1 }],
      ['nothing', { amount_total: 0 }],
      ['another currency', { currency: 'cad' }],
    ])('%s: 409, nothing fulfilled, refunded, an alarm', async (_, session) => {
      const job = await service.order();
      expect(await send(changed(service.paidEvent(job), session))).toMatchObject({
        status: 409,
        body: { ok: false, job_id: job.job_id, letter_id: null, error: expect.stringContaining(letterPrice().total) },
      });
      await service.jobUntil(job.job_id, { status: 'failed', payment_status: 'failed', refund: 'issued' });
      await nothingSent(job.job_id);
      expect(service.log()).toMatch(new RegExp(`"message":"mispaid".*${orderNumberOf(job.job_id)}`));
    });
  });

  describe('when the partner refuses', () => {
    test('the first delivery is 502, every repeat 409; the job is failed with details and refunded', async () => {
      const job = await service.order(at('1 TEST REJECT ST'));
      const event = service.paidEvent(job);
      const { status, body } = await send(event);
      expect({ status, body }).toMatchObject({
        status: 502,
        body: { ok: false, job_id: job.job_id, letter_id: null, error: expect.any(String) },
      });
      expect((await send(event)).status).toBe(409);
      expect((await send({ ...event, id: 'evt_other' })).status).toBe(409);
      const view = await service.jobUntil(job.job_id, { status: 'failed', refund: 'issued' });
      expect(view.error).toBe(body.error);
    });

    test.concurrent('while it is down the answer is 200 without a letter, and the queue goes on', async () => {
      const hasty = await startIn(mode, { WEBHOOK_WAIT_MS: '50', RETRY_BASE_SECONDS: '0.5' });
      try {
        const job = await hasty.order(at('1 TEST OUTAGE ST'));
        const answer = await hasty.tell(hasty.paidEvent(job));
        expect(answer).toMatchObject({
          status: 200,
          body: { ok: true, job_id: job.job_id, letter_id: null, ignored: null },
        });
        expect(await hasty.jobUntil(job.job_id, { status: 'fulfilled' })).toMatchObject({ error: null });
        expect(await hasty.mailed(job.job_id)).toHaveLength(1);
      } finally {
        await hasty.stop();
      }
    });
  });

  describe('malformed bodies are 400 and say what is wrong', () => {
    test.each<[string, unknown]>([
      ['no JSON', '{"id":'],
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"checkout.session.completed"'],
      ['no type', { id: 'evt_1', data: { object: {} } }],
      ['no data', { id: 'evt_1', type: 'checkout.session.completed' }],
      ['no session', { id: 'evt_1', type: 'checkout.session.completed', data: { object: null } }],
      [
        'an amount in words',
        eventFor({ job_id: 'job_x', currency: 'USD' }, { amount_total: String(letterPrice().total_cents) }),
      ],
      [
        'half a cent',
        eventFor({ job_id: 'job_x', currency: 'USD' }, { amount_total: letterPrice().total_cents + 0.5 }),
      ],
      ['an unknown payment status', eventFor({ job_id: 'job_x', currency: 'USD' }, { payment_status: 'maybe' })],
    ])('%s', async (_, event) => {
      const { status, body } = await send(event, { 'content-type': 'application/json' });
      expect({ status, body }).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    });

    test.each([
      ['nothing', ''],
      ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ])('%s is no text that could be signed, and in real mode the signature comes first', async (_, bytes) => {
      const { status, body } = await send(bytes);
      expect({ status, body }).toMatchObject({
        status: mode === 'real' ? 401 : 400,
        body: { error: expect.any(String) },
      });
    });
  });

  test.concurrent('fifty webhooks and fifty cancellations at once end as one or the other, never as both', async () => {
    const job = await service.order();
    const event = service.paidEvent(job);
    const both = Array.from({ length: 50 }, (_, at) => [
      send({ ...event, id: `evt_race_${at}` }),
      service.cancel(job.job_id),
    ]);
    const answers = await Promise.all(both.flat());
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const settled = ({ status, refund }: Json) =>
      status === 'fulfilled' || (status === 'cancelled' && refund !== 'pending');
    const end = await until(() => service.job(job.job_id), settled);
    const living = (await service.mailed(job.job_id)).filter(({ status }) => status !== 'cancelled');
    expect(living).toHaveLength(end.status === 'fulfilled' ? 1 : 0);
    expect(end.refund).toBe(end.status === 'fulfilled' ? 'not_applicable' : 'issued');
    if (answers.some(({ body }) => body.cancelled === true)) expect(end.status).toBe('cancelled');
  });
});

test('in mock mode no signature is asked for, and a wrong one does no harm', async () => {
  const job = await mock.order();
  expect((await mock.post('/webhooks/stripe', eventFor(job), { 'stripe-signature': 't=1,v1=00' })).status).toBe(200);
});
