/** What a newcomer copies out of the README works as it stands there: in mock mode, in which `npm start` begins. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Service, startService } from '../../support/e2e/service.ts';

const run = promisify(execFile);
const readme = await readFile(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8');
const recipes = [...readme.matchAll(/```sh\n([^`]*curl[^`]*)```/g)].map(([, lines = '']) => lines);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('the README shows a letter, a check and a fax in three lines each', () => {
  expect(recipes.map((lines) => lines.trim().split('\n').length)).toEqual([3, 3, 3]);
});

test.each(['letter', 'check', 'fax'])('its lines for a %s end with it at the partner', async (kind) => {
  const lines = recipes[['letter', 'check', 'fax'].indexOf(kind)] ?? '';
  const { stdout } = await run('bash', ['-c', lines.replaceAll('http://127.0.0.1:8787', service.origin)]);
  const [status, mailbox = ''] = stdout.split('\n');
  expect(status).toBe('200');
  expect(JSON.parse(mailbox).items[0]).toMatchObject({ kind, job_id: expect.stringMatching(/^job_/) });
});
