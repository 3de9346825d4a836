/** `npm run release:notes -- TAG`: prints the changelog's part of a release, and refuses a tag that does not fit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFrom } from '../lib/cloud/packaging/built-from.ts';
import { releaseNotes } from '../lib/cloud/pipeline/release-notes.ts';

const root = join(import.meta.dirname, '..');
const { version } = builtFrom(root);
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
try {
  console.log(releaseNotes({ tag: process.argv[2] ?? '', version, changelog }));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
