/** Exports that nobody imports, as knip counts them; tests count as users. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Report {
  readonly issues: readonly {
    readonly file: string;
    readonly exports?: readonly { readonly name: string }[];
    readonly types?: readonly { readonly name: string }[];
  }[];
}

/** Started by name in older revisions. */
const olderEntries = ['tools/*.ts', 'bench/children/*.ts', 'test/local/support/*.ts'];

/** `folder` may hold another revision: it is judged by the settings of this one. */
export function surplusExports(folder: string): string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'knip-'));
  try {
    const { knip } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      knip: { readonly entry: readonly string[] };
    };
    const settings = join(scratch, 'knip.json');
    writeFileSync(settings, JSON.stringify({ ...knip, entry: [...knip.entry, ...olderEntries] }));
    const program = join(root, 'node_modules/knip/bin/knip.js');
    const asked = ['--config', settings, '--directory', folder, '--include', 'exports,types'];
    const words = [program, ...asked, '--reporter', 'json', '--no-exit-code'];
    const { issues } = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Report;
    return issues.flatMap(({ file, exports = [], types = [] }) =>
      [...exports, ...types].map(({ name }) => `${file} ${name}`),
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
