/** A parsed Markdown page: its headings, the tables under each, and the targets of its links. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Table {
  readonly header: readonly string[];
  /** Cells without the backticks around code. */
  readonly rows: readonly (readonly string[])[];
}

interface Section {
  readonly heading: string;
  readonly text: string;
}

export interface Page {
  readonly sections: readonly Section[];
  /** Such as `deploy.md#keys`, `#keys` or `https://example.com`. */
  readonly links: readonly string[];
}

function pageOf(markdown: string): Page {
  // In a code block, a line that begins with # isn't a heading.
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '');
  // Headings and the texts below them, alternately.
  const [, ...parts] = text.split(/^#{1,6} +(.+)$/m);
  const sections = parts.flatMap((part, at) => (at % 2 === 0 ? [{ heading: part, text: parts[at + 1] ?? '' }] : []));
  return { sections, links: [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link) };
}

/** `file`: from the root, such as `docs/contract.md`. */
export const pageAt = (file: string): Page => pageOf(readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8'));

/** The table under a heading whose first column has this name. Throws if there is none. */
export function tableOf(page: Page, heading: string, column: string): Table {
  const { text } = page.sections.find((section) => section.heading === heading) ?? { text: '' };
  const table = text
    .split(/\n{2,}/)
    .filter((block) => block.trimStart().startsWith('|'))
    .map(tableIn)
    .find(({ header }) => header[0] === column);
  if (table === undefined) throw new Error(`"${heading}" has no table whose first column is ${column}`);
  return table;
}

function tableIn(block: string): Table {
  const [header = [], , ...rows] = block.trim().split('\n').map(cellsOf);
  return { header, rows };
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('`', '').trim());

/** GitHub's anchor for a heading: `Rules of a day` → `rules-of-a-day`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
