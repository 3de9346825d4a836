/** Incomplete files of Chromium are never used, even after a kill, tampering, or two starts at once. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { shipChromium, unpackChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import { newFolder } from '../../support/new-folder.ts';
import { chromiumFolder, start } from '../../support/rendering/launch-node.ts';
import { longTest } from '../../support/sampling.ts';

const root = newFolder();
const target = join(root, 'unpacked', 'chromium-x');
const chromium = join(target, 'chromium');
/** The size of the executable in the npm package's current version. */
const completeBytes = 209_022_176;

/** Another process that unpacks into `target` and prints the browser's path. */
const unpackElsewhere = () =>
  start(
    root,
    `import { unpackChromium } from '${chromiumFolder}unpack-chromium.ts';
    console.log((await unpackChromium(${JSON.stringify([target])})).executable);`,
  );

function firstChangeIn(folder: string): Promise<void> {
  return new Promise((done) => {
    const watcher = watch(folder, () => {
      watcher.close();
      done();
    });
  });
}

beforeEach(() => mkdirSync(dirname(target), { recursive: true }));

test('after a kill while Chromium is unpacked, the next start removes the incomplete folder and unpacks again', async () => {
  rmSync(target, { recursive: true, force: true });
  const hasStarted = firstChangeIn(dirname(target));
  const first = unpackElsewhere();
  await hasStarted;
  first.child.kill('SIGKILL');
  await first.ended;
  expect(readdirSync(dirname(target))).toEqual([expect.stringContaining('scratch')]);

  await unpackChromium([target]);
  expect(readdirSync(dirname(target))).toEqual(['chromium-x']);
  expect(statSync(chromium).size).toBe(completeBytes);
}, 60_000);

test('a complete copy of Chromium is used unchanged, and nothing is written', async () => {
  await unpackChromium([target]);
  const before = statSync(target);
  const files = await unpackChromium([join(root, 'not-made'), target]);
  expect(files).toEqual({ executable: chromium, libraries: join(target, 'lib') });
  expect(existsSync(join(root, 'not-made'))).toBe(false);
  expect(statSync(target)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  expect(statSync(chromium).mode & 0o777).toBe(0o555);
});

longTest(
  'a copy of Chromium with a changed byte or an added library fails its hash and is unpacked again',
  async () => {
    await unpackChromium([target]);
    chmodSync(chromium, 0o700);
    const opened = openSync(chromium, 'r+');
    writeSync(opened, Buffer.from([0xff]), 0, 1, completeBytes / 2);
    closeSync(opened);
    await unpackChromium([target]);
    writeFileSync(join(target, 'lib', 'libc.so.6'), 'x');
    await unpackChromium([target]);
    expect(statSync(chromium).size).toBe(completeBytes);
    expect(readdirSync(join(target, 'lib'))).not.toContain('libc.so.6');
    expect(readdirSync(dirname(target))).toEqual(['chromium-x']);
  },
  60_000,
);

longTest(
  'two processes that unpack Chromium at once both get complete files, and only one copy remains',
  async () => {
    rmSync(target, { recursive: true, force: true });
    const processes = [unpackElsewhere(), unpackElsewhere()];
    expect(await Promise.all(processes.map(({ firstOutput }) => firstOutput))).toEqual([chromium, chromium]);
    await Promise.all(processes.map(({ ended }) => ended));
    expect(readdirSync(dirname(target))).toEqual(['chromium-x']);
  },
  60_000,
);

test('Chromium is unpacked into the next folder if the first one cannot be written to', async () => {
  // A file in the path also stops root, which a read-only folder would not.
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect((await unpackChromium([join(file, 'chromium-x'), target])).executable).toBe(chromium);
  await expect(unpackChromium([join(file, 'chromium-x')])).rejects.toThrow(/cannot be unpacked: .*EEXIST/);
});

longTest(
  'a Lambda package has Chromium next to the bundle, and needs neither the npm package nor a writable folder',
  async () => {
    const lambda = join(root, 'lambda');
    await shipChromium(lambda);
    mkdirSync(join(root, 'process'));
    copyFileSync(new URL('unpack-chromium.ts', chromiumFolder), join(lambda, 'unpack-chromium.ts'));
    for (const name of ['scratch.ts', 'proc.ts'])
      copyFileSync(new URL(`../process/${name}`, chromiumFolder), join(root, 'process', name));
    const source = `import { unpackChromium } from '${pathToFileURL(lambda)}/unpack-chromium.ts';
      console.log((await unpackChromium()).executable);`;
    /** The path of the browser that the package uses. */
    const executableInPackage = async () => {
      const { firstOutput, ended } = start(root, source);
      const line = await firstOutput;
      await ended;
      return line;
    };
    const shipped = join(lambda, 'chromium', 'chromium');
    expect(await executableInPackage()).toBe(shipped);

    // Some emulators unpack the package without the files' permissions.
    chmodSync(shipped, 0o444);
    const copy = await executableInPackage();
    expect(copy).toMatch(/chromium-copy-\d+\/chromium$/);
    expect(statSync(copy)).toMatchObject({ size: completeBytes, mode: 0o100_555 });
    expect(await executableInPackage()).toBe(copy);

    // A copy that cannot be executed is replaced, even by two processes at once.
    chmodSync(copy, 0o444);
    expect(await Promise.all([executableInPackage(), executableInPackage()])).toEqual([copy, copy]);
    expect(statSync(copy).mode).toBe(0o100_555);
    expect(readdirSync(root)).not.toContainEqual(expect.stringContaining('scratch'));
  },
  60_000,
);
