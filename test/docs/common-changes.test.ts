/** docs/common-changes.md: its files are there, each has what the page says to look for, and so are its suites. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Each change by its heading: the rows of its table, and the line with the suites that fail until all is done. */
const changes = read('docs/common-changes.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = ''] = section.split('\n');
    const rows = [...section.matchAll(/^\| `(.+?)` \| (.+?) \| (.+) \|$/gm)];
    const red = section.split('\n').find((line) => line.startsWith('Red until done: ')) ?? '';
    return { heading, red, rows: rows.map(([, file = '', marks = '', todo = '']) => ({ file, marks, todo })) };
  });

test('the page has the seven changes', () => {
  expect(changes.map(({ heading }) => heading)).toEqual([
    ...['A price', 'A tax rate', 'A sentence on a page', 'A page', 'A setting', 'An option of a product', 'A language'],
  ]);
});

test.each(
  changes.flatMap(({ heading, rows }) => rows.map(({ file, marks }) => [heading, file, codeIn(marks)] as const)),
)('for "%s", %s has what the page says to look for', (_, file, marks) => {
  expect(marks.length).toBeGreaterThan(0);
  const text = read(file);
  expect(marks.filter((mark) => !text.includes(mark))).toEqual([]);
});

test.each(changes)('the suites and commands for "$heading" are there', ({ red, rows }) => {
  const { scripts } = JSON.parse(read('package.json'));
  const codes = codeIn([red, ...rows.map(({ todo }) => todo)].join('\n'));
  const suites = codes.filter((code) => code.startsWith('test/'));
  expect(suites.filter((suite) => globSync(`${suite}{,.test.ts}`, { cwd: root }).length === 0)).toEqual([]);
  const commands = codes.filter((code) => code.startsWith('npm run ')).map((code) => code.split(' ')[2] ?? '');
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  expect(red).toMatch(/`(?:test\/|npm run )/);
});

/** The change itself as text: what the page sends its reader to is what decides. */
test.each([
  ['A price', 'shared/products/common.ts', /base: \{ bw: \d+, color: \d+ \}/],
  ['A tax rate', 'shared/domain/places/provinces.json', /"label": "HST [\d.]+%",\s+"rate": \d+/],
  ['A sentence on a page', 'shared/pages/french/french.json', /"Contact support": "[^"]+"/],
  ['A page', 'functions/manifest.ts', /http\('verify', \['GET \/v1\/verify'/],
  ['A setting', 'shared/config/config.ts', /REQUEST_LIMITS: z\.pipe\(/],
  ['An option of a product', 'shared/products/letter/letter.ts', /address_page: flag\(/],
  ['A language', 'shared/pages/language.ts', /type Language = 'en' \| 'fr';/],
])('"%s" is made in %s, where the page says', (name, file, place) => {
  expect(changes.find(({ heading }) => heading === name)?.rows.map((row) => row.file)).toContain(file);
  expect(read(file).match(new RegExp(place, 'g'))?.length).toBeGreaterThan(0);
});
