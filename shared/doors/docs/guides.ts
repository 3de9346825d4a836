/** The guides: files of docs/, which lie beside a bundle in a folder of that name. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

const folder = new URL(extname(import.meta.url) === '.ts' ? '../../../docs/' : './docs/', import.meta.url);

const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

/** One section of a page as a page of its own. */
function sectionOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = after.split(/\n## /);
  return `# ${heading}\n${own}`;
}

/** By the name of the page in the documentation. Operators’ guides are not for callers. */
export const guides = {
  contract: read('contract.md'),
  testing: sectionOf(read('configuration.md'), 'Test triggers'),
  receipts: read('receipts.md'),
  assistants: read('assistants.md'),
} as const;
