/** The client packages have the same version, and the installed JavaScript package runs and has types. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../support/new-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const tsc = join(root, 'node_modules/.bin/tsc');

const program = `
import { contentHash, newIdempotencyKey, printAndMail, type LetterQuote } from 'print-and-mail';
const api = printAndMail('http://127.0.0.1:9/v1');
const total = (quote: LetterQuote): string => quote.total;
// @ts-expect-error: the types reject a path that does not exist.
export const wrong = () => api.GET('/nowhere');
// @ts-expect-error: a total is a string.
export const sum = (quote: LetterQuote): number => total(quote);
console.log(newIdempotencyKey().length, (await contentHash({ content: 'Dear Ada' })).length);
`;

test('the built package runs, and its types are found', () => {
  const { files, dependencies } = json('client/package.json');
  const folder = newFolder();
  const installed = join(folder, 'node_modules/print-and-mail');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'client/package.json'), join(installed, 'package.json'));
  execFileSync(tsc, ['-p', join(root, 'client'), '--outDir', join(installed, files[0])]);
  for (const name of [...Object.keys(dependencies), 'openapi-typescript-helpers'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'program.mts'), program);
  const flags = ['--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const checked = spawnSync(tsc, [...flags, 'program.mts'], { cwd: folder });
  expect(`${checked.stdout}`).toBe('');
  // The lengths of a UUID and of a SHA-256 in hexadecimal.
  expect(execFileSync(process.execPath, [join(folder, 'program.mjs')], { encoding: 'utf8' })).toBe('36 64\n');
  expect(json('package.json').devDependencies).toMatchObject(dependencies);
});

test('everything that a tag publishes has the same version, and the changelog has it too', () => {
  const [, project = ''] = readFileSync(join(root, 'client/python/pyproject.toml'), 'utf8').split('[project]');
  const { name, version, license } = json('client/package.json');
  const python = Object.fromEntries([...project.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, key, value]) => [key, value]));
  expect(python).toMatchObject({ name, version, license });
  for (const file of ['package.json', 'docs/server.json']) expect(json(file)).toMatchObject({ version });
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(new RegExp(`^## ${version}$`, 'm'));
});

test('npx finds the command, and an old Node shows which version is needed', () => {
  const { bin } = json('package.json');
  const program = readFileSync(join(root, bin['print-and-mail']), 'utf8');
  expect(program).toMatch(/^#!\/usr\/bin\/env node\n/);
  // An old Node cannot parse the project's files, so the version is checked before they are loaded.
  expect(program.indexOf('This needs Node 24')).toBeLessThan(program.indexOf('../lib/'));
  expect(program).not.toMatch(/^import .*\.ts'/m);
});
