/** Every source file as text with its imports, for the architecture tests. It uses patterns and no compiler. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Import {
  /** A path from the root for what is ours, else the package as it is written. */
  readonly target: string;
  readonly ours: boolean;
  readonly typeOnly: boolean;
}

export interface Source {
  /** From the root, `shared/core/job.ts`. */
  readonly file: string;
  readonly text: string;
  /** The text without comments, its strings empty; templates are left as they are. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

const codeOf = (text: string): string =>
  text.replace(tokens, (token) => (token.startsWith('/') ? ' ' : token.startsWith('`') ? token : "''"));

/** `import … from`, `export … from` and `import '…'` at the start of a line, as the formatter writes them. */
const statements =
  /^(?:import|export)\s+(?:(type)\s+)?(?:(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?)\s+from\s+)?'([^']+)'/gm;
const calls = /\bimport\(\s*(['"`])(.+?)\1/g;
const requires = /\brequire(?:\.resolve)?\(\s*(['"`])(.+?)\1/g;

function importsOf(file: string, text: string): Import[] {
  const target = (specifier: string, typeOnly: boolean): Import =>
    specifier.startsWith('.')
      ? { target: posix.join(posix.dirname(file), specifier), ours: true, typeOnly }
      : {
          target: specifier.replace(/^#scripts\/(.*)/, 'shared/pages/scripts/$1.ts'),
          ours: specifier.startsWith('#'),
          typeOnly,
        };
  return [
    ...text.matchAll(statements).map(([, type, specifier]) => target(specifier ?? '', type !== undefined)),
    ...text.matchAll(calls).map(([, , specifier]) => target(specifier ?? '', false)),
    ...text.matchAll(requires).map(([, , specifier]) => target(specifier ?? '', false)),
  ];
}

export const source = (file: string, text: string): Source => ({
  file,
  text,
  code: codeOf(text),
  imports: importsOf(file, text),
});

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Every .ts file of the product. */
export const allSources = (): Source[] =>
  ['shared', 'functions', 'client', 'lib', 'bin'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`)
      .sort()
      .map((file) => source(file, readFileSync(join(root, file), 'utf8'))),
  );
