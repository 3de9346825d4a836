/** The version and the commit that a build is made of, for whoever asks the service which one runs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function builtFrom(root: string) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  return { version, commit: commitOf(root) };
}

/** With `-dirty` at its end if the sources differ from it; nothing where there is no repository. */
function commitOf(root: string): string | undefined {
  // Without tags: a release is told by its version.
  const words = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
