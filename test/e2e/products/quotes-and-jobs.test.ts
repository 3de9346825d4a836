/** Rules for every product until payment: docs/contract.md, "Quotes", "Jobs", "Idempotency" and "Errors". */

import { randomUUID } from 'node:crypto';
import { catalogue, stepsWith } from '../../support/e2e/catalogue.ts';
import { aDayLater } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { textOnly } from '../../support/e2e/service.ts';

describe.each(inSampledModes(textOnly))('in %s mode', (mode, service) => {
  describe.each(catalogue)('a $product', (orderable) => {
    const { product, quotePath, jobPath, price, quote, quoted, created, viewed, orderId } = orderable;
    const { newRequest, order, send } = stepsWith(service, orderable);

    test('has a quote that carries every field, lives an hour and answers 201', async () => {
      const { status, body } = await service.post(quotePath, quote);
      expect(status).toBe(201);
      expect(body).toEqual({
        ...{ service: product, quote_id: expect.stringMatching(/^quote_[0-9a-z]{28}$/), country: 'US' },
        ...{ ...price, ...quoted, expires_at: expect.any(Number), warnings: [] },
      });
      expect(body.expires_at - Date.now()).toBeGreaterThan(59 * 60_000);
      expect(body.expires_at - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    });

    test('has a job that carries every field, awaits payment and answers 201', async () => {
      const { status, body } = await send(await newRequest());
      expect(status).toBe(201);
      expect(body).toEqual({
        ...{ service: product, job_id: expect.stringMatching(/^job_[0-9a-z]{28}$/) },
        ...{ status: 'awaiting_payment', payment_status: 'pending', payment_mode: mode },
        ...{ ...price, ...created(), warnings: [] },
        checkout_url: expect.stringContaining(service.checkoutLinks()),
        pay_url: expect.stringContaining(`${service.baseUrl}/pay/pay_`),
        created_at: expect.any(Number),
        expires_at: aDayLater(body),
      });
      expect(Math.abs(Date.now() - body.created_at)).toBeLessThan(60_000);
    });

    test('has a view before payment, in which nothing has started and a link leads to the payment', async () => {
      const job = await order();
      const { job_id, created_at, expires_at, checkout_url, pay_url } = job;
      expect(await service.get(`/jobs/${job_id}`)).toMatchObject({ status: 200 });
      expect(await service.job(job_id)).toEqual({
        ...{ service: product, job_id, status: 'awaiting_payment', payment_status: 'pending', payment_mode: mode },
        ...{ fulfillment_status: 'not_started', delivery_status: 'untracked', refund: 'not_applicable', error: null },
        ...{ ...price, ...viewed(job), [orderId]: null, created_at, expires_at, checkout_url },
        ...{ pay_url, receipt_url: `${pay_url}/receipt`, order_number: expect.stringMatching(/^[0-9A-Z]{10}$/) },
        ...{ pages: job.pages, cancellable: true, timeline: expect.any(Array) },
      });
    });

    test('is made once for one key, also by twenty requests at once, with one body byte for byte', async () => {
      const body = { ...(await newRequest()), idempotency_key: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    test('is refused under the key of another request, and tells nothing of the other job', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await send(await newRequest(), headers);
      const other = await send(await newRequest(orderable.other), headers);
      expect(other).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } });
      expect(other.text).not.toContain(first.body.job_id);
    });

    test('leaves the key of a refused request free', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      expect((await send(await newRequest(orderable.wrong), headers)).status).toBe(400);
      expect((await send(await newRequest(), headers)).status).toBe(201);
    });

    test.each(catalogue.filter((other) => other.product !== product))(
      'is not made of a quote for a $product',
      async (other) => {
        const { quote_id } = await service.make(other.quotePath, other.quote);
        const answer = await service.post(jobPath, await orderable.request(service, quote_id));
        expect(answer).toMatchObject({
          status: 400,
          body: { field: 'quote_id', error: expect.stringContaining('quote_id') },
        });
        expect(service.factsOf(answer)).toEqual([]);
      },
    );

    test.each(catalogue.filter((other) => other.product !== product))(
      'is not made under the key of a $product',
      async (other) => {
        const headers = { 'idempotency-key': randomUUID() };
        const { quote_id } = await service.make(other.quotePath, other.quote);
        expect((await service.post(other.jobPath, await other.request(service, quote_id), headers)).status).toBe(201);
        const answer = await send(await newRequest(), headers);
        expect(answer).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } });
      },
    );
  });
});
