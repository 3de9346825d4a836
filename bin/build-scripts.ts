/** `npm run scripts`: bundles the pages' scripts into one committed file, so that no service builds them when it starts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const pages = join(import.meta.dirname, '..', 'shared', 'pages');

export const builtScriptsFile = join(pages, 'built-scripts.ts');

/** Each script is a function, so that a page's bundle has only the scripts it uses. The `html` tag keeps them unescaped. */
export async function buildScripts(): Promise<string> {
  const names = ['attach', 'copy', 'mailbox', 'moments', 'ordering'];
  const { outputFiles } = await build({
    entryPoints: names.map((name) => join(pages, 'scripts', `${name}.ts`)),
    outdir: pages,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
  });
  // Escaped for a template literal: backslashes, backquotes and `${`.
  const sources = outputFiles.map(({ text }) => text.trimEnd().replace(/[\\`]|\$\{/g, '\\$&'));
  return [
    '/** Generated from the files in scripts/ by `npm run scripts`. Do not edit. */',
    `import { html } from './html.ts';\n`,
    ...names.map((name, index) => `export const ${name}Script = () => html\`${sources[index]}\`;`),
    '',
  ].join('\n');
}

if (import.meta.main) await writeFile(builtScriptsFile, await buildScripts());
