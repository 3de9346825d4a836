/** The guides, as they stand in docs/. */
import { read } from './beside.ts';

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
  webhooks: read('webhooks.md'),
  receipts: read('receipts.md'),
  assistants: read('assistants.md'),
} as const;
