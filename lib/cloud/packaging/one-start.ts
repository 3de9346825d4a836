/**
 * Puts all that a package reads at its start into one file. esbuild leaves it in some dozens, because lazy parts share it,
 * and Node takes half a millisecond for each. A lazy part still finds what it shares, under the names that it knows.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** `outputs`: those of the package in `folder`, whose entry is `index.mjs`. */
export async function gatherStart(
  folder: string,
  outputs: Metafile['outputs'],
  options: BuildOptions & { readonly banner: { readonly js: string } },
): Promise<void> {
  const exportsOf = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output.exports]));
  const chunks = [...startOf(outputs)].map((path) => basename(path)).filter((file) => file !== entry);
  if (chunks.length === 0) return;
  const shared = chunks.map((file, at) => ({
    file,
    names: (exportsOf.get(file) ?? []).map((name) => [name, `s${at}_${name}`]),
  }));
  const contents = [
    `export * from './${entry}';`,
    ...shared.map(({ file, names }) => `export { ${names.map(([name, as]) => `${name} as ${as}`)} } from './${file}';`),
  ].join('\n');
  await build({
    ...options,
    stdin: { contents, resolveDir: folder },
    splitting: false,
    outfile: join(folder, entry),
    allowOverwrite: true,
    plugins: [onlyThese([entry, ...chunks], folder, options.banner.js)],
  });
  await Promise.all(
    shared.map(({ file, names }) =>
      writeFile(join(folder, file), `export{${names.map(([name, as]) => `${as} as ${name}`)}}from"./${entry}";\n`),
    ),
  );
}

const entry = 'index.mjs';

/** The entry and everything it imports outright, directly or not. */
function startOf(outputs: Metafile['outputs']): ReadonlySet<string> {
  const seen = new Set(Object.keys(outputs).filter((path) => basename(path) === entry));
  // A set hands out what is added while it is walked through.
  for (const path of seen)
    for (const { kind, path: imported } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && imported in outputs) seen.add(imported);
  return seen;
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
