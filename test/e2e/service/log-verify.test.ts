/** The log of a running service, verified as docs/receipts.md has it typed: nights pass, and then its operator forges it. */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openObjectFiles } from '../../../lib/local/emulators/object-file.ts';
import type { KeptHead } from '../../../lib/operator/log/verify-log.ts';
import { jwsSigner } from '../../../shared/adapters/signer.ts';
import { base64, type LogDay } from '../../../shared/core/log/day.ts';
import { leafHash } from '../../../shared/core/log/tree.ts';
import { latestHeadKey, publicDayKey } from '../../../shared/usecases/log/log-files.ts';
import { commandsIn } from '../../deployed/typed/commands.ts';
import { until } from '../../support/e2e/client.ts';
import { newFolder, running, startService, textOnly } from '../../support/e2e/service.ts';
import { forged, forgeries } from '../../support/forged-log.ts';
import { signingKey } from '../../support/receipts.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const dayMs = 24 * 60 * 60_000;
const folder = await newFolder();
const [clock, kept] = [join(folder, 'clock'), join(folder, 'head.json')];
const { privateJwk } = signingKey();
const signer = jwsSigner(privateJwk);

/** The service reads from a file how wrong its clock is, and no pause of its triggers is longer than a second. */
const hurried = `import fs from 'node:fs'; import t from 'node:timers/promises'; import { syncBuiltinESMExports } from 'node:module';
const [now, wait] = [Date.now, t.setTimeout]; Date.now = () => now() + Number(fs.readFileSync('${clock}', 'utf8'));
t.setTimeout = (ms, ...more) => wait(Math.min(ms, 1000), ...more); syncBuiltinESMExports();`;

const isDays = (days: number) => writeFile(clock, `${days * dayMs}`);

const service = running(async () => {
  await isDays(-3);
  return startService({
    ...textOnly,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hurried)}`,
    RECEIPT_SIGNING_KEY: privateJwk,
  });
});

const sell = async () => service.pay((await service.order()).checkout_url);
/** The next head, some seconds after another day has begun. */
async function nextHead(before?: KeptHead): Promise<KeptHead> {
  const shown = () => service.get('/log/head');
  return (await until(shown, ({ status, body }) => status === 200 && body.day !== before?.day, 60_000)).body;
}

const [typed] = commandsIn('docs/receipts.md', await readFile(join(root, 'docs', 'receipts.md'), 'utf8')).filter(
  ({ text }) => text.startsWith('npm run ops -- log verify'),
);

afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = async (isWithHead: boolean) => {
  const line = `${typed?.text}`
    .replace('https://mail.example.com/v1', service.baseUrl)
    .replace(' head.json', isWithHead ? ` '${kept}'` : '');
  return promisify(execFile)('sh', ['-c', line], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
};

test('what was removed, changed or dated back since a head was kept is found, however well it is signed', async () => {
  const quiet = await nextHead();
  for (let orders = 0; orders < 2; orders += 1) await sell();
  await isDays(-2);
  const first = await nextHead(quiet);
  await writeFile(kept, JSON.stringify(first));
  await sell();
  await isDays(-1);
  const last = await nextHead(first);
  const whole = await verify(true);
  expect(whole.stdout).toMatch(/^\d receipts of 3 days, 1 kept heads: every day goes on from the one before\.$/m);
  expect(whole.code).toBe(0);

  const files = await openObjectFiles(join(service.dataDir, 'documents'));
  const read = async (key: string): Promise<LogDay> => JSON.parse(`${(await files.get(key))?.bytes}`);
  const write = (key: string, value: object) => files.put(key, {}, Buffer.from(JSON.stringify(value)), false);
  const days = [quiet.day, first.day, last.day];
  const originals = await Promise.all(
    [latestHeadKey, ...days.map(publicDayKey)].map(async (key) => ({ key, value: await read(key) })),
  );
  const restore = () => Promise.all(originals.map(({ key, value }) => write(key, value)));
  for (const [what, change] of forgeries(base64(leafHash('a receipt of today')))) {
    await forged({ read, write }, signer, days, (leaves, at) => change(leaves, at - 1));
    const held = await verify(true);
    expect({ what, code: held.code }).toEqual({ what, code: 2 });
    expect(held.stdout).toContain(`${first.day}: the head that was kept is not the one that is shown now`);
    await restore();
  }
  const day = await read(publicDayKey(first.day));
  await write(publicDayKey(first.day), { ...day, leaves: day.leaves.slice(1) });
  expect(await verify(false)).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('the leaves do not make the tree'),
  });
}, 240_000);
