/** Retries over HTTP: docs/contract.md, "Idempotency". */

import { randomUUID } from 'node:crypto';
import { ada, letterOf } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';

const fresh = () => randomUUID();

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  const request = async (to: object = {}) => letterOf((await service.quote()).quote_id, to);
  const create = (body: object, headers?: Record<string, string>) => service.post('/jobs', body, headers);

  describe('a repeated idempotency_key returns the original job', () => {
    test('the first is 201, every repeat 200 with the identical body', async () => {
      const body = { ...(await request()), idempotency_key: fresh() };
      const first = await create(body);
      const again = await create(body);
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.text).toBe(first.text);
    });

    test('also after the job was paid, and there is no second charge', async () => {
      const body = { ...(await request()), idempotency_key: fresh() };
      const first = await create(body);
      await service.pay(first.body.checkout_url);
      await service.jobUntil(first.body.job_id, { status: 'fulfilled' });
      const again = await create(body);
      expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: first.text });
      expect(await service.mailed(first.body.job_id)).toHaveLength(1);
    });

    test('also after the job was cancelled', async () => {
      const body = { ...(await request()), idempotency_key: fresh() };
      const first = await create(body);
      await service.cancel(first.body.job_id);
      expect(await create(body)).toMatchObject({ status: 200, text: first.text });
    });

    test('the header means the same as the field, and the two may be mixed', async () => {
      const key = fresh();
      const body = await request();
      const first = await create(body, { 'idempotency-key': key });
      expect(first.status).toBe(201);
      for (const again of [
        await create(body, { 'Idempotency-Key': key }),
        await create({ ...body, idempotency_key: key }),
        await create({ ...body, idempotency_key: key }, { 'idempotency-key': key }),
      ])
        expect(again).toMatchObject({ status: 200, text: first.text });
    });

    test('a header and a field that differ are 400, and neither is used up', async () => {
      const [one, other] = [fresh(), fresh()];
      const body = await request();
      const both = await create({ ...body, idempotency_key: one }, { 'idempotency-key': other });
      expect(both).toMatchObject({ status: 400, body: { field: 'idempotency_key' } });
      expect((await create({ ...body, idempotency_key: one })).status).toBe(201);
      expect((await create({ ...body, idempotency_key: other })).status).toBe(201);
    });

    test('the order of the members of a request makes no difference', async () => {
      const { quote_id, letter } = await request();
      const key = fresh();
      const first = await create({ quote_id, letter, idempotency_key: key });
      const turned = Object.fromEntries(Object.entries(letter).reverse());
      expect(await create({ idempotency_key: key, letter: turned, quote_id })).toMatchObject({
        status: 200,
        text: first.text,
      });
    });

    test('without a key two equal requests are two jobs', async () => {
      const body = await request();
      expect((await create(body)).body.job_id).not.toBe((await create(body)).body.job_id);
    });
  });

  describe('the same key with another request', () => {
    test('is 400 and tells nothing of the other job', async () => {
      const key = fresh();
      const first = await create({ ...(await request()), idempotency_key: key });
      const other = await create({ ...(await request({ name: 'Charles Babbage' })), idempotency_key: key });
      expect(other).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } });
      expect(Object.keys(other.body).sort()).toEqual(['code', 'docs_url', 'error', 'field']);
      for (const secret of [first.body.job_id, first.body.checkout_url, first.body.pay_url, ada.name])
        expect(other.text).not.toContain(secret);
    });

    test('is refused as well when both come at once: one job, one refusal', async () => {
      const key = fresh();
      const bodies = [await request(), await request({ name: 'Charles Babbage' })];
      const answers = await Promise.all(bodies.map((body) => create({ ...body, idempotency_key: key })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    });
  });

  describe('a refused request', () => {
    const refusals: [string, (body: Awaited<ReturnType<typeof request>>) => object][] = [
      ['content mismatch', (body) => ({ ...body, letter: { ...body.letter, text: 'other' } })],
      ['nameless recipient', (body) => ({ ...body, letter: { ...body.letter, to: { ...ada, name: '' } } })],
      [
        'country mismatch',
        (body) => ({ ...body, letter: { ...body.letter, to: { ...ada, countryCode: 'CA', provinceOrState: 'ON' } } }),
      ],
      ['unknown quote', (body) => ({ ...body, quote_id: 'quote_00000000000000000000000000' })],
    ];

    test.each(refusals)('does not use up its key: %s', async (_, spoilt) => {
      const body = await request();
      const idempotency_key = fresh();
      expect((await create({ ...spoilt(body), idempotency_key })).status).toBe(400);
      expect((await create({ ...body, idempotency_key })).status).toBe(201);
    });

    test.each(refusals)('makes no job and no checkout session: %s', async (_, spoilt) => {
      const body = await request();
      const refused = await create({ ...spoilt(body), idempotency_key: fresh() });
      expect(refused.text).not.toMatch(/job_|cs_test_|pay_/);
      expect(service.factsOf(refused)).toEqual([]);
      expect(service.factsOf(await create(body))).toEqual(['checkout_opened']);
    });
  });
});
