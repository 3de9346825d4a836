/** Finds the commands in the operator's docs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** The pages whose commands are for a stack on AWS. */
const operatorPages = ['docs/deploy.md', 'docs/restore.md', 'docs/runbook.md'] as const;

export interface Command {
  readonly page: string;
  /** The exact text: a block of lines, or inline code. */
  readonly text: string;
}

/** True for a log query, which is for the AWS console, not for a shell. */
const isQuery = (block: string): boolean => /^(#[^\n]*\n)?(fields|filter|stats)\b/.test(block);

/** True for inline code that is a command, not a name. */
const isCommand = (code: string): boolean => /^(aws|npx|npm|curl|git|export)\s\S/.test(code);

function commandsIn(page: string, markdown: string): Command[] {
  const fenced = [...markdown.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)];
  const blocks = fenced
    .filter(([, , language = '']) => /^(sh)?$/.test(language))
    .map(([, margin = '', , block = '']) => block.replaceAll(new RegExp(`^${margin}`, 'gm'), '').trim());
  const sentences = markdown.replaceAll(/^ *```\w*\n.*?^ *```$/gms, '');
  const inline = [...sentences.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const texts = [...blocks.filter((block) => !isQuery(block)), ...inline.filter(isCommand)];
  return [...new Set(texts)].map((text) => ({ page, text }));
}

export const documentedCommands = (): Command[] =>
  operatorPages.flatMap((page) => commandsIn(page, readFileSync(join(root, page), 'utf8')));
