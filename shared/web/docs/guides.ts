/** The guides for callers, as they stand in docs/: whole, in part, or cut at their headings. */
import { anchorOf } from '../../pages/docs/markdown.ts';
import { readBeside } from './beside.ts';

/** One section of a page as a page of its own. */
function sectionOf(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = after.split(/\n## /);
  return `# ${heading}\n${own}`;
}

/** Without the last section, which is for operators. */
const until = (text: string, heading: string): string => text.split(`\n## ${heading}\n`)[0] ?? '';

/** By the name of the page in the documentation. Operators’ guides are not for callers. */
export const guides = {
  contract: readBeside('contract.md'),
  testing: sectionOf(readBeside('configuration.md'), 'Test triggers'),
  webhooks: readBeside('webhooks.md'),
  receipts: readBeside('receipts.md'),
  assistants: readBeside('assistants.md'),
  'command-line': readBeside('command-line.md'),
  client: readBeside('../client/README.md'),
  emails: until(readBeside('emails.md'), 'Send them'),
  payers: readBeside('payers.md').replace(/^!\[.*\n\n?/gm, ''),
  'not-done': readBeside('not-done.md'),
} as const;

/** The rules, a page for each of their headings, and one that leads to all of them. */
export function rulesOf(text: string) {
  const [intro = '', ...sections] = text.split(/^## /m);
  const pages = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const own = lines.join('\n').replace(/^###/gm, '##');
    return { name: `rules-${anchorOf(title)}`, title, text: `# ${title}\n${own}`, part: 'contract' };
  });
  const parts = pages.map(({ name, title, text: own }) => {
    const below = [...own.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    return `- [${title}](${name}.md)${below.length > 0 ? `: ${below.join(', ')}` : ''}`;
  });
  const index = {
    name: 'contract',
    title: 'Rules',
    text: `${intro.replace(/^# .+/, '# Rules')}\n${parts.join('\n')}\n`,
  };
  return [index, ...pages];
}
