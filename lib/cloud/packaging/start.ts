/** The module that Lambda loads: it takes up what V8 has compiled before, and ends when the function is ready. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtIn } from './built-ins.ts';

/** In a package: what V8 has compiled, by the build and the architecture of its Node. */
export const compiledIn = 'compiled';

/** Seen from a package: Node's own folder of compiled code. A Lambda's package is read only, and this is in its `/tmp`. */
export const compiledAt = join('..', '..', 'tmp', 'compiled');

const entry = "import('./index.mjs')";

/**
 * Node makes a folder there, named after its build, the processor and the user. The files are linked into it, whatever
 * it is called. Node leaves out a file that is damaged, and V8 one that another build of it has written.
 */
const code = `const { readdirSync, symlinkSync } = ${builtIn('node:fs')};
const made = \`\${import.meta.dirname}/${compiledIn}/\${process.version}-\${process.arch}\`;
try {
  const files = readdirSync(made);
  const directory = ${builtIn('node:path')}.join(import.meta.dirname, '${compiledAt}');
  ${builtIn('node:module')}.enableCompileCache({ directory, portable: true });
  for (const own of readdirSync(directory))
    for (const file of files) symlinkSync(\`\${made}/\${file}\`, \`\${directory}/\${own}/\${file}\`);
} catch {}
const { handler, beforehand } = await ${entry};
await beforehand?.();
export { handler };
`;

export const writeStart = (folder: string): Promise<void> => writeFile(join(folder, 'start.mjs'), code);
