/** A batch of the largest documents fits in the memory of the function that submits them. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifest } from '../../../functions/manifest.ts';
import { letterPaper } from '../../../shared/products/letter/letter.ts';

const child = join(import.meta.dirname, '..', '..', 'support', 'adapters', 'submit-batch.ts');
/** The function's code, and everything that it reads apart from documents. */
const overheadMb = 60;

test('a batch of the largest documents fits in the function’s memory', async () => {
  const fulfill = manifest.find(({ trigger }) => 'queue' in trigger && trigger.queue === 'jobs');
  if (fulfill === undefined || !('queue' in fulfill.trigger)) throw new Error('no function reads the queue of jobs');
  const { batchSize } = fulfill.trigger;
  let received = 0;
  const partner = createServer((request, response) => {
    request.on('data', ({ length }: Buffer) => {
      received += length;
    });
    request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(partner, 'listening');
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [child, url, `${batchSize}`]);
    const { answers, mb: peakMb } = JSON.parse(stdout);
    expect(answers).toEqual(Array(batchSize).fill(200));
    expect(received).toBeGreaterThan(batchSize * letterPaper.maxBytes);
    expect(peakMb + overheadMb).toBeLessThan(fulfill.memoryMb);
  } finally {
    partner.closeAllConnections();
    partner.close();
  }
});
