/** Builds each function's package: its bundle, the chunks it loads lazily, and Chromium for the renderer. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { manifest } from '../../../functions/manifest.ts';
import { shipChromium } from '../../../shared/rendering/chromium/unpack-chromium.ts';
import { isRenderer, type LambdaRow, lambdaRows, readsKeysAtStart } from '../lambda-rows.ts';

const require = createRequire(import.meta.url);

/** `commit` ends in `-dirty` if the sources differ from that commit, and is undefined outside of a repository. */
export function builtFrom(root: string): { readonly version: string; readonly commit: string | undefined } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  // Excludes tags, because `version` already names a release.
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return { version, commit: status === 0 ? stdout.trim() : undefined };
}

/** Gets Node's built-in modules without an import, which would read all exports of each, and load what those need. */
const builtIns: Plugin = {
  name: 'built-ins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`) }, ({ path, kind }) => {
      const name = path.replace(/^(?:node:)?/, 'node:');
      // Not for node:http, because reading all its exports would load `fetch`, which adds 30 ms to a cold start.
      const hasNamedExports = kind === 'import-statement' && name !== 'node:http';
      return { path: name, namespace: hasNamedExports ? 'named exports' : 'module' };
    });
    onLoad({ filter: /./, namespace: 'named exports' }, ({ path }) => ({ contents: exportsOf(path) }));
    const exportAll = (path: string) => ({ contents: `module.exports = ${builtInCode(path)};` });
    onLoad({ filter: /./, namespace: 'module' }, ({ path }) => exportAll(path));
  },
};

/** Code that gets the module without an import. */
const builtInCode = (name: string): string => `process.getBuiltinModule('${name}')`;

/** A module with the same exports as the built-in. esbuild drops the unused ones. */
const exportsOf = (name: string): string =>
  [
    `const all = /* @__PURE__ */ ${builtInCode(name)};`,
    'export default all;',
    ...Object.keys(process.getBuiltinModule(name) ?? {})
      .filter((key) => key !== 'default')
      .map((key) => `const ${key}_ = /* @__PURE__ */ (() => all.${key})(); export { ${key}_ as ${key} };`),
  ].join('\n');

export interface Bundle {
  readonly name: string;
  readonly folder: string;
  /** The bytes of JavaScript that a cold start reads. */
  readonly startBytes: number;
  /** Source files and packages in the bundle. */
  readonly inputs: readonly string[];
}

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Small modules that replace larger ones in a package. `names` matches the imports. */
const replacements: readonly (readonly [names: RegExp, contents: string])[] = [
  // Lambda provides credentials in the environment, so the other providers are never used.
  [
    /^@aws-sdk\/credential-provider-node$/,
    `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
  ],
  // The validator of form responses, which no tool uses, is as large as the rest of the protocol.
  [
    /^@modelcontextprotocol\/server\/_shims$/,
    `export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}`,
  ],
];

const replaceModules: Plugin = {
  name: 'replace-modules',
  setup({ onResolve, onLoad }) {
    for (const [names, contents] of replacements) {
      const namespace = names.source;
      onResolve({ filter: names }, ({ path, resolveDir }) => ({ path, namespace, pluginData: resolveDir }));
      onLoad({ filter: /./, namespace }, ({ pluginData: resolveDir }) => ({ contents, resolveDir }));
    }
  },
};

/** The options that every package is built with. */
export const packageOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  splitting: true,
  minify: true,
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  // Only packages that read `BUILD` differ from commit to commit.
  define: { BUILD: JSON.stringify(builtFrom(root)) },
  // CommonJS packages need `require`, and so do packages that resolve files at run time.
  banner: { js: `const require = ${builtInCode('node:module')}.createRequire(import.meta.url);` },
  metafile: true,
  logLevel: 'error',
} as const satisfies BuildOptions;

/** Writes `<folder>/<name>` for each row, without Chromium. */
export async function bundle(rows: readonly LambdaRow[], folder: string): Promise<Bundle[]> {
  // Lambda runs the package as another user, who must be able to read it.
  process.umask(0o022);
  await rm(folder, { recursive: true, force: true });
  const bundles: Bundle[] = [];
  // One after the other, because each build takes a lot of memory and uses all processors.
  for (const row of rows) bundles.push(await bundleOne(row, join(folder, row.name)));
  return bundles;
}

async function bundleOne(row: LambdaRow, outdir: string): Promise<Bundle> {
  const readsKeys = row.handlers.some(readsKeysAtStart);
  // A kind of item that the function may read. A read opens the connection to the table before the first request.
  const readableKind = row.needs.some((need) => need.startsWith('table')) ? row.rights.reads?.[0] : undefined;
  const isBare = !readsKeys && readableKind === undefined;
  const { metafile } = await build({
    ...packageOptions,
    outdir,
    entryPoints: { index: isBare ? `functions/${row.file}.ts` : 'lib/cloud/packaging/start.ts' },
    alias: { '#handler': `./functions/${row.file}.ts` },
    define: {
      ...packageOptions.define,
      READS_KEYS: JSON.stringify(readsKeys),
      READABLE_KIND: JSON.stringify(readableKind) ?? 'undefined',
    },
    plugins: [builtIns, replaceModules],
  });
  const inputs = [...new Set(Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)))];
  await addRuntimeFiles(inputs, outdir);
  return { name: row.name, folder: outdir, inputs, startBytes: startBytesOf(metafile) };
}

/** A start reads the entry and all its static imports, direct and indirect. */
function startBytesOf({ outputs }: Metafile): number {
  const atStart = new Set(Object.keys(outputs).filter((path) => path.endsWith('/index.mjs')));
  // A loop over a set also visits the members that it adds.
  for (const path of atStart)
    for (const { kind, path: imported } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && imported in outputs) atStart.add(imported);
  return [...atStart].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}

/** Adds to `folder` the files that a bundle of `inputs` opens at run time: scripts of child processes, fonts, guides. */
async function addRuntimeFiles(inputs: readonly string[], folder: string): Promise<void> {
  const has = (path: string) => inputs.some((input) => input.includes(path));
  if (has('shared/web/docs/docs-files.ts')) await addDocs(folder);
  const readsPdfs = has('shared/rendering/process/read-in-child.ts');
  const printsHtml = has('shared/rendering/chromium/launch-chromium.ts');
  // The scripts of child processes, by the file that starts each one.
  const children = {
    'shared/rendering/markdown/print-markdown.ts': 'to-html-child',
    'shared/rendering/pdf/inspect-pdf.ts': 'inspect-pdf-child',
    'shared/rendering/pdf/join-pdfs.ts': 'join-pdfs-child',
    'shared/rendering/pdf/repair-pdf.ts': 'repair-pdf-child',
    'shared/rendering/pdf/preview.ts': 'draw-child',
    'shared/rendering/receipt/write-evidence.ts': 'add-pages-child',
    'shared/rendering/fax/fitness.ts': 'fitness-child',
    'shared/rendering/photo/photo.ts': 'photo-child',
  } as const;
  const started = Object.entries(children).filter(([starter]) => has(starter));
  const entryPoints = started.map(([starter, child]) => ({ in: join(dirname(starter), `${child}.ts`), out: child }));
  if (entryPoints.length > 0) await build({ ...packageOptions, outdir: folder, entryPoints });
  if (readsPdfs) await copyFile(require.resolve(`@hyzyla/pdfium/pdfium.wasm`), join(folder, 'pdfium.wasm'));
  // Copies files of a package into `node_modules`, where the bundle finds them by the usual resolution.
  const addFiles = async (name: string, files: readonly string[]): Promise<void> => {
    const from = dirname(require.resolve(`${name}/package.json`));
    const copied = ['package.json', ...files];
    await Promise.all(copied.map((file) => cp(join(from, file), join(folder, 'node_modules', name, file))));
  };
  if (has('shared/rendering/font/font-file.ts')) {
    const bold = has('shared/rendering/receipt/') ? ['700Bold'] : [];
    const faces = ['400Regular', ...(printsHtml ? ['400Regular_Italic', '700Bold', '700Bold_Italic'] : bold)];
    await addFiles('@expo-google-fonts/tinos', ['LICENSE_FONT', ...faces.map((face) => `${face}/Tinos_${face}.ttf`)]);
  }
  if (printsHtml || has('shared/rendering/text/write-pdf.ts'))
    await addFiles('@fontsource/dejavu-sans', ['LICENSE', 'files/dejavu-sans-latin-400-normal.woff']);
}

async function addDocs(folder: string): Promise<void> {
  // The guides that shared/web/docs/library.ts reads, next to the OpenAPI document.
  const names =
    'contract content configuration webhooks receipts assistants command-line emails payers privacy not-offered';
  const guides = names.split(' ').map((name) => `docs/${name}.md`);
  await Promise.all([...guides, 'client/README.md'].map((file) => cp(join(root, file), join(folder, file))));
  const document = JSON.parse(await readFile(join(root, 'docs', 'openapi.json'), 'utf8'));
  await writeFile(join(folder, 'docs', 'openapi.json'), JSON.stringify(document));
}

/** Builds all packages, unless `prebuilt` is a folder that has them. Returns each package's folder by its name. */
export async function preparePackages(prebuilt?: string): Promise<(name: string) => string> {
  const folder = prebuilt ?? join(root, '.bundles');
  const packageOf = (name: string) => join(folder, name);
  if (prebuilt !== undefined) return packageOf;
  const rows = lambdaRows(manifest);
  await bundle(rows, folder);
  // Chromium adds 209 MB, so only a real deployment ships it.
  await Promise.all(rows.filter(isRenderer).map(({ name }) => shipChromium(packageOf(name))));
  return packageOf;
}
