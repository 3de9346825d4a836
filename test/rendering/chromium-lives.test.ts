import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rendering = new URL('../../shared/rendering/', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'chromium-lives-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Another Node process, with a temporary directory of its own, that runs `code` after importing `names` from `file`. */
function start(file: string, names: string, code: string) {
  const source = `import { ${names} } from ${JSON.stringify(rendering + file)}; ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const firstLine = new Promise<string>((done) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => done(text.trim())),
  );
  return { child, ended, firstLine };
}

/** Resolves as soon as the process is gone; jest's own time limit is the only other way out. */
async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) {
    await new Promise((next) => setImmediate(next));
  }
}

const busyForEver = `
  const { warmBrowser } = await import(${JSON.stringify(`${rendering}warm-browser.ts`)});
  const { pid } = await warmBrowser();
  printHtml('<div style="columns: 2">'.repeat(25) + 'x', 'letter');
  console.log(pid);`;

test('after a kill in the middle of unpacking the next start unpacks anew, and the half is swept up', async () => {
  const begun = new Promise<void>((done) => {
    const watcher = watch(folder, () => {
      watcher.close();
      done();
    });
  });
  const first = start('unpack-chromium.ts', 'unpackChromium', 'await unpackChromium();');
  await begun;
  first.child.kill('SIGKILL');
  await first.ended;
  const halves = readdirSync(folder);

  const second = start('unpack-chromium.ts', 'unpackChromium', 'console.log((await unpackChromium()).executable);');
  const executable = await second.firstLine;
  await second.ended;
  expect(halves).toEqual([expect.stringContaining('scratch')]);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^print-and-mail-chromium-[\d.]+-\d+$/)]);
  expect(statSync(executable).size).toBeGreaterThan(200_000_000);
}, 60_000);

test('the browser dies with its owner on SIGTERM, also in the middle of endless work', async () => {
  const owner = start('print-html.ts', 'printHtml', busyForEver);
  const browserPid = Number(await owner.firstLine);
  owner.child.kill('SIGTERM');
  await owner.ended;
  expect(owner.child.signalCode).toBe('SIGTERM');
  await gone(browserPid);
}, 60_000);

test('a browser whose owner was killed in the middle of endless work is ended by the next start', async () => {
  const owner = start('print-html.ts', 'printHtml', busyForEver);
  const browserPid = Number(await owner.firstLine);
  owner.child.kill('SIGKILL');
  await owner.ended;
  const next = start(
    'print-html.ts',
    'printHtml, closeBrowser',
    `console.log((await printHtml('<p>x</p>', 'letter')).ok); await closeBrowser();`,
  );
  expect(await next.firstLine).toBe('true');
  await next.ended;
  await gone(browserPid);
  expect(readdirSync(folder)).toHaveLength(1);
}, 60_000);
