import { compactVerify, createRemoteJWKSet } from 'jose';
import { type Json, unknownId } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));
const receiptOf = async (jobId: string): Promise<Json> => (await service.get(`/jobs/${jobId}/receipt`)).body;
const paid = async (): Promise<Json> => {
  const created = await service.order();
  await service.pay(created.checkout_url);
  await service.jobUntil(created.job_id, { status: 'fulfilled' });
  return created;
};

describe('one address, and the form that its reader asks for', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('JSON for programs, byte for byte, and a page for browsers', async () => {
    const { job_id, pay_url } = await paid();
    const asked = (accept?: string, url = `${service.baseUrl}/jobs/${job_id}/receipt`) =>
      fetch(url, { headers: accept === undefined ? {} : { accept, 'accept-language': 'en' } });
    const plain = await asked();
    const json = await asked('*/*');
    expect(Object.keys(JSON.parse(await json.text()))).toEqual(Object.keys(JSON.parse(await plain.text())));
    const found = [plain, json, await asked(browser), await asked('image/png')];
    expect(found.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json; charset=utf-8',
      'application/json; charset=utf-8',
      'text/html; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
    for (const { status, headers } of found)
      expect([status, headers.get('vary'), headers.get('cache-control')]).toEqual([
        ...[200, 'accept, accept-language', 'no-store'],
      ]);
    const byPayLink = await Promise.all(['', '.json'].map((end) => asked(undefined, `${pay_url}/receipt${end}`)));
    expect(byPayLink.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/html; charset=utf-8'],
      [200, 'application/json; charset=utf-8'],
    ]);
    const texts = await Promise.all(byPayLink.map((answer) => answer.text()));
    for (const text of texts) expect(text).not.toContain(job_id);
    const { job_id: _, issued_at: __, signature: ___, ...same } = await receiptOf(job_id);
    expect(JSON.parse(texts[1] ?? '')).toEqual({
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
    for (const end of ['', '.json'])
      expect((await fetch(`${service.baseUrl}/pay/pay_${'0'.repeat(26)}/receipt${end}`)).status).toBe(404);
  });
});

describe('anybody can check the signature with /.well-known/jwks.json', () => {
  const decoded = (payload: Uint8Array) => JSON.parse(new TextDecoder().decode(payload));

  test.concurrent('an older receipt stays true after the service has started again', async () => {
    const first = await startService(textOnly);
    const { job_id } = await first.order();
    const { signature, receipt_id } = (await first.get(`/jobs/${job_id}/receipt`)).body;
    await first.kill();
    const second = await startService(textOnly, first.dataDir);
    try {
      const after = createRemoteJWKSet(new URL(`${second.baseUrl}/.well-known/jwks.json`));
      expect(decoded((await compactVerify(signature, after)).payload).receipt_id).toBe(receipt_id);
    } finally {
      await second.stop();
    }
  });
});
