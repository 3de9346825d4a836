/**
 * `npm run bench`: what docs/performance.md promises, measured side by side in one run. `--write` puts those that a user
 * asks for into that file; names of sections (text, html, …) run those alone.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { files } from './files.ts';
import { firstQuote } from './first-quote.ts';
import { htmlQuote } from './html-quote.ts';
import { memory, throughput } from './load.ts';
import { markdown, type Section } from './report.ts';
import { textQuote } from './text-quote.ts';

const sections: Readonly<Record<string, (folder: string) => Promise<Section>>> = {
  text: textQuote,
  html: htmlQuote,
  first: firstQuote,
  files,
  memory,
  throughput,
};
const document = new URL('../../docs/performance.md', import.meta.url);
const begin = '<!-- figures: written by `npm run bench -- --write` -->';
const end = '<!-- end of figures -->';

function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, ${process.platform}.`;
}

/** Prints every figure, and returns those of the page. */
async function run(names: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const parts = [machine(), ''];
  console.log(parts.join('\n'));
  try {
    for (const name of names) {
      const part = markdown((await sections[name]?.(folder)) as Section);
      console.log(part);
      parts.push(part);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return parts.join('\n');
}

function writeDown(figures: string): void {
  const text = readFileSync(document, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error('docs/performance.md has lost the two lines that the figures stand between');
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n${figures}\n${text.slice(to)}`);
}

const { values: options, positionals: named } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = named.filter((name) => !(name in sections));
if (unknown.length > 0) {
  console.error(
    `There is no section ${unknown.join(', ')}: say ${Object.keys(sections).join(', ')}, or nothing for all.`,
  );
  process.exit(1);
}
if (named.length > 0 && options.write) {
  console.error('--write replaces the figures of the page: leave the names of sections out.');
  process.exit(1);
}
const figures = await run(named.length > 0 ? named : Object.keys(sections));
if (options.write) writeDown(figures);
