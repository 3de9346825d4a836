/**
 * Puts all that a package reads at its start into one file. esbuild leaves it in some dozens, because lazy parts share it,
 * and Node takes half a millisecond for each. A lazy part still finds what it shares, under the names that it knows. A
 * group reads at its start what several handlers share, and each handler is one more file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

interface Package {
  readonly folder: string;
  /** The names that each file exports. */
  readonly exported: ReadonlyMap<string, readonly string[]>;
  readonly options: BuildOptions & { readonly banner: { readonly js: string } };
}

/** `outputs`: those of the package in `folder`, whose entry is `index.mjs`. */
export async function gatherStart(
  folder: string,
  outputs: Metafile['outputs'],
  options: Package['options'],
): Promise<void> {
  const exported = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output.exports]));
  const filesOf = (isFirst: (path: string) => boolean) =>
    Object.keys(outputs)
      .filter(isFirst)
      .map((path) => readWith(outputs, path));
  const handlers = filesOf((path) => basename(path) !== entry && isHandler(outputs[path]));
  const met = Map.groupBy(handlers.flat(), (file) => file);
  const shared = [...met].filter(([, times]) => times.length > 1).map(([file]) => file);
  const start = new Set([...filesOf((path) => basename(path) === entry).flat(), ...shared]);
  await gather({ folder, exported, options }, [...start], []);
  for (const files of handlers)
    await gather(
      { folder, exported, options },
      files.filter((file) => !start.has(file)),
      [...start].filter((file) => file !== entry),
    );
}

const entry = 'index.mjs';

const isHandler = (output: Metafile['outputs'][string] | undefined): boolean =>
  output?.entryPoint?.startsWith('functions/') ?? false;

/** The file itself, and everything it imports outright, directly or not. */
function readWith(outputs: Metafile['outputs'], first: string): readonly string[] {
  const seen = new Set([first]);
  // A set hands out what is added while it is walked through.
  for (const path of seen)
    for (const { kind, path: imported } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && imported in outputs) seen.add(imported);
  return [...seen].map((path) => basename(path));
}

/** Writes all `files` into the first of them. `elsewhere`: those that only lead on to others by now. */
async function gather(
  { folder, exported, options }: Package,
  [into = '', ...files]: readonly string[],
  elsewhere: readonly string[],
): Promise<void> {
  if (files.length + elsewhere.length === 0) return;
  const shared = files.map((file, at) => ({
    file,
    names: (exported.get(file) ?? []).map((name) => [name, `s${at}_${name}`]),
  }));
  const contents = [
    `export * from './${into}';`,
    ...shared.map(({ file, names }) => `export { ${names.map(([name, as]) => `${name} as ${as}`)} } from './${file}';`),
  ].join('\n');
  await build({
    ...options,
    stdin: { contents, resolveDir: folder },
    splitting: false,
    outfile: join(folder, into),
    allowOverwrite: true,
    plugins: [onlyThese([into, ...files, ...elsewhere], folder, options.banner.js)],
  });
  await Promise.all(
    shared.map(({ file, names }) =>
      writeFile(join(folder, file), `export{${names.map(([name, as]) => `${as} as ${name}`)}}from"./${into}";\n`),
    ),
  );
}

/** Whatever else a file names stays outside. Every file has the banner, and the new one gets its own. */
const onlyThese = (files: readonly string[], folder: string, banner: string): Plugin => ({
  name: 'only-these',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/.*\.mjs$/ }, ({ path }) =>
      files.includes(basename(path)) ? { path: join(folder, basename(path)) } : { path, external: true },
    );
    onLoad({ filter: /\.mjs$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      return { contents: `${code.replace(banner, '')}\n//# sourceMappingURL=${basename(path)}.map`, loader: 'js' };
    });
  },
});
