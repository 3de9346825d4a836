/** The code that V8 has compiled for a package: it is taken by the same build of Node, and by no other. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { bundle } from '../../lib/cloud/packaging/bundles.ts';
import { addCompiled } from '../../lib/cloud/packaging/compile.ts';

const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
const made = join(folder, 'bundles', 'about');
const own = `${process.version}-${process.arch}`;
beforeAll(async () => {
  // Two builds at a time would wait for one place.
  process.env.TMPDIR = folder;
  await bundle(lambdaRows(manifest.filter(({ name }) => name === 'preflight')), join(folder, 'bundles'));
  await addCompiled([made]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const bytesOf = (file: string) => readFileSync(join(made, 'compiled', own, file));

/** The largest file: what was compiled of the entry. */
const entryIn = (files: readonly string[]) => files.toSorted((a, b) => bytesOf(b).length - bytesOf(a).length)[0] ?? '';

/** Lays the package out as Lambda does, changes it, starts it, and returns what Node says of compiled code. */
async function started(change: (compiled: string) => void): Promise<string> {
  const at = mkdtempSync(join(folder, 'lambda-'));
  const task = join(at, 'var', 'task');
  cpSync(made, task, { recursive: true });
  change(join(task, 'compiled'));
  const script = `const { handler } = await import(${JSON.stringify(join(task, 'start.mjs'))}); console.log(typeof handler);`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  });
  expect(stdout).toContain('function');
  return `${stdout}${stderr}`;
}

const accepted = /cache for .*index\.mjs.* was accepted/;

function altered(compiled: string, alter: (bytes: Buffer) => void): void {
  const at = join(compiled, own);
  const file = join(at, entryIn(readdirSync(at)));
  const bytes = readFileSync(file);
  alter(bytes);
  writeFileSync(file, bytes);
}

test('a start of the same build takes it', async () => {
  expect(await started(() => undefined)).toMatch(accepted);
});

test.each([
  ['another build', `v24.0.0-${process.arch}`],
  ['another architecture', `${process.version}-other`],
])('what was made for %s is overlooked', async (_, name) => {
  const said = await started((compiled) => renameSync(join(compiled, own), join(compiled, name)));
  expect(said).not.toMatch(accepted);
});

test('a damaged file is not taken, and the function starts', async () => {
  const said = await started((compiled) => altered(compiled, (bytes) => bytes.fill(7, 200, 300)));
  expect(said).not.toMatch(accepted);
});

test('V8 itself takes nothing that another V8 has written, even under the right name', async () => {
  const said = await started((compiled) =>
    altered(compiled, (bytes) => {
      // Node's own head has five words, the last of which is the sum of what follows. V8's version is its second word.
      bytes.writeUInt32LE(bytes.readUInt32LE(24) + 1, 24);
      bytes.writeUInt32LE(crc32(bytes.subarray(20)), 16);
    }),
  );
  expect(said).toMatch(/index\.mjs.* was rejected/);
});

test('made anew, it is the same, byte by byte', async () => {
  const files = readdirSync(join(made, 'compiled', own));
  const before = files.map((file) => bytesOf(file).toString('base64'));
  await addCompiled([made]);
  expect(files.map((file) => bytesOf(file).toString('base64'))).toEqual(before);
});
