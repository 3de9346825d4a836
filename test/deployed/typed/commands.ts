/** The commands that the operator's pages tell an operator to type. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** The pages whose commands are for a stack on AWS. */
const operatorPages = ['docs/deploy.md', 'docs/restore.md', 'docs/runbook.md'] as const;

export interface Command {
  readonly page: string;
  /** The text as it stands there: a block of lines, or one within a sentence. */
  readonly text: string;
}

/** A block of a query for the logs is typed into the console. */
const isQuery = (block: string): boolean => /^(#[^\n]*\n)?(fields|filter|stats)\b/.test(block);

const isTyped = (code: string): boolean => /^(aws|npx|npm|curl|git|export)\s\S/.test(code);

function commandsIn(page: string, markdown: string): Command[] {
  const fenced = [...markdown.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)];
  const blocks = fenced
    .filter(([, , language = '']) => /^(sh)?$/.test(language))
    .map(([, margin = '', , block = '']) => block.replaceAll(new RegExp(`^${margin}`, 'gm'), '').trim());
  const sentences = markdown.replaceAll(/^ *```\w*\n.*?^ *```$/gms, '');
  const inline = [...sentences.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const texts = [...blocks.filter((block) => !isQuery(block)), ...inline.filter(isTyped)];
  return [...new Set(texts)].map((text) => ({ page, text }));
}

export const documented = (): Command[] =>
  operatorPages.flatMap((page) => commandsIn(page, readFileSync(join(root, page), 'utf8')));
