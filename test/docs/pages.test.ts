/** The pages name files, folders and headings that exist, and so do the comments that point to a page. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf, type Page, pageAt } from '../support/markdown.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') });
const pages = new Map<string, Page>(files('{README.md,docs/*.md}').map((file) => [file, pageAt(file)]));

test.each(['shared', 'lib'])('every folder of %s has its row in docs/architecture.md', (parent) => {
  const entries = readdirSync(join(root, parent), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}/`);
  const rows = read('docs/architecture.md').matchAll(/^\| `([^`]+\/)` \|/gm);
  expect([...rows].map(([, path = '']) => path)).toEqual(expect.arrayContaining(folders));
});

/** Runs of the project write them, and no checkout has them. */
const ignored = read('.gitignore').split('\n');
const folders = readdirSync(root, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !ignored.includes(`${entry.name}/`),
);
const isPath = (words: string) => folders.some(({ name }) => words.startsWith(`${name}/`)) && !/\s/.test(words);

test.each([
  'README.md',
  ...['architecture', 'contributing', 'promises', 'security', 'add-a-product'].map((name) => `docs/${name}.md`),
])('every path that %s names exists', (name) => {
  // The page about a new product names files as for a postcard, and suites as one types them.
  const text = read(name).replaceAll('postcard', 'letter');
  const paths = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words).filter(isPath);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !['', '.test.ts'].some((end) => existsSync(join(root, path + end))))).toEqual([]);
});

const links = [...pages].flatMap(([file, { links }]) => links.map((link) => [file, link] as const));

test.each(links.filter(([, link]) => !/^\w+:/.test(link)))('in %s the link %s works', (file, link) => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(file, '..', path);
  expect(existsSync(join(root, target))).toBe(true);
  const page = pages.get(target);
  if (anchor !== undefined && page !== undefined)
    expect(page.sections.map(({ heading }) => anchorOf(heading))).toContain(anchor);
});

test.each([...pages])('no heading of %s occurs twice', (_, { sections }) => {
  const headings = sections.map(({ heading }) => heading);
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
});

test('every comment that points to docs/ names a page and heading that exist', () => {
  // `docs/contract.md, "Jobs" and "Checks"`, in comments that may be broken over two lines.
  const pointers = files('{bin,functions,lib,shared,test}/**/*.{js,py,sh,ts}').flatMap((file) =>
    [
      ...read(file)
        .replace(/\n[ \t]*(?:\*|\/\/|#) ?/g, ' ')
        .matchAll(/\b(docs\/[\w-]+\.md)((?:(?:,|,? and) "[^"\n]+")*)/g),
    ].map(([, path = '', quoted = '']) => ({
      file,
      path,
      headings: [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading),
    })),
  );
  expect(pointers.filter(({ headings }) => headings.length > 0).length).toBeGreaterThan(10);
  const known = (path: string) => pages.get(path)?.sections.map(({ heading }) => heading);
  expect(pointers.filter(({ path, headings }) => !headings.every((heading) => known(path)?.includes(heading)))).toEqual(
    [],
  );
  expect(pointers.filter(({ path }) => !pages.has(path))).toEqual([]);
});
