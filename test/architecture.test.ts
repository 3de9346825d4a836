/** The architecture rules that read more of a file than its imports, and a planted breach of each. `npm run lint` holds the imports. */
import { manifest } from '../functions/manifest.ts';
import {
  claimsAreReleasedInOnePlace,
  filesOpenWithASentence,
  foldersAreSmall,
  importsCanBeFollowed,
  manifestMatchesFiles,
  namesStandOnce,
  onlyConfigReadsTheEnvironment,
  onlyProblemKnowsStatuses,
  pureRingsTouchNothingOutside,
  type Rule,
  useCasesRunInAskAlone,
} from './support/architecture/rules.ts';
import { allSources, source } from './support/architecture/sources.ts';

const rules: readonly (readonly [sentence: string, rule: Rule])[] = [
  ['no folder holds more than 22 files', foldersAreSmall],
  ['domain, products, orders and notify name no clock, chance or network', pureRingsTouchNothingOutside],
  ['only config.ts reads the environment', onlyConfigReadsTheEnvironment],
  ['only problem.ts knows HTTP statuses', onlyProblemKnowsStatuses],
  ['a use case runs in `ask` alone, so that one with a limit is limited at every door', useCasesRunInAskAlone],
  ['only the start on one machine releases the claims of another process', claimsAreReleasedInOnePlace],
  ['every import can be followed', importsCanBeFollowed],
  ['no two files give one name to what they export, or to a type', namesStandOnce],
  ['every file opens with a sentence that says what it is', filesOpenWithASentence],
  ['every row of the manifest has its file, and every file its row', manifestMatchesFiles(manifest)],
];

const sources = allSources();

test.each(rules)('%s', (_, rule) => {
  expect(rule(sources)).toEqual([]);
});

/** One breach each, in a file that would otherwise be sound. */
const breaches: readonly (readonly [file: string, line: string, says: string, rule: Rule])[] = [
  ['shared/orders/x.ts', "const fact = { kind: 'released', dueAt };", 'releases a claim', claimsAreReleasedInOnePlace],
  ...['process.env', 'Date.now', 'new Date(', 'Math.random', 'randomUUID', 'randomBytes', 'fetch(', 'setTimeout'].map(
    (words) => ['shared/domain/x.ts', `a(${words});`, `says ${words}`, pureRingsTouchNothingOutside] as const,
  ),
  ['functions/x.ts', 'const { A } = process.env;', 'says process.env', onlyConfigReadsTheEnvironment],
  ['shared/rendering/x.ts', "import { env } from 'node:process';", 'says env', onlyConfigReadsTheEnvironment],
  ['shared/web/x.ts', 'return json(404, {});', 'says 404', onlyProblemKnowsStatuses],
  ['functions/x.ts', 'await getJob.run(deps, raw, caller);', 'says .run(', useCasesRunInAskAlone],
  ['shared/domain/x.ts', "type A = import('../app.ts').A;", 'says import(', importsCanBeFollowed],
  ['lib/x.ts', "const a = require('../app.ts');", 'says require(', importsCanBeFollowed],
  ['functions/x.ts', '', 'has no row in functions/manifest.ts', manifestMatchesFiles([])],
  ['shared/x.ts', '', 'functions/y.ts is missing', manifestMatchesFiles([{ name: 'y', file: 'y' }])],
  ['lib/x.ts', '// What this is.\nexport const a = 1;\n', 'does not open', filesOpenWithASentence],
];

test.each(breaches)('a breach in %s is found: %j', (file, line, says, rule) => {
  const found = rule([source(file, line)]);
  expect(found.filter((violation) => violation.includes(says))).toHaveLength(1);
});

test('a folder of 23 files is found, one of 22 is not', () => {
  const files = Array.from({ length: 23 }, (_, at) => source(`shared/domain/file-${at}.ts`, ''));
  expect(foldersAreSmall(files)).toEqual(['shared/domain holds 23 files, more than 22']);
  expect(foldersAreSmall(files.slice(1))).toEqual([]);
});

test('a name that two files give is found, whether it is exported or a type; a handler is not', () => {
  const both = 'export async function handler() {}\nconst found = 1;\n';
  const [one, other] = ['type Found = 1;', 'export interface Found {}'];
  const files = [source('lib/a.ts', `${both}${one}\ntype Found2 = Found;`), source('lib/b.ts', `${both}${other}`)];
  expect(namesStandOnce(files)).toEqual(['lib/a.ts and lib/b.ts name Found']);
});
