/** The paths, links and headings that docs and comments name exist, and the docs' tables match the code. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicStatus, type State } from '../../shared/domain/job/lifecycle.ts';
import { transitions } from '../../shared/domain/job/transitions.ts';
import { stripeEventTypes } from '../../shared/partners/stripe/event.ts';
import { catalog } from '../../shared/products/index.ts';
import { monthlyCost } from '../support/cost.ts';
import { anchorOf, type Page, pageAt, tableOf } from '../support/markdown.ts';
import { withConversations } from '../tools/conversations.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') });
const pages = new Map<string, Page>(files('{README.md,docs/*.md}').map((file) => [file, pageAt(file)]));

const ignored = read('.gitignore').split('\n');
const folders = readdirSync(root, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !ignored.includes(`${entry.name}/`),
);
const isPath = (code: string) => folders.some(({ name }) => code.startsWith(`${name}/`)) && !/\s/.test(code);
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

test.each([
  'README.md',
  ...['architecture', 'contributing', 'promises', 'security', 'add-a-product'].map((name) => `docs/${name}.md`),
])('every path that %s names exists', (name) => {
  // The page about a new product uses a postcard as its example. Suites are named without their extension.
  const paths = codeIn(read(name).replaceAll('postcard', 'letter')).filter(isPath);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !['', '.test.ts'].some((end) => existsSync(join(root, path + end))))).toEqual([]);
});

test('the runbook begins with what no alarm means, and each exception it names has a row', () => {
  const [, first = '', ...rest] = read('docs/runbook.md').split('\n\n');
  expect(first).toContain('none of these alarms means that a letter went out twice');
  for (const exception of codeIn(first)) expect(rest.join('\n')).toContain(`\`${exception}\``);
});

test('no page has readers run TypeScript with their own Node, which may be too old for it', () => {
  expect([...pages.keys()].flatMap((file) => read(file).match(/(?:^|`)node \S+\.ts/gm) ?? [])).toEqual([]);
});

test('docs/contributing.md follows its own rule of at most 20 words a sentence', () => {
  const prose = read('docs/contributing.md').replaceAll(/^[|#].*$|\*|\]\(\S+\)/gm, '');
  const sentences = prose.split(/(?<=[.:;!?])\s+|\n+/);
  expect(sentences.filter((sentence) => sentence.split(/\s+/).length > 20)).toEqual([]);
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

test('every comment that refers to docs/ names an existing page and heading', () => {
  // Such as `docs/contract.md, "Jobs" and "Checks"`, which may span two lines.
  const references = files('{bin,functions,lib,shared,test}/**/*.{js,py,sh,ts}').flatMap((file) =>
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
  expect(references.filter(({ headings }) => headings.length > 0).length).toBeGreaterThan(10);
  const isValid = (path: string, heading: string) =>
    pages.get(path)?.sections.some((section) => section.heading === heading);
  expect(references.filter(({ path, headings }) => !headings.every((heading) => isValid(path, heading)))).toEqual([]);
  expect(references.filter(({ path }) => !pages.has(path))).toEqual([]);
});

const contract = pageAt('docs/contract.md');
const rowsOf = (heading: string, column: string) => tableOf(contract, heading, column).rows;

/** The first cells of the rows that have a value in `column`. */
function cellsIn(heading: string, first: string, column: string): string[] {
  const { header, rows } = tableOf(contract, heading, first);
  const at = header.indexOf(column);
  return rows.flatMap((row) => (row[at] === '–' ? [] : (row[0] ?? '').split(', ')));
}

type Shape = Readonly<{ properties: Record<string, Shape>; items?: Shape; enum?: string[]; const?: string }>;
const { schemas } = JSON.parse(read('docs/openapi.json')).components;

/** A schema of docs/openapi.json, or its member at this path; a list's path continues in its items. */
const shape = (name: string, ...path: readonly string[]): Shape =>
  path.reduce((each, member) => (each.items ?? each).properties[member], schemas[name]);

const valuesOf = ({ enum: values, const: only = '' }: Shape) => (values ?? [only]).toSorted();

const products = Object.keys(catalog);
const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

test.each<[heading: string, first: string, column: string, shape: Shape]>([
  ['Statuses', 'Status', 'Status', shape('LetterStatus', 'status')],
  ['Refunds', 'Refund', 'Refund', shape('LetterStatus', 'refund')],
  ['Checked addresses', 'Status', 'Status', shape('LetterStatus', 'address_check', 'status')],
  ['Timeline', 'Step', 'Step', shape('Timeline', 'step')],
  ['Test mode', 'payment_mode', 'payment_mode', shape('Health', 'payment_mode')],
  ...products.flatMap((name): [string, string, string, Shape][] => [
    ['Fulfillment status', 'Status', capitalized(name), shape(`${capitalized(name)}Status`, 'fulfillment_status')],
    ['Delivery status', 'Status', capitalized(name), shape(`${capitalized(name)}Status`, 'delivery_status')],
  ]),
])('docs/contract.md, %s: %s, %s has the values of the schema', (heading, first, column, values) => {
  expect(cellsIn(heading, first, column).sort()).toEqual(valuesOf(values));
});

test('docs/contract.md lists the payment events that change a job', () => {
  expect(rowsOf('Payment events', 'Event').map(([event]) => event)).toEqual(stripeEventTypes);
});

test('docs/contract.md lists the possible changes of status', () => {
  const order = { id: 'order', stage: 'accepted', readAt: 0 } as const;
  const possible = Object.entries(transitions).flatMap(([from, cells]) => {
    const before = publicStatus({ state: from as State });
    // Once the partner has the order, the job is never shown as `paid` again.
    const partners = { paid: [{}, { partner: order }], fulfilled: [{ partner: order }] } as const;
    return (partners[before as keyof typeof partners] ?? [{}]).flatMap((partner) =>
      Object.values(cells).map(({ to }) => [
        publicStatus({ state: from as State, ...partner }),
        publicStatus({ state: to, ...partner }),
      ]),
    );
  });
  const changes = new Set(possible.filter(([from, to]) => from !== to).map((pair) => pair.join(' → ')));
  const listed = rowsOf('Statuses', 'From').map(([from, to]) => `${from} → ${to}`);
  expect(listed.sort()).toEqual([...changes].sort());
});

/** Each change of docs/common-changes.md, with the rows of its table: a file, and the code to look for in it. */
const commonChanges = read('docs/common-changes.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = ''] = section.split('\n');
    const rows = [...section.matchAll(/^\| `(.+?)` \| (.+?) \| .+ \|$/gm)];
    return { heading, rows: rows.map(([, file = '', marks = '']) => ({ file, marks })) };
  });

test.each(
  commonChanges.flatMap(({ heading, rows }) => rows.map(({ file, marks }) => [heading, file, codeIn(marks)] as const)),
)('for "%s" in docs/common-changes.md, %s has what to look for', (_, file, marks) => {
  expect(marks.length).toBeGreaterThan(0);
  const text = read(file);
  expect(marks.filter((mark) => !text.includes(mark))).toEqual([]);
});

/** Leaves out prices, so that a new price fails only the suite of golden prices. */
const withoutPrices = (text: string) => text.replaceAll(/\$\d+\.\d\d/g, '$…');

test('the conversation in docs/assistants.md is up to date (npm run docs updates it)', async () => {
  const page = read('docs/assistants.md');
  expect(withoutPrices(page)).toBe(withoutPrices(await withConversations(page)));
});

test.each([
  [0, 5.5],
  [1_000, 7.5],
  [10_000, 13],
  [100_000, 46],
])(
  'a month of %i orders costs at most %d USD, and docs/cost.md is right to within a dollar (npm run cost)',
  (orders, max) => {
    const row = new RegExp(`^\\| ${orders.toLocaleString('en-US')} \\| ([\\d.]+) \\| ([\\d.]+) \\|$`, 'm');
    const [, list, free] = row.exec(read('docs/cost.md')) ?? [];
    expect(monthlyCost(orders, false)).toBeLessThanOrEqual(max);
    expect(Math.abs(monthlyCost(orders, false) - Number(list))).toBeLessThan(1);
    expect(Math.abs(monthlyCost(orders, true) - Number(free))).toBeLessThan(1);
  },
);
