/** Each counter of `npm run house` counts what is planted, and nothing that only looks like it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { source } from '../support/architecture/sources.ts';
import { homonyms } from './figures/homonyms.ts';
import { parse } from './figures/parse.ts';
import { circles, largestFolder } from './figures/shape.ts';
import { surplusExports } from './figures/surplus-exports.ts';
import { anys, bangs, conditionalSpreads, functionLengths, namesOf } from './figures/syntax.ts';
import { clauseComments, filesNaming } from './figures/words.ts';

const one = (text: string, file = 'shared/core/x.ts') => [parse(file, text)];

test('comments are told from strings, templates and patterns, and lose their stars', () => {
  const text = [
    '/** é: the first. */',
    "const a = '// no'; // The second,",
    '// in two lines.',
    `const b = \`/* no \${/* the third */ a} // no\`;`,
    'const c = /[/*] \\/\\/ no/;',
    '/*',
    ' * The fourth.',
    ' */',
  ].join('\n');
  const [{ comments, code } = parse('', '')] = one(text);
  expect(comments).toEqual([
    { words: 'é: the first.', line: 1 },
    { words: 'The second, in two lines.', line: 2 },
    { words: 'the third', line: 4 },
    { words: 'The fourth.', line: 6 },
  ]);
  expect(code).not.toMatch(/first|second|third|fourth/);
  expect(code.split('\n')).toHaveLength(text.split('\n').length);
});

test('comments that begin with a relative clause', () => {
  const text = [
    ...['/** What is kept. */', '/** Whoever asks. */', '/* Where it is. */', '// How it goes.', ''],
    ...['/** That it is. */', '/** Of which one. */', '/** Of the clocks. */', '/** Whether it is. */'],
    ...['/** Keeps it. What else? */', "const a = '/** What */';"],
  ].join('\n');
  expect(clauseComments(one(text)).map((place) => place.split(' ')[0])).toEqual(
    [1, 2, 3, 4, 6, 7].map((line) => `shared/core/x.ts:${line}`),
  );
});

test.each([
  ['const lobKey = 1;', true],
  ['const key = LOB_API_KEY;', true],
  ["import { a } from './lob/lob.ts';", true],
  ["const sentence = 'Lob has it.';", true],
  ['// Lob has it.', false],
  ['const blob = global + globe;', false],
])('a file that says %j names Lob: %s', (text, names) => {
  expect(filesNaming(one(text), 'lob')).toEqual(names ? ['shared/core/x.ts'] : []);
});

test('a name in several parts is one word, and a partner may be named in its own files', () => {
  const text = 'const a: PostGridSettings = postgridLine(POSTGRID_API_KEY);';
  expect(filesNaming(one(text), 'postgrid')).toHaveLength(1);
  expect(filesNaming(one(text, 'shared/partners/postgrid/line.ts'), 'postgrid')).toEqual([]);
  expect(filesNaming(one(text, 'functions/receive-postgrid-event.ts'), 'postgrid')).toEqual([]);
});

test.each([
  ['{ ...(a ? { a } : {}) }', 1],
  ['{ ...(a === undefined ? {} : { a }), ...(b && { b }) }', 2],
  ['{ ...{ a }, ...given, ...(a ?? b), ...(a ? given : other) }', 0],
  ['[...(a ? [a] : [])]', 0],
])('conditional spreads in %s: %i', (text, count) => {
  expect(conditionalSpreads(one(`const x = ${text};`))).toHaveLength(count);
});

test('names at the top level, exported or not, and none from within', () => {
  const text = [
    "import { no } from './no.ts';",
    'export const a = 1, b = () => { const no = 1; return no; };',
    'function c(no: string) { return no; }',
    'export class D { no = 1; }',
    'interface E { no: string }',
    'export type F = string;',
    'const { g, h } = b;',
  ].join('\n');
  expect(one(text).flatMap(namesOf)).toEqual(['a', 'b', 'c', 'D', 'E', 'F', '{…}']);
});

test('functions of every kind with their lines', () => {
  const text = [
    'function a() {',
    '  return (b: number) => b;',
    '}',
    'const c = {',
    '  d() {',
    '  },',
    '  get e() { return 1; },',
    '};',
    'class F {',
    '  constructor() {}',
    '  #g() {',
    '    return 1;',
    '  }',
    '}',
    'declare function no(): void;',
  ].join('\n');
  expect(functionLengths(one(text))).toEqual([3, 1, 2, 1, 1, 3]);
});

test('`any` and `!`', () => {
  const text = 'const a: any = b as any;\nconst c = d!.e!; class F { g!: string }\nconst any = !h || i !== j;';
  expect(anys(one(text))).toEqual(['shared/core/x.ts:1', 'shared/core/x.ts:1']);
  expect(bangs(one(text))).toHaveLength(3);
});

test('circles of imports, types included', () => {
  const imports = (file: string, ...targets: string[]) =>
    source(`shared/${file}.ts`, targets.map((target) => `import type { A } from './${target}.ts';`).join('\n'));
  const sources = [
    ...[imports('a', 'b'), imports('b', 'c'), imports('c', 'a', 'd'), imports('d')],
    ...[imports('e', 'f', 'a'), imports('f', 'e'), imports('g', 'e')],
  ];
  expect(circles(sources)).toEqual(['shared/a.ts ↔ shared/b.ts ↔ shared/c.ts', 'shared/e.ts ↔ shared/f.ts']);
});

test('the largest folder counts its own files, not those of its folders', () => {
  expect(largestFolder(['a/1.ts', 'a/b/1.ts', 'a/b/2.ts', 'a/c/1.ts', 'a/c/d/1.ts'])).toEqual({
    folder: 'a/b',
    files: 2,
  });
});

describe('homonyms', () => {
  const found = (files: Readonly<Record<string, string>>) =>
    homonyms({
      sources: Object.entries(files).map(([file, text]) => parse(file, text)),
      paths: Object.keys(files),
    });

  test('a name declared twice, and a word with two of its meanings', () => {
    expect(
      found({
        'shared/core/a.ts': 'export class Refusal {}\nexport interface Journey {}\nconst seconds = 1_000;',
        'lib/a.ts': 'class Refusal {}\nconst one = world.seconds;',
        'test/journeys/a.test.ts': '',
      }),
    ).toEqual(['seconds', 'Refusal', 'journey']);
  });

  test('one meaning in many places, and a meaning that only a comment has', () => {
    expect(
      found({
        'shared/core/content.ts': 'const seconds = 1; type Layout = string; type Rendered = string;',
        'shared/core/bank-account.ts': 'const seconds = 2; // world.seconds',
        'shared/rendering/pdf/content.ts': 'deps.backup();',
      }),
    ).toEqual([]);
  });

  test('two words of one row do not make a pair', () => {
    expect(found({ 'shared/core/content.ts': '', 'shared/usecases/content.ts': '' })).toEqual([
      'content.ts, bank-account.ts',
    ]);
    expect(found({ 'shared/core/content.ts': '', 'shared/usecases/bank-account.ts': '' })).toEqual([]);
  });
});

test('an export that nobody imports is surplus', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surplus-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  try {
    write('package.json', '{ "name": "planted", "type": "module" }');
    write('bin/start.ts', "import { a } from '../shared/a.ts';\nconsole.log(a);\n");
    write('shared/a.ts', 'export const a = 1;\nexport const b = 2;\nexport type C = typeof b;\n');
    expect(surplusExports(folder)).toEqual(['shared/a.ts b', 'shared/a.ts C']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
