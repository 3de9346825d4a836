/** `npm run docs`: rewrites the parts of docs/ that are drawn from the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLifeTable } from './life-table.ts';

const architecture = join(import.meta.dirname, '..', '..', 'docs', 'architecture.md');

await writeFile(architecture, withLifeTable(await readFile(architecture, 'utf8')));
