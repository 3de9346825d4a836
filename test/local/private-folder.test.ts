/** The data folder is private to this user, even if it was not before. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderPrivate, startEmulators } from '../../lib/local/emulators/emulators.ts';
import { newFolder } from '../support/new-folder.ts';

const parent = newFolder();
const umask = process.umask();
afterAll(() => process.umask(umask));

/** The modes of the folder and of every file and folder in it. */
const modesIn = (folder: string): [name: string, mode: string][] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => {
    const stat = statSync(join(folder, name));
    return [name, (stat.mode & 0o777).toString(8).concat(stat.isDirectory() ? '/' : '')];
  });

test('everything that the emulators store is private', async () => {
  const data = join(parent, 'data');
  mkdirSync(data);
  chmodSync(data, 0o755);
  const before = process.umask(0o022);
  const emulators = await startEmulators(data);
  await emulators.close();
  process.umask(before);
  const modes = modesIn(data);
  expect(modes.length).toBeGreaterThan(5);
  expect(modes.filter(([, mode]) => mode !== '700/' && mode !== '600')).toEqual([]);
});

test('a folder that cannot be created gives a one-line error', async () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  await expect(makeFolderPrivate(join(file, 'data'))).rejects.toThrow(/^DATA_DIR can’t be made a private folder/);
});
