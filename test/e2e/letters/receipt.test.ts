/** Receipts outlive the process that signed them. */
import { compactVerify, createRemoteJWKSet } from 'jose';
import { startService, textOnly } from '../../support/e2e/service.ts';

test('a receipt still verifies with /.well-known/jwks.json after the service was killed and restarted', async () => {
  const first = await startService(textOnly);
  const { job_id } = await first.order();
  const { signature, receipt_id } = (await first.get(`/jobs/${job_id}/receipt`)).body;
  await first.kill();
  const second = await startService(textOnly, first.dataDir);
  try {
    const keys = createRemoteJWKSet(new URL(`${second.baseUrl}/.well-known/jwks.json`));
    const { payload } = await compactVerify(signature, keys);
    expect(JSON.parse(new TextDecoder().decode(payload)).receipt_id).toBe(receipt_id);
  } finally {
    await second.stop();
  }
});
