/** The functions' packages: each starts, reads little at its start, and contains only the files it needs. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifest } from '../../functions/manifest.ts';
import { isRenderer, type LambdaRow, lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { type Bundle, builtFrom, bundle, root } from '../../lib/cloud/packaging/bundles.ts';
import { newFolder } from '../support/new-folder.ts';
import { sample } from '../support/sampling.ts';

const run = promisify(execFile);
/** Set by `test/all.sh`, which uses the packages for the deployed stack. */
const folder = process.env.DEPLOYED_BUNDLES ?? newFolder();
let bundles: readonly Bundle[] = [];

/** The smallest, the largest, the renderer and all groups are always built. */
const functions = lambdaRows(manifest);
const isAlwaysBuilt = ({ name, handlers }: LambdaRow) =>
  ['health', 'mcp', 'order-form', 'render'].includes(name) || handlers.length > 1;
const rows = [
  ...functions.filter(isAlwaysBuilt),
  ...sample(
    functions.filter((row) => !isAlwaysBuilt(row)),
    9,
    'packages of functions',
  ),
];

beforeAll(async () => {
  const before = process.umask(0o077);
  bundles = await bundle(rows, folder);
  process.umask(before);
}, 300_000);

const bundleNamed = (name: string): Bundle => {
  const match = bundles.find((candidate) => candidate.name === name);
  if (match === undefined) throw new Error(`there is no bundle ${name}`);
  return match;
};

const names = rows.map(({ name }) => name);

test('only health contains the commit that it was built from, so other packages do not change with each commit', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const codeOf = (name: string) =>
    readdirSync(bundleNamed(name).folder)
      .filter((file) => file.endsWith('.mjs'))
      .map((file) => readFileSync(join(bundleNamed(name).folder, file), 'utf8'))
      .join();
  expect(codeOf('health')).toMatch(new RegExp(`"${version.replaceAll('.', '\\.')}"`));
  const { commit = '' } = builtFrom(root);
  expect(commit).toMatch(/^[0-9a-f]{12}(-dirty)?$/);
  expect(names.filter((name) => codeOf(name).includes(commit))).toEqual(['health']);
});

test.each(rows)('$name reads at most 670 kB at its start (mcp, with every use case, 915 kB)', ({ name }) => {
  expect(bundleNamed(name).startBytes).toBeLessThanOrEqual(name === 'mcp' ? 915_000 : 670_000);
});

test.each(rows)('$name contains a browser only if it is the renderer', (row) => {
  expect(bundleNamed(row.name).inputs.some((input) => /puppeteer|chromium\/launch/.test(input))).toBe(isRenderer(row));
});

/** Some files hang or crash these libraries, so only child processes may load them. */
test.each(names)('%s reads PDFs only in child processes', (name) => {
  expect(bundleNamed(name).inputs.filter((input) => /node_modules\/(?:@hyzyla\/pdfium|pdf-lib)\//.test(input))).toEqual(
    [],
  );
});

/** esbuild's helper would not exist in the browser, where page code runs. */
test('the renderer’s page code uses no helper that names functions', () => {
  const code = readFileSync(join(bundleNamed('render').folder, 'index.mjs'), 'utf8');
  expect(code).not.toMatch(/__name|defineProperty\(\w+,"name"/);
});

test.each(['pay', 'create-letter-job'])(
  '%s reads its secret at its start, and does not start without it',
  async (name) => {
    const script = `await import(${JSON.stringify(join(bundleNamed(name).folder, 'index.mjs'))})`;
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
  },
);

test.each(rows.filter((row) => !isRenderer(row)))(
  '$name starts without any environment variable, without loading `fetch`, with less than half of its memory',
  async ({ name, memoryMb }) => {
    const module = JSON.stringify(join(bundleNamed(name).folder, 'index.mjs'));
    const script = `const { handler } = await import(${module}); console.log(JSON.stringify({
        type: typeof handler, loaded: process.moduleLoadList, mb: process.memoryUsage.rss() / 1_048_576 }))`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env: {} });
    const { type, loaded, mb } = JSON.parse(stdout);
    expect(type).toBe('function');
    // `fetch` takes 30 ms to load. A static import of `node:http` would load it.
    expect(loaded).not.toContain('NativeModule internal/deps/undici/undici');
    // A static import of `node:process` would load this.
    expect(loaded).not.toContain('NativeModule internal/process/report');
    expect(mb).toBeLessThan(memoryMb / 2);
  },
);

test('all users may read the packages, as Lambda requires, whatever the umask of the build', () => {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(entries.filter((entry) => (statSync(join(folder, entry)).mode & 0o004) === 0)).toEqual([]);
});

test.each(names)('%s contains exactly the files that its code opens', (name) => {
  const { inputs, folder: packageFolder } = bundleNamed(name);
  const openedBy: Readonly<Record<string, RegExp>> = {
    'draw-child.mjs': /rendering\/pdf\/preview\.ts$/,
    'fitness-child.mjs': /rendering\/fax\/fitness\.ts$/,
    'to-html-child.mjs': /rendering\/markdown\/print-markdown\.ts$/,
    'inspect-pdf-child.mjs': /rendering\/pdf\/inspect-pdf\.ts$/,
    'join-pdfs-child.mjs': /rendering\/pdf\/join-pdfs\.ts$/,
    'repair-pdf-child.mjs': /rendering\/pdf\/repair-pdf\.ts$/,
    'add-pages-child.mjs': /rendering\/receipt\/write-evidence\.ts$/,
    'photo-child.mjs': /rendering\/photo\/photo\.ts$/,
    'pdfium.wasm': /rendering\/process\/read-in-child\.ts$/,
    'node_modules/@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf': /rendering\/font\/font-file\.ts$/,
    'node_modules/@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff':
      /rendering\/(text\/write-pdf|chromium\/launch-chromium)\.ts$/,
    'docs/contract.md': /web\/docs\/library\.ts$/,
    'docs/openapi.json': /web\/docs\/docs-files\.ts$/,
  };
  const files = Object.entries(openedBy);
  expect(files.flatMap(([file]) => (existsSync(join(packageFolder, file)) ? [file] : []))).toEqual(
    files.flatMap(([file, opener]) => (inputs.some((input) => opener.test(input)) ? [file] : [])),
  );
});
