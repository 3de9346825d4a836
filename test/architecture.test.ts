/** The architecture rules that look beyond imports, and a planted violation of each. `npm run lint` enforces the import rules. */
import { manifest } from '../functions/manifest.ts';
import {
  claimsAreReleasedInOnePlace,
  filesOpenWithASentence,
  foldersAreSmall,
  importsCanBeFollowed,
  manifestMatchesFiles,
  namesAreUnique,
  onlyConfigReadsTheEnvironment,
  onlyProblemKnowsStatuses,
  pureRingsTouchNothingOutside,
  type Rule,
  useCasesRunOnlyInAsk,
} from './support/architecture/rules.ts';
import { allSources, source } from './support/architecture/sources.ts';

const rules: readonly (readonly [sentence: string, rule: Rule])[] = [
  ['no folder has more than 22 files', foldersAreSmall],
  [
    'domain, products, orders and notify use no clock, randomness, network or environment',
    pureRingsTouchNothingOutside,
  ],
  ['only config.ts reads the environment', onlyConfigReadsTheEnvironment],
  ['only problem.ts knows HTTP statuses', onlyProblemKnowsStatuses],
  ['use cases run only through `ask`, so rate limits apply at every entry point', useCasesRunOnlyInAsk],
  ['only the single-machine startup releases the claims of another process', claimsAreReleasedInOnePlace],
  ['every import is static, so that dependency-cruiser sees it', importsCanBeFollowed],
  ['no two files export the same name or declare the same type', namesAreUnique],
  ['every file opens with a sentence that says what it is', filesOpenWithASentence],
  ['every row of the manifest has its file, and every file its row', manifestMatchesFiles(manifest)],
];

const sources = allSources();

test.each(rules)('%s', (_, rule) => {
  expect(rule(sources)).toEqual([]);
});

/** Each breaks one rule. */
const violations: readonly (readonly [file: string, code: string, message: string, rule: Rule])[] = [
  ['shared/orders/x.ts', "const fact = { kind: 'released', dueAt };", 'releases a claim', claimsAreReleasedInOnePlace],
  ...['process.env', 'Date.now', 'new Date(', 'Math.random', 'randomUUID', 'randomBytes', 'fetch(', 'setTimeout'].map(
    (code) => ['shared/domain/x.ts', `a(${code});`, `uses ${code}`, pureRingsTouchNothingOutside] as const,
  ),
  ['functions/x.ts', 'const { A } = process.env;', 'uses process.env', onlyConfigReadsTheEnvironment],
  ['shared/rendering/x.ts', "import { env } from 'node:process';", 'uses env', onlyConfigReadsTheEnvironment],
  ['shared/web/x.ts', 'return json(404, {});', 'uses 404', onlyProblemKnowsStatuses],
  ['functions/x.ts', 'await getJob.run(deps, raw, caller);', 'uses .run(', useCasesRunOnlyInAsk],
  ['shared/domain/x.ts', "type A = import('../app.ts').A;", 'uses import(', importsCanBeFollowed],
  ['lib/x.ts', "const a = require('../app.ts');", 'uses require(', importsCanBeFollowed],
  ['functions/x.ts', '', 'has no row in functions/manifest.ts', manifestMatchesFiles([])],
  ['shared/x.ts', '', 'functions/y.ts is missing', manifestMatchesFiles([{ name: 'y', file: 'y' }])],
  ['lib/x.ts', '// What this is.\nexport const a = 1;\n', 'does not open', filesOpenWithASentence],
];

test.each(violations)('a violation in %s is reported: %j', (file, code, message, rule) => {
  const reported = rule([source(file, code)]);
  expect(reported.filter((violation) => violation.includes(message))).toHaveLength(1);
});

test('a folder of 23 files is reported, one of 22 is not', () => {
  const files = Array.from({ length: 23 }, (_, at) => source(`shared/domain/file-${at}.ts`, ''));
  expect(foldersAreSmall(files)).toEqual(['shared/domain has 23 files, more than 22']);
  expect(foldersAreSmall(files.slice(1))).toEqual([]);
});

test('a name that two files export or declare as a type is reported, except for `handler`', () => {
  const both = 'export async function handler() {}\nconst found = 1;\n';
  const [one, other] = ['type Found = 1;', 'export interface Found {}'];
  const files = [source('lib/a.ts', `${both}${one}\ntype Found2 = Found;`), source('lib/b.ts', `${both}${other}`)];
  expect(namesAreUnique(files)).toEqual(['lib/a.ts and lib/b.ts declare Found']);
});
