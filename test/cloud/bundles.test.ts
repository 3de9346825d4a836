/** The packages of the functions: their sizes at the start, and that none carries code that only another needs. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FunctionRow, manifest } from '../../functions/manifest.ts';
import { type Bundle, bundle } from '../../lib/cloud/packaging/bundles.ts';
import { sizesTable } from '../../lib/cloud/packaging/sizes.ts';
import { isRenderer } from '../../lib/cloud/stack/renderer.ts';
import { sample } from '../support/proofs.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
let bundles: readonly Bundle[] = [];

/** The smallest, the largest, the one that prints and the one with guides, in any case. */
const outright = ['health', 'not-found', 'mcp', 'order-form', 'render', 'show-about'];
const isOutright = ({ name }: FunctionRow) => outright.includes(name);
const rows = [
  ...manifest.filter(isOutright),
  ...sample(
    manifest.filter((row) => !isOutright(row)),
    12,
    'packages of functions',
  ),
];

beforeAll(async () => {
  bundles = await bundle(rows, folder);
  process.stdout.write(`${sizesTable(bundles)}\n`);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const named = (name: string): Bundle => {
  const found = bundles.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no bundle ${name}`);
  return found;
};

const names = rows.map(({ name }) => name);
const touchingTable = rows.filter(({ needs }) => needs.some((need) => need.startsWith('table')));
const notRendering = rows.filter((row) => !isRenderer(row)).map(({ name }) => name);

test.each(['health', 'not-found'])('%s weighs at most 66 kB, all told', (name) => {
  expect(named(name).codeBytes).toBeLessThanOrEqual(66_000);
});

const largest: readonly string[] = ['mcp', 'order-form'];

test.each(touchingTable.filter(({ name }) => !largest.includes(name)))(
  '$name reads at most 700 kB when it starts',
  ({ name }) => {
    expect(named(name).startBytes).toBeLessThanOrEqual(700_000);
  },
);

test('order-form, which quotes and orders every product and draws their pages, reads at most 770 kB', () => {
  expect(named('order-form').startBytes).toBeLessThanOrEqual(770_000);
});

test('render, which starts while a caller waits, reads at most 900 kB', () => {
  expect(named('render').startBytes).toBeLessThanOrEqual(900_000);
});

test('mcp, which carries the protocol beside every use case, reads at most 1.15 MB', () => {
  expect(named('mcp').startBytes).toBeLessThanOrEqual(1_150_000);
});

test('show-about, which carries every schema and every guide, is at most 700 kB, and reads at most 60 kB at first', () => {
  const { folder: own, startBytes, codeBytes } = named('show-about');
  const guides = readdirSync(join(own, 'docs')).map((file) => statSync(join(own, 'docs', file)).size);
  expect(guides.length).toBeGreaterThan(0);
  expect(guides.reduce((sum, size) => sum + size, codeBytes)).toBeLessThanOrEqual(700_000);
  expect(startBytes).toBeLessThanOrEqual(60_000);
});

test.each(notRendering)('%s carries no browser', (name) => {
  const browser = named(name).inputs.filter((input) => /puppeteer|chromium/.test(input));
  expect(browser).toEqual([]);
});

test('the function that prints is known to carry it: the test above can fail', () => {
  expect(named('render').inputs.some((input) => input.includes('puppeteer-core'))).toBe(true);
});

/** Each of them has been hung and crashed by some file, so only child processes may load them. */
test.each(names)('%s opens no PDF by itself', (name) => {
  expect(named(name).inputs.filter((input) => /node_modules\/(?:@hyzyla\/pdfium|pdf-lib)\//.test(input))).toEqual([]);
});

/** esbuild's helper for it would be named in page code, which runs where that helper does not exist. */
test('functions keep no names: their page code is sent to the browser as it stands', () => {
  const code = readFileSync(join(named('render').folder, 'index.mjs'), 'utf8');
  expect(code).not.toMatch(/__name|defineProperty\(\w+,"name"/);
});

test.each(notRendering)('%s starts: its code loads on a bare Node, with nothing of the environment', async (name) => {
  const script = `console.log(typeof (await import(${JSON.stringify(join(named(name).folder, 'index.mjs'))})).handler)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env: {} });
  expect(stdout.trim()).toBe('function');
});

test.each(names)('%s finds beside it what its code looks for', (name) => {
  const { inputs, folder: own } = named(name);
  const has = (input: string) => inputs.some((one) => one.endsWith(input));
  const isThere = (file: string) => existsSync(join(own, file));
  const tinos = 'node_modules/@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf';
  const script = 'node_modules/@expo-google-fonts/dancing-script/600SemiBold/DancingScript_600SemiBold.ttf';
  expect({
    readers: ['draw-child', 'fitness-child'].every((child) => isThere(`${child}.mjs`)),
    inspector: isThere('inspect-pdf-child.mjs'),
    joiner: isThere('join-pdfs-child.mjs'),
    mender: isThere('mend-pdf-child.mjs'),
    documents: isThere('docx-child.mjs'),
    photographs: isThere('photo-child.mjs'),
    pictures: isThere('picture-child.mjs'),
    pdfium: isThere('pdfium.wasm'),
    tinos: isThere(tinos),
    script: isThere(script),
    guides: isThere('docs/contract.md'),
  }).toEqual({
    readers: has('shared/rendering/process/read-in-child.ts'),
    inspector: has('shared/rendering/pdf/inspect-pdf.ts'),
    joiner: has('shared/rendering/pdf/join-pdfs.ts'),
    mender: has('shared/rendering/pdf/mend-pdf.ts'),
    documents: has('shared/rendering/docx/docx.ts'),
    photographs: has('shared/rendering/photo/photo.ts'),
    pictures: has('shared/rendering/marks/picture.ts'),
    pdfium: has('shared/rendering/process/read-in-child.ts'),
    tinos: has('shared/rendering/font/tinos.ts'),
    script: has('shared/rendering/marks/face-files.ts'),
    guides: has('shared/doors/docs/guides.ts'),
  });
});

test.each(rows)('$name has the adapters of its needs', ({ name, needs }) => {
  const carries = (code: string) => named(name).inputs.some((input) => input.includes(code));
  const calls = (client: string) => carries(`node_modules/@aws-sdk/${client}/`);
  const has = (...any: string[]) => needs.some((need) => any.includes(need));
  expect({
    table: calls('client-dynamodb'),
    queue: calls('client-sqs'),
    documents: calls('client-s3'),
    functions: calls('client-lambda'),
    secret: calls('client-secrets-manager'),
    addresses: carries('shared/adapters/addresses/look-up.ts'),
    printPartners: carries('shared/adapters/partners/mail/outcome.ts'),
    faxPartners: carries('shared/adapters/partners/fax/outcome.ts'),
    payments: carries('node_modules/stripe/'),
  }).toEqual({
    table: has('table', 'table:read'),
    queue: has('queue:send'),
    documents: has('documents', 'documents:print'),
    functions: has('render'),
    addresses: has('addresses'),
    secret: has('signing-key', 'fingerprints', 'partners', 'payments', 'addresses'),
    printPartners: has('partners'),
    faxPartners: has('partners'),
    payments: has('payments'),
  });
});
