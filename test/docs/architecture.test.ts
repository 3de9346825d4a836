/** docs/architecture.md, docs/contributing.md and README.md name only files, folders and states that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const page = (path: string) => readFileSync(join(root, path), 'utf8');
const architecture = page('docs/architecture.md');

test.each(['shared', 'lib'])('every folder of %s has its row', (parent) => {
  const entries = readdirSync(join(root, parent), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}/`);
  const rows = architecture.matchAll(/^\| `([^`]+\/)` \|/gm).map(([, path = '']) => path);
  expect([...rows]).toEqual(expect.arrayContaining(folders));
});

/** Runs of the project write them, and no checkout has them. */
const ignored = page('.gitignore').split('\n');
const folders = readdirSync(root, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !ignored.includes(`${entry.name}/`),
);
const isPath = (words: string) => folders.some(({ name }) => words.startsWith(`${name}/`)) && !/\s/.test(words);

test.each(['README.md', 'docs/architecture.md', 'docs/contributing.md'])(
  'every path that %s names is there',
  (name) => {
    const paths = [...page(name).matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words).filter(isPath);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

test.each(pages.filter((name) => name.endsWith('.md')))('every link of %s to a file leads to one', (name) => {
  const links = [...page(name).matchAll(/\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/g)].map(([, link = '']) => link);
  const missing = links.filter((link) => !existsSync(normalize(join(root, name, '..', link))));
  expect(missing).toEqual([]);
});
