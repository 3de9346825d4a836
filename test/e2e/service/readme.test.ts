/** Every command of the README works as written, in the test mode of `npm start`. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { running, startService } from '../../support/e2e/service.ts';
import { sample } from '../../support/proofs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const text = (path: string) => readFile(join(root, path), 'utf8');
const readme = await text('README.md');
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
const demos = [...new Set(readme.match(/npm run demo -- \w+/g))];
const scripts = [...new Set(readme.match(/sh examples\/\w+\/order\.sh/g))];

const service = running(startService);

const bash = async (lines: string) => {
  const env = { PATH: process.env.PATH, PORT: new URL(service.origin).port, API: service.baseUrl };
  // Without --norc, bash takes Node's pipe for a login from afar and runs the person's ~/.bashrc.
  return (await promisify(execFile)('bash', ['--norc', '-c', lines], { cwd: root, env })).stdout;
};

/** The status in the first line, then the mailbox. */
const answersOf = (printed: string) => [printed.slice(0, 3), printed.slice(4)] as const;

test.each(['letter', 'check', 'fax'])('an example of a %s says in one sentence that nothing runs', async (product) => {
  const lost = promisify(execFile)('sh', [`examples/${product}/order.sh`], {
    ...{ cwd: root, env: { PATH: process.env.PATH, API: 'http://127.0.0.1:1/v1' } },
  });
  await expect(lost).rejects.toMatchObject({
    ...{ code: 7, stdout: '' },
    stderr: 'Nothing answers at http://127.0.0.1:1/v1: run npm start in another terminal first.\n',
  });
});

test('these are its commands', () => {
  const names = commands.map((lines) => /npx/.exec(lines)?.[0] ?? lines.trim());
  expect(names).toEqual(['npm ci && npm start', 'npm ci && npm test', 'npm run demo -- letter', 'npx']);
  expect([demos.length, scripts.length]).toEqual([3, 3]);
});

test('its npx lines order a letter and print where to pay', async () => {
  const lines = commands.find((each) => each.includes('npx')) ?? '';
  // npx would link the project into its cache first.
  const ordered = await bash(`${lines.trim().replace('npx print-and-mail', 'node bin/print-and-mail.js')} --url $API`);
  expect(ordered).toContain(`Read it and pay  ${service.baseUrl}/pay/pay_`);
});

// The lines `npm run demo -- …` run in test/e2e/service/demo.test.ts.
test.each(sample(scripts, 2))('%s ends with an order at the partner', async (command) => {
  const [status, mailbox] = answersOf(await bash(command));
  expect(status).toBe('200');
  expect(JSON.parse(mailbox).items[0]).toMatchObject({ kind: command.split('/')[1] });
});

test('every other npm script that it names exists', async () => {
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(Object.keys(JSON.parse(await text('package.json')).scripts)).toEqual(expect.arrayContaining(named));
});

test('it is narrow enough to be read anywhere, and its pictures are small', async () => {
  expect(readme.split('\n').filter((line) => line.length > 100)).toEqual([]);
  const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(pictures).toHaveLength(2);
  for (const path of pictures) expect((await stat(join(root, path))).size).toBeLessThan(250_000);
});
