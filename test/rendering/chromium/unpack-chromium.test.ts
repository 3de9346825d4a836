/** Chromium's files are whole or not used at all, after a kill, after tampering, and with two starts at once. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shipChromium, unpackChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import { longTest } from '../../support/proofs.ts';
import { start } from '../../support/rendering/launch-node.ts';

const root = mkdtempSync(join(tmpdir(), 'unpack-chromium-'));
const place = join(root, 'unpacked', 'chromium-x');
const chromium = join(place, 'chromium');
const wholeBytes = 209_022_176;

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Another process that unpacks into `place` and says where the browser lies. */
const unpackElsewhere = () =>
  start(
    root,
    'unpack-chromium.ts',
    'unpackChromium',
    `console.log((await unpackChromium(${JSON.stringify([place])})).executable);`,
  );

function firstChangeIn(folder: string): Promise<void> {
  return new Promise((done) => {
    const watcher = watch(folder, () => {
      watcher.close();
      done();
    });
  });
}

beforeEach(() => mkdirSync(dirname(place), { recursive: true }));

test('after a kill in the middle of unpacking the next start unpacks again and removes the half', async () => {
  const begun = firstChangeIn(dirname(place));
  const first = unpackElsewhere();
  await begun;
  first.child.kill('SIGKILL');
  await first.ended;
  expect(readdirSync(dirname(place))).toEqual([expect.stringContaining('scratch')]);

  await unpackChromium([place]);
  expect(readdirSync(dirname(place))).toEqual(['chromium-x']);
  expect(statSync(chromium).size).toBe(wholeBytes);
}, 60_000);

test('a whole copy is used in place, from a folder that is never written to', async () => {
  const before = statSync(place);
  const files = await unpackChromium([join(root, 'not-made'), place]);
  expect(files).toEqual({ executable: chromium, libraries: join(place, 'lib') });
  expect(existsSync(join(root, 'not-made'))).toBe(false);
  expect(statSync(place)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  expect(statSync(chromium).mode & 0o777).toBe(0o555);
});

// Unpacks 209 MB again, as the kill above does.
longTest(
  'files that were changed in one byte, or joined by a library, are refused by their hash and made again',
  async () => {
    chmodSync(chromium, 0o700);
    const opened = openSync(chromium, 'r+');
    writeSync(opened, Buffer.from([0xff]), 0, 1, wholeBytes / 2);
    closeSync(opened);
    await unpackChromium([place]);
    writeFileSync(join(place, 'lib', 'libc.so.6'), 'x');
    await unpackChromium([place]);
    expect(statSync(chromium).size).toBe(wholeBytes);
    expect(readdirSync(join(place, 'lib'))).not.toContain('libc.so.6');
    expect(readdirSync(dirname(place))).toEqual(['chromium-x']);
  },
  60_000,
);

longTest(
  'two processes that start at once both get whole files, and one copy is kept',
  async () => {
    rmSync(place, { recursive: true });
    const both = [unpackElsewhere(), unpackElsewhere()];
    expect(await Promise.all(both.map(({ firstLine }) => firstLine))).toEqual([chromium, chromium]);
    await Promise.all(both.map(({ ended }) => ended));
    expect(readdirSync(dirname(place))).toEqual(['chromium-x']);
  },
  60_000,
);

test('the next place is taken if the first cannot be written to', async () => {
  // A file in the way stops root as well, whom a read-only folder would not.
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect((await unpackChromium([join(file, 'chromium-x'), place])).executable).toBe(chromium);
  await expect(unpackChromium([join(file, 'chromium-x')])).rejects.toThrow(/cannot be unpacked: .*EEXIST/);
});

longTest(
  'a Lambda package has Chromium beside the bundle, and needs neither the npm package nor a place to write',
  async () => {
    const lambda = join(root, 'lambda');
    await shipChromium(lambda);
    mkdirSync(join(root, 'process'));
    const rendering = new URL('../../../shared/rendering/', import.meta.url);
    copyFileSync(new URL('chromium/unpack-chromium.ts', rendering), join(lambda, 'unpack-chromium.ts'));
    copyFileSync(new URL('process/scratch.ts', rendering), join(root, 'process', 'scratch.ts'));
    const code = 'console.log((await unpackChromium()).executable);';
    const found = async () => {
      const { firstLine, ended } = start(
        root,
        'unpack-chromium.ts',
        'unpackChromium',
        code,
        `${pathToFileURL(lambda)}/`,
      );
      const line = await firstLine;
      await ended;
      return line;
    };
    const shipped = join(lambda, 'chromium', 'chromium');
    expect(await found()).toBe(shipped);

    // Some emulators unpack the package without the rights of its files.
    chmodSync(shipped, 0o444);
    const copy = await found();
    expect(copy).toMatch(/chromium-copy-\d+\/chromium$/);
    expect(statSync(copy)).toMatchObject({ size: wholeBytes, mode: 0o100_555 });
    expect(await found()).toBe(copy);
  },
  60_000,
);
