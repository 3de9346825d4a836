/** Every source file as text, for the rules that look beyond imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Source {
  /** From the root, such as `shared/domain/ids.ts`. */
  readonly file: string;
  readonly text: string;
  /** The text with comments removed and string literals emptied; template literals are unchanged. */
  readonly code: string;
}

/** Comments, and string and template literals. */
const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

function masked(token: string): string {
  if (token.startsWith('/')) return ' ';
  return token.startsWith('`') ? token : "''";
}

export const source = (file: string, text: string): Source => ({ file, text, code: text.replace(tokens, masked) });

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every .ts file of the product, or of other folders. */
export const allSources = (folders = ['shared', 'functions', 'client', 'lib', 'bin']): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`)
      .sort()
      .map((file) => source(file, readFileSync(join(root, file), 'utf8'))),
  );
