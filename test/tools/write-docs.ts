/** `npm run docs`: rewrites the parts of docs/ that are drawn from the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConversations } from './conversations.ts';

const pages = { 'assistants.md': withConversations };

for (const [name, drawn] of Object.entries(pages)) {
  const path = join(import.meta.dirname, '..', '..', 'docs', name);
  await writeFile(path, await drawn(await readFile(path, 'utf8')));
}
