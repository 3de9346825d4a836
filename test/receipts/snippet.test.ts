/** The lines for programs in docs/receipts.md run as they stand there. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../../lib/local/gateway/http.ts';
import { jwsSigner } from '../../shared/config/jws-signer.ts';
import { jsonOf, receiptOf, signingKey } from '../support/receipts.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

test('the lines verify a genuine receipt, also after a rotation, and throw for a forged one', async () => {
  const [key, next] = [signingKey(), signingKey()];
  const view = await receiptOf('letter', { privateJwk: key.privateJwk });
  const keys = await jwsSigner(next.privateJwk, [key.publicX]).publicKeys();
  const server = await listen(createServer((_, response) => response.end(JSON.stringify(keys))));
  const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
  const file = join(folder, 'receipt.json');
  const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(join(root, 'docs/receipts.md'), 'utf8')) ?? [];
  expect(lines.trim().split('\n').length).toBeLessThanOrEqual(6);
  const code = lines
    .replace('https://mail.example.com/v1', `${server.url}/v1`)
    .replace("'receipt.json'", JSON.stringify(file));
  const verify = () => run(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
  await writeFile(file, jsonOf(view));
  expect((await verify()).stdout.trim()).toBe(view.receipt.statement);
  await writeFile(
    file,
    jsonOf({ ...view, signature: view.signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) }),
  );
  await expect(verify()).rejects.toThrow('signature verification failed');
  await server.close();
  await rm(folder, { recursive: true });
});
