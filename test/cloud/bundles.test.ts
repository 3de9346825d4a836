/** The packages of the functions: their sizes at the start, and that each starts by itself. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifest } from '../../functions/manifest.ts';
import { isRenderer, type LambdaRow, lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { type Bundle, builtFrom, bundle, root } from '../../lib/cloud/packaging/bundles.ts';
import { sample } from '../support/proofs.ts';

const run = promisify(execFile);
/** `test/all.sh` keeps the packages for the deployed stack. */
const kept = process.env.DEPLOYED_BUNDLES;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'bundles-'));
let bundles: readonly Bundle[] = [];

/** The smallest, the largest, the one that prints and all groups, in any case. */
const functions = lambdaRows(manifest);
const outright = ['health', 'mcp', 'order-form', 'render'];
const isOutright = ({ name, handlers }: LambdaRow) => outright.includes(name) || handlers.length > 1;
const rows = [
  ...functions.filter(isOutright),
  ...sample(
    functions.filter((row) => !isOutright(row)),
    9,
    'packages of functions',
  ),
];

beforeAll(async () => {
  bundles = await bundle(rows, folder);
}, 300_000);

afterAll(() => {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
});

const named = (name: string): Bundle => {
  const found = bundles.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no bundle ${name}`);
  return found;
};

const names = rows.map(({ name }) => name);

test('health names the version and the commit that it was built from, and no other function changes with a commit', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const codeOf = (name: string) =>
    readdirSync(named(name).folder)
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => readFileSync(join(named(name).folder, file), 'utf8'))
      .join();
  expect(codeOf('health')).toMatch(new RegExp(`"${version.replaceAll('.', '\\.')}"`));
  const { commit = '' } = builtFrom(root);
  expect(commit).toMatch(/^[0-9a-f]{12}(-dirty)?$/);
  expect(names.filter((name) => codeOf(name).includes(commit))).toEqual(['health']);
});

test.each(rows)(
  '$name reads at most 670 kB when it starts; mcp, which has the protocol and every use case, 915 kB',
  ({ name }) => {
    expect(named(name).startBytes).toBeLessThanOrEqual(name === 'mcp' ? 915_000 : 670_000);
  },
);

test.each(rows)('$name carries a browser only if it prints', (row) => {
  expect(named(row.name).inputs.some((input) => /puppeteer|chromium\/launch/.test(input))).toBe(isRenderer(row));
});

/** Each of them has been hung and crashed by some file, so only child processes may load them. */
test.each(names)('%s opens no PDF by itself', (name) => {
  expect(named(name).inputs.filter((input) => /node_modules\/(?:@hyzyla\/pdfium|pdf-lib)\//.test(input))).toEqual([]);
});

/** esbuild's helper for it would be named in page code, which runs where that helper does not exist. */
test('functions keep no names: their page code is sent to the browser unchanged', () => {
  const code = readFileSync(join(named('render').folder, 'index.mjs'), 'utf8');
  expect(code).not.toMatch(/__name|defineProperty\(\w+,"name"/);
});

test.each(['pay', 'create-letter-job'])('%s reads its secret when it starts, and ends without it', async (name) => {
  const script = `await import(${JSON.stringify(join(named(name).folder, 'index.mjs'))})`;
  const env = {
    ISSUED_KEYS_ARN: 'arn:of-the-keys',
    ISSUED_KEYS_FIELDS: 'STRIPE_SECRET_KEY',
    SECRET_ARN: 'arn:of-the-secret',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://127.0.0.1:9',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const ended = run(process.execPath, ['--input-type=module', '--eval', script], { env });
  await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
});

/** `fetch` takes 30 ms to load, and an `import` of `node:http` brings it along unasked. */
const fetching = 'NativeModule internal/deps/undici/undici';
/** An `import` of `node:process` makes all of its members, and this is one. */
const reporting = 'NativeModule internal/process/report';

test.each(rows.filter((row) => !isRenderer(row)))(
  '$name starts on a bare Node, with nothing of the environment, without `fetch` or a report, in half of its memory',
  async ({ name, memoryMb }) => {
    const module = JSON.stringify(join(named(name).folder, 'index.mjs'));
    const script = `const { handler } = await import(${module}); console.log(JSON.stringify({
        type: typeof handler, loaded: process.moduleLoadList, mb: process.memoryUsage.rss() / 1_048_576 }))`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env: {} });
    const { type, loaded, mb } = JSON.parse(stdout);
    expect(type).toBe('function');
    expect(loaded).not.toContain(fetching);
    expect(loaded).not.toContain(reporting);
    expect(mb).toBeLessThan(memoryMb / 2);
  },
);

test.each(names)('%s finds beside it what its code looks for', (name) => {
  const { inputs, folder: own } = named(name);
  const has = (input: string) => inputs.some((one) => one.endsWith(input));
  const isThere = (file: string) => existsSync(join(own, file));
  const tinos = 'node_modules/@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf';
  expect({
    drawer: isThere('draw-child.mjs'),
    fitness: isThere('fitness-child.mjs'),
    converter: isThere('to-html-child.mjs'),
    inspector: isThere('inspect-pdf-child.mjs'),
    joiner: isThere('join-pdfs-child.mjs'),
    repairer: isThere('repair-pdf-child.mjs'),
    adder: isThere('add-pages-child.mjs'),
    photographs: isThere('photo-child.mjs'),
    pdfium: isThere('pdfium.wasm'),
    tinos: isThere(tinos),
    symbols: isThere('node_modules/@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'),
    guides: isThere('docs/contract.md'),
    api: isThere('docs/openapi.json'),
  }).toEqual({
    drawer: has('shared/rendering/pdf/preview.ts'),
    fitness: has('shared/rendering/fax/fitness.ts'),
    converter: has('shared/rendering/markdown/print-markdown.ts'),
    inspector: has('shared/rendering/pdf/inspect-pdf.ts'),
    joiner: has('shared/rendering/pdf/join-pdfs.ts'),
    repairer: has('shared/rendering/pdf/repair-pdf.ts'),
    adder: has('shared/rendering/receipt/write-evidence.ts'),
    photographs: has('shared/rendering/photo/photo.ts'),
    pdfium: has('shared/rendering/process/read-in-child.ts'),
    tinos: has('shared/rendering/font/font-file.ts'),
    symbols: has('shared/rendering/text/write-pdf.ts') || has('shared/rendering/chromium/launch-chromium.ts'),
    guides: has('shared/web/docs/library.ts'),
    api: has('shared/web/docs/beside.ts'),
  });
});
