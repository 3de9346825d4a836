/** Builds each function's package: one bundle, its lazy parts beside it, and only adapters that it needs. */
import { mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { FunctionRow, Need } from '../../../functions/manifest.ts';
import { partners, paymentProviders } from '../../../shared/partners/catalogue.ts';
import type { Descriptor } from '../../../shared/partners/descriptor.ts';
import type { LambdaRow } from '../lambda-rows.ts';
import { besideBundle } from './beside-bundle.ts';
import { builtFrom } from './built-from.ts';
import { builtIn, builtIns } from './built-ins.ts';
import { asGroup, groupEntry } from './group-entry.ts';
import { gatherStart } from './one-start.ts';
import { readsAtStart } from './secret-fields.ts';
import { writeStart } from './start.ts';

export interface Bundle {
  readonly name: string;
  readonly folder: string;
  /** JavaScript read at a cold start, in bytes. */
  readonly startBytes: number;
  /** All JavaScript of the folder, in bytes. */
  readonly codeBytes: number;
  /** Source files and packages in the bundle. */
  readonly inputs: readonly string[];
}

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The simulated partner and the mock payment provider keep their state in the table and need nothing else. */
const needsOf = (name: Descriptor['name'], own: Need): readonly Need[] =>
  name === 'simulated' || name === 'mock' ? ['table', 'table:read'] : [own];

const secretNeeds: readonly Need[] = [
  ...(['signing-key', 'fingerprints', 'partners', 'payments', 'addresses', 'self-check'] as const),
];

/** The needs that bring in each adapter. Adapters not listed touch nothing outside by themselves. */
const adapterNeeds: Readonly<Record<string, readonly Need[]>> = {
  'shared/adapters/dynamo/': ['table', 'table:read'],
  ...Object.fromEntries(
    Object.values(partners).map(({ name }) => [`shared/adapters/partners/${name}/`, needsOf(name, 'partners')]),
  ),
  // This file imports all the others of its provider, whether or not the provider has its own folder.
  ...Object.fromEntries(Object.values(paymentProviders).map(({ name }) => [`/${name}.ts`, needsOf(name, 'payments')])),
  'shared/adapters/addresses/': ['addresses'],
  'shared/adapters/queue.ts': ['queue:send', 'outboxes:send'],
  'shared/adapters/http/receivers.ts': ['receivers'],
  // Functions send by SES only.
  'shared/adapters/email/smtp.ts': [],
  'shared/adapters/email/': ['email'],
  'shared/adapters/documents.ts': ['documents'],
  'shared/adapters/renderer.ts': ['documents', 'render'],
  'shared/adapters/invoke.ts': ['render'],
  // Files are opened for quotes only, which may also have HTML.
  'shared/rendering/files/open-file.ts': ['render'],
  'shared/rendering/pdf/join-pdfs.ts': ['render'],
  'shared/adapters/signer.ts': ['signing-key'],
  'shared/adapters/event-signer.ts': ['signing-key'],
  'shared/compose/self-check.ts': ['self-check'],
  'shared/adapters/self-check.ts': ['self-check'],
  'shared/compose/keys.ts': secretNeeds,
  'shared/adapters/service-secret.ts': secretNeeds,
};

/** An adapter that is left out becomes an empty module. A call to one reveals a need missing from the manifest. */
const onlyWhatIsNeeded = (needs: readonly Need[]): Plugin => ({
  name: 'only-what-is-needed',
  setup({ onLoad }) {
    onLoad(
      { filter: /shared\/(?:compose\/(?:self-check|keys)|(?:adapters|rendering\/(?:files|pdf))\/.*)\.ts$/ },
      ({ path }) => {
        const bringing = Object.entries(adapterNeeds).find(([adapter]) => path.includes(adapter))?.[1];
        return bringing === undefined || needs.some((need) => bringing.includes(need))
          ? undefined
          : { contents: '', loader: 'empty' };
      },
    );
  },
});

/** A kind of item that the function may read, by which it opens the table's connection before its first request. */
const openedBy = ({ needs, rights }: Pick<FunctionRow, 'needs' | 'rights'>): string | undefined =>
  needs.some((need) => need.startsWith('table')) ? rights?.reads?.[0] : undefined;

/** The works of a function before its first request, and what they are given. */
function worksBefore(row: FunctionRow): readonly (readonly [file: string, name: string, given: string])[] {
  const kind = openedBy(row);
  return [
    ...(readsAtStart(row) ? [['lib/cloud/packaging/load-secrets.ts', 'loadKeys', ''] as const] : []),
    ...(kind === undefined ? [] : [['shared/compose/the-table.ts', 'openConnection', `'${kind}'`] as const]),
  ];
}

/** Exports those works beside the handler. Within the entry they would wait for lazy parts, which wait for the entry. */
const withStart = (row: FunctionRow): Plugin => ({
  name: 'with-start',
  setup({ onLoad }) {
    const works = worksBefore(row);
    if (works.length === 0) return;
    onLoad({ filter: new RegExp(`/functions/${row.file}\\.ts$`) }, async ({ path }) => ({
      contents: [
        ...works.map(([file, name]) => `import { ${name} } from '../../${file}';`),
        await readFile(path, 'utf8'),
        `export const beforehand = () => Promise.all([${works.map(([, name, given]) => `${name}(${given})`)}]);`,
      ].join('\n'),
      loader: 'ts',
    }));
  },
});

/** Modules that stand in for others in a package, by the names under which those are imported. */
const standIns: readonly (readonly [names: RegExp, contents: string])[] = [
  // Lambda gives credentials in the environment. The other ways, down to a laptop's, are never taken.
  [
    /^@aws-sdk\/credential-provider-node$/,
    `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
  ],
  // The checker of answers to forms, which no tool asks for, is as large as all the rest of the protocol.
  [
    /^@modelcontextprotocol\/server\/_shims$/,
    `export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}`,
  ],
];

const withStandIns: Plugin = {
  name: 'with-stand-ins',
  setup({ onResolve, onLoad }) {
    for (const [names, contents] of standIns) {
      const namespace = names.source;
      onResolve({ filter: names }, ({ path, resolveDir }) => ({ path, namespace, pluginData: resolveDir }));
      onLoad({ filter: /./, namespace }, ({ pluginData: resolveDir }) => ({ contents, resolveDir }));
    }
  },
};

/** Every package is built with these. */
export const packageOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  splitting: true,
  minify: true,
  // Beside the package, not in it: a function that reads its map starts 10 ms later.
  sourcemap: 'external',
  sourcesContent: false,
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  // Only what reads it changes with every commit.
  define: { BUILD: JSON.stringify(builtFrom(root)) },
  // CommonJS packages need it, and so do packages that resolve files at run time.
  banner: { js: `const require = ${builtIn('node:module')}.createRequire(import.meta.url);` },
  metafile: true,
  logLevel: 'error',
} as const satisfies BuildOptions;

/** Writes `<folder>/<name>` for each row, without Chromium (see `renderer.ts`), and its source maps beside them. */
export async function bundle(rows: readonly LambdaRow[], folder: string): Promise<Bundle[]> {
  await rm(folder, { recursive: true, force: true });
  return fewAtOnce(rows, (row) => bundleOne(row, join(folder, row.name)));
}

/** A build takes memory for all that it bundles. */
const buildsAtOnce = 4;

export async function fewAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const waiting = items.entries();
  const next = async () => {
    for (const [at, item] of waiting) done[at] = await work(item);
  };
  await Promise.all(Array.from({ length: buildsAtOnce }, next));
  return done;
}

async function bundleOne(row: LambdaRow, outdir: string): Promise<Bundle> {
  const { name, handlers, needs } = row;
  const [first, ...others] = handlers;
  if (first === undefined) throw new Error(`${name} has no handler`);
  const isGroup = others.length > 0;
  const { metafile } = await build({
    ...packageOptions,
    outdir,
    entryPoints: { index: isGroup ? groupEntry : `functions/${first.file}.ts` },
    plugins: [
      onlyWhatIsNeeded(needs),
      isGroup ? asGroup(handlers, openedBy(row), root) : withStart(first),
      builtIns,
      withStandIns,
    ],
  });
  await gatherStart(outdir, metafile.outputs, packageOptions);
  await writeStart(outdir);
  const inputs = [...new Set(Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)))];
  const code = await Promise.all(
    Object.keys(metafile.outputs)
      .filter(isCode)
      .map((path) => sizeOf(join(root, path))),
  );
  const startBytes = await sizeOf(join(outdir, 'index.mjs'));
  await besideBundle(inputs, outdir, packageOptions);
  await setMapsAside(outdir, mapsOf(join(outdir, '..'), name));
  // A line of the log names its handler.
  if (isGroup) await Promise.all(handlers.map((row) => symlink(name, mapsOf(join(outdir, '..'), row.name))));
  return { name, folder: outdir, inputs, startBytes, codeBytes: code.reduce((sum, bytes) => sum + bytes, 0) };
}

const isCode = (path: string): boolean => path.endsWith('.mjs');
const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

/** The folder of a function's source maps, among the packages in `folder`. The same source gives the same maps. */
export const mapsOf = (folder: string, name: string): string => join(folder, 'maps', name);

async function setMapsAside(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const maps = (await readdir(from)).filter((file) => file.endsWith('.map'));
  await Promise.all(maps.map((file) => rename(join(from, file), join(to, file))));
}
