/** Pointers to documents lead somewhere: those in comments and titles, and the links between the pages themselves. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nothingPointsOutside, type Pages, pointersLead } from '../support/docs/pointers.ts';
import { anchorOf, pageAt, pageOf } from '../support/markdown.ts';

const root = join(import.meta.dirname, '..', '..');
const files = (pattern: string) => globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') });

const pages: Pages = new Map(files('{README.md,docs/*.md}').map((file) => [file, pageAt(file)]));
/** Without the tests of this folder, which plant breaches. */
const sources = files('{bin,functions,lib,shared,test}/**/*.{js,py,sh,ts}')
  .filter((file) => !file.startsWith('test/docs/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('every pointer from a source names a page and a heading that exist', () => {
  expect(sources.flatMap(pointersLead(pages))).toEqual([]);
});

test('nothing points to a text outside the repository, or to the number of a section', () => {
  expect(sources.flatMap(nothingPointsOutside)).toEqual([]);
});

test('the sources were read, and point to the contract', () => {
  const pointing = sources.filter(({ text }) => text.includes('docs/contract.md, "'));
  expect(pointing.length).toBeGreaterThan(10);
});

test.each([...pages])('no heading of %s stands twice', (_, { sections }) => {
  const headings = sections.map(({ heading }) => heading);
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
});

const links = [...pages].flatMap(([file, page]) => page.links.map((link) => [file, link] as const));

test.each(links.filter(([, link]) => /^[\w./-]*#/.test(link)))('in %s the link %s leads to a heading', (file, link) => {
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? file : join(file, '..', path);
  expect(pages.get(target)?.sections.map(({ heading }) => anchorOf(heading))).toContain(anchor);
});

const page = pageOf('# Contract\n\n## Jobs\n\n## Checks\n');
const found = (text: string): string[] => [
  ...pointersLead(new Map([['docs/contract.md', page]]))({ file: 'x.ts', text }),
  ...nothingPointsOutside({ file: 'x.ts', text }),
];

test.each([
  ['/** docs/contract.md, "Letters" */', 'points to "Letters", which is no heading of docs/contract.md'],
  ['/** docs/contract.md, "Jobs" and "Faxes" */', 'points to "Faxes", which is no heading of docs/contract.md'],
  ['/**\n * docs/contract.md,\n * "Faxes". */', 'points to "Faxes", which is no heading of docs/contract.md'],
  ['// docs/house.md', 'points to docs/house.md, which does not exist'],
  ['/** Specification 4.4. */', 'says "Specification 4": name a heading of docs/contract.md'],
  ['/** The contract, section 7. */', 'says "contract, section 7": name a heading of docs/contract.md'],
  ["test('as the specification says')", 'says "the specification": name a heading of docs/contract.md'],
])('a breach is found in %j', (text, says) => {
  expect(found(text)).toEqual([`x.ts ${says}`]);
});

test.each([
  '/** docs/contract.md, "Jobs" and "Checks": the rules. */',
  '// docs/contract.md has it',
  "a('docs/contract.md', 'Faxes')",
  "openTable('contract', 4)",
])('no breach is found in %j', (text) => {
  expect(found(text)).toEqual([]);
});
