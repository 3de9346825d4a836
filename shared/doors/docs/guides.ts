/** The guides, as they stand in docs/. */
import { readBeside } from './beside.ts';

/** One section of a page as a page of its own. */
function sectionOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = after.split(/\n## /);
  return `# ${heading}\n${own}`;
}

/** By the name of the page in the documentation. Operators’ guides are not for callers. */
export const guides = {
  contract: readBeside('contract.md'),
  testing: sectionOf(readBeside('configuration.md'), 'Test triggers'),
  webhooks: readBeside('webhooks.md'),
  receipts: readBeside('receipts.md'),
  assistants: readBeside('assistants.md'),
} as const;
