/** Receipts over HTTP: docs/contract.md, "Receipts". */

import { createHash } from 'node:crypto';
import { compactVerify, createLocalJWKSet, createRemoteJWKSet } from 'jose';
import { ada, grace, inToronto, type Json, text, unknownId } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { type Service, startService } from '../../support/e2e/service.ts';
import { letterPrice } from '../../support/prices.ts';

const modes = inSampledModes({ WEBHOOK_WAIT_MS: '1000' });
const [[, service]] = modes;

const stepsOf = (desk: Service) => ({
  receiptOf: async (jobId: string): Promise<Json> => (await desk.get(`/jobs/${jobId}/receipt`)).body,
  async paid(addressLine1: string = ada.addressLine1, wanted: object = { status: 'fulfilled' }) {
    const created = await desk.order({ to: { addressLine1 } });
    await desk.pay(created.checkout_url);
    await desk.jobUntil(created.job_id, wanted);
    return created;
  },
});
const { receiptOf, paid } = stepsOf(service);
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

describe.each(modes)('in %s mode a receipt says exactly what has happened so far', (mode, service) => {
  const { receiptOf, paid } = stepsOf(service);

  test('from creation on: what was ordered, for whom, at which price, bound to which content', async () => {
    const { job_id, created_at } = await service.order();
    expect(await receiptOf(job_id)).toEqual({
      receipt_id: expect.stringMatching(/^rcpt_[0-9a-z]{26}$/),
      ...{ job_id, service: 'letter', status: 'awaiting_payment', statement: expect.stringMatching(/not been paid/) },
      to: expect.objectContaining({ firstName: 'Ada', lastName: 'Lovelace', addressLine1: ada.addressLine1 }),
      from: expect.objectContaining({ firstName: 'Grace', lastName: 'Hopper', addressLine1: grace.addressLine1 }),
      ...{ color: false, registered: false, pages: 1, ...letterPrice(), refund: 'not_applicable' },
      content_hash: sha256(text),
      document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      partner_id: null,
      times: { created_at },
      payment_mode: mode,
      issued_at: expect.any(Number),
      signature: expect.any(String),
    });
  });

  test.concurrent('paid, while the partner has not answered', async () => {
    const { job_id } = await paid('1 TEST DOWN ST', { status: 'paid' });
    const receipt = await receiptOf(job_id);
    expect(receipt).toMatchObject({ status: 'paid', partner_id: null, times: { paid_at: expect.any(Number) } });
    expect(receipt.times).not.toHaveProperty('with_partner_at');
  });

  test('with_partner, which is not mailed', async () => {
    const { job_id } = await paid();
    const receipt = await receiptOf(job_id);
    expect(receipt).toMatchObject({ status: 'with_partner', partner_id: expect.stringMatching(/^letter_/) });
    expect(receipt.statement).toMatch(/not left/);
    expect(Object.keys(receipt.times)).toEqual(['created_at', 'paid_at', 'with_partner_at']);
  });

  test('mailed, which says nothing about delivery', async () => {
    const { job_id } = await paid('1 TEST MAILED ST', { fulfillment_status: 'mailed' });
    const receipt = await receiptOf(job_id);
    expect(receipt).toMatchObject({ status: 'mailed', statement: expect.stringMatching(/nothing about delivery/) });
    const { created_at, paid_at, with_partner_at, mailed_at } = receipt.times;
    expect([created_at, paid_at, with_partner_at, mailed_at]).toEqual(
      [created_at, paid_at, with_partner_at, mailed_at].toSorted(),
    );
  });

  test('cancelled and failed, and what became of the money', async () => {
    const unpaid = await service.order();
    await service.cancel(unpaid.job_id);
    expect(await receiptOf(unpaid.job_id)).toMatchObject({
      ...{ status: 'cancelled', refund: 'not_applicable', statement: expect.stringMatching(/Nothing is sent/) },
      times: { ended_at: expect.any(Number) },
    });
    const { job_id } = await paid('1 TEST REJECT ST', { status: 'failed', refund: 'issued' });
    expect(await receiptOf(job_id)).toMatchObject({ status: 'failed', refund: 'issued', partner_id: null });
  });

  test('for Canada: the tax, its label and the province', async () => {
    const { job_id } = await service.order({ to: inToronto, quote: { country: 'CA' } });
    expect(await receiptOf(job_id)).toMatchObject({
      ...letterPrice({ country: 'CA', province: 'ON' }),
      to: { provinceOrState: 'ON', countryCode: 'CA' },
    });
  });
});

describe.each(modes)('in %s mode a receipt fingerprints the exact document', (_mode, service) => {
  const { receiptOf } = stepsOf(service);

  test.each([
    ['text', { text: 'Dear Ada,\n\nZoë — €5' }],
    ['HTML', { html: '<div style="height:3in"></div><p>Dear Ada</p>' }],
    ['Markdown', { markdown: '# Dear Ada\n\nThe *engine* works.' }],
  ])('of %s: the partner has the bytes that it names', async (_, quote) => {
    const { job_id, checkout_url } = await service.order({ quote });
    await service.pay(checkout_url);
    await service.jobUntil(job_id, { status: 'fulfilled' });
    const [item] = await service.mailed(job_id);
    const pdf = Buffer.from(await (await fetch(item.document_url)).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const sha = createHash('sha256').update(pdf).digest('hex');
    expect(item).toMatchObject({ document_sha256: sha, job_id, kind: 'letter' });
    expect(await receiptOf(job_id)).toMatchObject({ document_sha256: sha, partner_id: item.id });
  });
});

describe('one address, and the form that its reader asks for', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('JSON for programs, byte for byte, a page for browsers, a PDF for printers', async () => {
    const { job_id, pay_url } = await paid();
    const asked = (accept?: string, url = `${service.baseUrl}/jobs/${job_id}/receipt`) =>
      fetch(url, { headers: accept === undefined ? {} : { accept, 'accept-language': 'en' } });
    const plain = await asked();
    const json = await asked('*/*');
    expect(Object.keys(JSON.parse(await json.text()))).toEqual(Object.keys(JSON.parse(await plain.text())));
    const found = [plain, json, await asked(browser), await asked('application/pdf'), await asked('image/png')];
    expect(found.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json; charset=utf-8',
      'application/json; charset=utf-8',
      'text/html; charset=utf-8',
      'application/pdf',
      'application/json; charset=utf-8',
    ]);
    for (const { status, headers } of found)
      expect([status, headers.get('vary'), headers.get('cache-control')]).toEqual([
        ...[200, 'accept, accept-language', 'no-store'],
      ]);
    const byPayLink = await Promise.all(
      ['', '.pdf', '.json'].map((end) => asked(undefined, `${pay_url}/receipt${end}`)),
    );
    expect(byPayLink.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/html; charset=utf-8'],
      [200, 'application/pdf'],
      [200, 'application/json; charset=utf-8'],
    ]);
    const texts = await Promise.all(byPayLink.map((answer) => answer.text()));
    for (const text of texts) expect(text).not.toContain(job_id);
    const { job_id: _, issued_at: __, signature: ___, ...same } = await receiptOf(job_id);
    expect(JSON.parse(texts[2] ?? '')).toEqual({
      ...same,
      issued_at: expect.any(Number),
      signature: expect.any(String),
    });
  });

  test('an unknown order is a page for a browser, and as before for a program', async () => {
    const unknown = `${service.baseUrl}/jobs/job_${'0'.repeat(26)}/receipt`;
    const page = await fetch(unknown, { headers: { accept: browser } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<h1>Not found</h1>')]);
    const json = await fetch(unknown);
    expect([json.status, await json.json()]).toEqual([404, JSON.parse(unknownId(service))]);
    for (const end of ['', '.pdf', '.json'])
      expect((await fetch(`${service.baseUrl}/pay/pay_${'0'.repeat(26)}/receipt${end}`)).status).toBe(404);
  });
});

describe('anybody can check the signature with /.well-known/jwks.json', () => {
  const keys = () => createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
  const decoded = (payload: Uint8Array) => JSON.parse(new TextDecoder().decode(payload));

  test('it is an EdDSA JWS whose payload is the receipt, and holds nothing by which the job could be cancelled', async () => {
    const { signature, job_id, ...receipt } = await receiptOf((await paid()).job_id);
    const { payload, protectedHeader } = await compactVerify(signature, keys(), { algorithms: ['EdDSA'] });
    expect(decoded(payload)).toEqual(receipt);
    expect(JSON.stringify(decoded(payload))).not.toContain(job_id);
    for (const id of Object.values(receipt).filter((value) => typeof value === 'string'))
      expect((await service.cancel(encodeURIComponent(id))).status).toBe(404);
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: expect.any(String) });
  });

  test('a changed payload, a changed signature and another key are detected', async () => {
    const { signature } = await receiptOf((await service.order()).job_id);
    const [head, payload, mark] = signature.split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...decoded(Buffer.from(payload, 'base64url')), status: 'mailed' }),
    ).toString('base64url');
    const turned = mark.startsWith('A') ? `B${mark.slice(1)}` : `A${mark.slice(1)}`;
    for (const tampered of [`${head}.${forged}.${mark}`, `${head}.${payload}.${turned}`])
      await expect(compactVerify(tampered, keys())).rejects.toThrow('signature verification failed');
    const { body } = await service.get('/.well-known/jwks.json');
    const x = Buffer.from('another key, of thirty-two bytes').toString('base64url');
    const others = createLocalJWKSet({ keys: [{ ...body.keys[0], x }] });
    await expect(compactVerify(signature, others)).rejects.toThrow();
  });

  test('the private half is published nowhere', async () => {
    const { body } = await service.get('/.well-known/jwks.json');
    expect(body.keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), use: 'sig', alg: 'EdDSA' },
    ]);
    expect(service.log()).not.toContain('"d":');
  });

  test.concurrent('an older receipt stays true after the service has started again', async () => {
    const first = await startService();
    const { job_id } = await first.order();
    const { signature, receipt_id } = (await first.get(`/jobs/${job_id}/receipt`)).body;
    await first.kill();
    const second = await startService({}, first.dataDir);
    try {
      const after = createRemoteJWKSet(new URL(`${second.baseUrl}/.well-known/jwks.json`));
      expect(decoded((await compactVerify(signature, after)).payload).receipt_id).toBe(receipt_id);
    } finally {
      await second.stop();
    }
  });
});
