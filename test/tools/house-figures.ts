/**
 * `npm run house`: counts the shape of the code and prints it as a table; `-- --base REVISION` adds a column for another
 * revision, `-- --list` each place that was counted.
 *
 * Counted are the product's files (bin, functions, lib, shared), without the generated table of glyph widths. Exact:
 * conditional spreads, `any` and `!`, functions, circles, folders. Names are all top-level declarations for every 1,000
 * lines, comments and blank lines included. Surplus exports are knip's, over the whole project. Heuristics: a comment is
 * judged by its first words; a file names a partner if a name or string in it holds the word; homonyms are fourteen
 * known words (figures/homonyms.ts).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { source } from '../support/architecture/sources.ts';
import { homonyms } from './figures/homonyms.ts';
import { type Parsed, parse } from './figures/parse.ts';
import { circles, largestFolder } from './figures/shape.ts';
import { surplusExports } from './figures/surplus-exports.ts';
import { anys, bangs, conditionalSpreads, functionLengths, namesOf } from './figures/syntax.ts';
import { clauseComments, filesNaming } from './figures/words.ts';

interface Figure {
  readonly value: string;
  /** Each place that was counted, where a list helps. */
  readonly places?: readonly string[];
}

type Figures = Readonly<Record<string, Figure>>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const partners = ['PostGrid', 'Stripe', 'Telnyx', 'Sinch', 'Lob'];
const generated = /\/font-advances\.ts$/;

const filesBelow = (folder: string, room: string): string[] =>
  readdirSync(join(folder, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\//, ''))
    .sort();

const counted = (places: readonly string[]): Figure => ({ value: `${places.length}`, places });

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function figuresOf(folder: string): Figures {
  const files = ['bin', 'functions', 'lib', 'shared'].flatMap((room) => filesBelow(folder, room));
  const sources = files
    .filter((file) => file.endsWith('.ts') && !generated.test(file))
    .map((file) => parse(file, readFileSync(join(folder, file), 'utf8')));
  const paths = [...files, ...filesBelow(folder, 'test')];
  const comments = sources.reduce((sum, each) => sum + each.comments.length, 0);
  const clauses = clauseComments(sources);
  const largest = largestFolder(files.filter((file) => file.endsWith('.ts')));
  const words = homonyms({ sources, paths });
  return {
    ...Object.fromEntries(
      partners.map((name) => [
        `files that name ${name} outside its own`,
        counted(filesNaming(sources, name.toLowerCase())),
      ]),
    ),
    'homonyms, of 14 known': { value: `${words.length}`, places: words },
    'comments that begin with What, Who, Where, How, That, Of which': {
      value: `${percent(clauses.length, comments)} (${clauses.length} of ${comments})`,
      places: clauses,
    },
    'conditional spreads': counted(conditionalSpreads(sources)),
    'circles of imports, types included': counted(circles(sources.map(({ file, text }) => source(file, text)))),
    'largest folder': { value: `${largest.files} files (${largest.folder})` },
    'top-level names for 1,000 lines': { value: namesInLines(sources) },
    'surplus exports': counted(surplusExports(folder)),
    ...functionFigures(sources),
    any: counted(anys(sources)),
    '!': counted(bangs(sources)),
  };
}

function namesInLines(sources: readonly Parsed[]): string {
  const names = sources.reduce((sum, each) => sum + namesOf(each).length, 0);
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return `${Math.round((1_000 * names) / lines)} (${names} in ${lines})`;
}

function functionFigures(sources: readonly Parsed[]): Figures {
  const lengths = functionLengths(sources).sort((a, b) => a - b);
  const short = lengths.filter((length) => length <= 50).length;
  return {
    'median function': { value: `${lengths[Math.floor(lengths.length / 2)]} lines` },
    'functions up to 50 lines': { value: percent(short, lengths.length) },
  };
}

/** The files of another revision, with the packages of this one. */
function atRevision<T>(revision: string, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  try {
    const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { values: options } = parseArgs({ options: { base: { type: 'string' }, list: { type: 'boolean' } } });
const now = figuresOf(root);
const before = options.base === undefined ? undefined : atRevision(options.base, figuresOf);
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

console.log(row(['figure', ...(before ? [`${options.base}`] : []), 'now']));
console.log(row(['---', ...(before ? ['---'] : []), '---']));
for (const [name, { value }] of Object.entries(now))
  console.log(row([name, ...(before ? [before[name]?.value ?? ''] : []), value]));

if (options.list)
  for (const [name, { places = [] }] of Object.entries(now))
    if (places.length > 0) console.log(`\n${name}\n${places.map((place) => `  ${place}`).join('\n')}`);
