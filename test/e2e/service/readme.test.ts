/** Every command in the README works as written, with `npm start` in test mode. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { productNames } from '../../../shared/domain/names.ts';
import { running, startService } from '../../support/e2e/service.ts';
import { sample } from '../../support/sampling.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const readText = (path: string) => readFile(join(root, path), 'utf8');
const readme = await readText('README.md');
/** The README's shell commands: the content of each code block. */
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);

const service = running(startService);

const runInBash = async (lines: string) => {
  const env = { PATH: process.env.PATH, PORT: new URL(service.origin).port, API: service.baseUrl };
  // Without --norc, bash takes Node's pipe for a remote login and runs the user's ~/.bashrc.
  return (await promisify(execFile)('bash', ['--norc', '-c', lines], { cwd: root, env })).stdout;
};

test.each(productNames)('the curl example of a %s says in one sentence that no service is running', async (product) => {
  const failed = promisify(execFile)('sh', [`examples/${product}/order.sh`], {
    cwd: root,
    env: { PATH: process.env.PATH, API: 'http://127.0.0.1:1/v1' },
  });
  await expect(failed).rejects.toMatchObject({
    code: 7,
    stdout: '',
    stderr: 'There is no service at http://127.0.0.1:1/v1: run npm start in another terminal first.\n',
  });
});

test.each(productNames)('the curl example of a %s stops at an error response and prints it', async (product) => {
  await expect(runInBash(`API=${service.origin}/nowhere sh examples/${product}/order.sh`)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^\{"error":"not_found",/),
  });
});

test('the README’s commands are those tested here', () => {
  const names = commands.map((lines) => /curl/.exec(lines)?.[0] ?? lines.trim());
  expect(names).toEqual(['npm ci && npm start', 'npm ci && npm test', 'curl']);
});

test('the README’s curl command prints a price', async () => {
  const lines = commands.find((each) => each.includes('curl')) ?? '';
  const answer = JSON.parse(await runInBash(lines.replace('curl http://127.0.0.1:8787/v1', 'curl --silent $API')));
  expect(answer.total).toMatch(/^\$\d\.\d\d$/);
});

test.each(sample(productNames, 2))('the curl example of a %s ends with an order at the partner', async (product) => {
  // The first line is the status of the payment. The mailbox follows.
  const printed = await runInBash(`sh examples/${product}/order.sh`);
  expect(printed.slice(0, 4)).toBe('200\n');
  expect(JSON.parse(printed.slice(4)).items[0]).toMatchObject({ kind: product });
});

test('every npm script in the README exists', async () => {
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(Object.keys(JSON.parse(await readText('package.json')).scripts)).toEqual(expect.arrayContaining(named));
});

test('the README is short, narrow enough to be read anywhere, and its pictures are small', async () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(450);
  expect(readme.split('\n').filter((line) => line.length > 100)).toEqual([]);
  const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(pictures).toHaveLength(2);
  for (const path of pictures) expect((await stat(join(root, path))).size).toBeLessThan(250_000);
});
