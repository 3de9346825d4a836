/** The architecture rules, applied to every source file, and planted breaches that prove each rule works. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dirname, relative } from 'node:path/posix';
import { manifest } from '../functions/manifest.ts';
import { type Cruise, cruise, root } from './support/architecture/cruise.ts';
import {
  claimsAreReleasedInOnePlace,
  commentsBeginWithTheirSubject,
  filesOpenWithASentence,
  foldersAreSmall,
  handlersNameTheirRoutes,
  importsCanBeFollowed,
  manifestMatchesFiles,
  namesStandOnce,
  onlyConfigReadsTheEnvironment,
  onlyProblemKnowsStatuses,
  portsAreTypesOnly,
  pureRingsTouchNothingOutside,
  type Rule,
  useCasesRunInAskAlone,
} from './support/architecture/rules.ts';
import { allSources, source } from './support/architecture/sources.ts';

const rules: readonly (readonly [sentence: string, rule: Rule])[] = [
  ['no folder holds more than 22 files', foldersAreSmall],
  [
    'core, products, partners, fulfilment, use cases and operations name no clock, chance or network',
    pureRingsTouchNothingOutside,
  ],
  ['only config.ts reads the environment', onlyConfigReadsTheEnvironment],
  ['only problem.ts knows HTTP statuses', onlyProblemKnowsStatuses],
  ['a use case runs in `ask` alone, so that one with a limit is limited at every door', useCasesRunInAskAlone],
  ['shared/ports holds types only', portsAreTypesOnly],
  ['only the start on one machine releases the claims of another process', claimsAreReleasedInOnePlace],
  ['every import can be followed', importsCanBeFollowed],
  ['no two files give one name to what they export, or to a type', namesStandOnce],
  ['every file opens with a sentence that says what it is', filesOpenWithASentence],
  ['every row of the manifest has its file, and every file its row', manifestMatchesFiles(manifest)],
  ['every handler that HTTP reaches names its routes', handlersNameTheirRoutes(manifest)],
];

const sources = allSources();

test.each(rules)('%s', (_, rule) => {
  expect(rule(sources)).toEqual([]);
});

test('every comment begins with its subject, in tests and examples too', () => {
  expect(commentsBeginWithTheirSubject([...sources, ...allSources(['test', 'examples'])])).toEqual([]);
});

test('imports point inwards, form no circle, and reach outside through adapters alone', async () => {
  const { breaches, files } = await cruise(root);
  expect(breaches).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(sources.map(({ file }) => file).filter((file) => !file.endsWith('.d.ts'))),
  );
}, 240_000);

describe('a planted import', () => {
  const inwards = [
    'shared/core/x.ts → shared/products/letter/letter.ts',
    'shared/core/x.ts → shared/ports/clock.ts',
    'shared/core/x.ts → shared/partners/catalogue.ts',
    'shared/partners/x.ts → shared/ports/clock.ts',
    'shared/products/x.ts → shared/usecases/quote/quote.ts',
    'shared/fulfilment/x.ts → shared/usecases/quote/quote.ts',
    'shared/usecases/x.ts → shared/partners/stripe.ts',
    'shared/usecases/x.ts → shared/operations/audit.ts',
    'shared/usecases/x.ts → shared/doors/http/problem.ts',
    'shared/usecases/x.ts → shared/adapters/queue.ts',
    'shared/usecases/x.ts → shared/compose/config.ts',
    'shared/doors/x.ts → shared/adapters/queue.ts',
    'shared/adapters/x.ts → shared/adapters/queue.ts',
    'shared/adapters/email/x.ts → shared/adapters/emails/ses.ts',
    'shared/adapters/partners/telnyx/x.ts → shared/adapters/queue.ts',
    'shared/adapters/partners/telnyx/x.ts → shared/adapters/partners/postgrid/order.ts',
    'shared/adapters/http/x.ts → shared/adapters/partners/telnyx/telnyx.ts',
    'shared/adapters/partners/x.ts → shared/fulfilment/advance.ts',
    'shared/adapters/renderer.ts → shared/usecases/quote/quote.ts',
    'shared/rendering/x.ts → shared/core/money/money.ts',
    'shared/pages/x.ts → shared/usecases/views.ts',
    'functions/x.ts → shared/adapters/queue.ts',
    'functions/x.ts → functions/about/health.ts',
    'functions/background/render.ts → shared/core/digest.ts',
    'functions/manifest.ts → functions/about/health.ts',
    'lib/cloud/x.ts → functions/about/health.ts',
    'lib/cloud/x.ts → shared/fulfilment/advance.ts',
    'lib/operator/x.ts → shared/fulfilment/advance.ts',
    'lib/command-line/x.ts → lib/local/service.ts',
    'lib/x.ts → shared/usecases/quote/quote.ts',
    'client/x.ts → shared/ports/clock.ts',
    'bin/x.ts → shared/ports/clock.ts',
    'shared/notifications/x.ts → shared/fulfilment/advance.ts',
    'shared/operations/x.ts → shared/doors/http/problem.ts',
  ];
  const edges = inwards.map((edge) => edge.split(' → ') as [file: string, target: string]);
  const written: readonly (readonly [file: string, line: string])[] = [
    ...edges.map(([file, to]) => [file, `import type { A } from './${relative(dirname(file), to)}';`] as const),
    ['shared/adapters/renderer.ts', "import { a } from '../rendering/x.ts';"],
    ['shared/adapters/email/x.ts', "import { a } from './y.ts'; import { b } from '../http/y.ts';"],
    ['bin/write-openapi.ts', ''],
    ['shared/services/x.ts', "import '../core/money/money.ts';"],
    ['shared/core/a.ts', "import { b } from './b.ts';"],
    ['shared/core/b.ts', "import type { C } from './c.ts';"],
    ['shared/core/c.ts', "export { a } from './a.ts';"],
    ['shared/core/digest.ts', "import { createHash } from 'node:crypto'; import { a } from 'node:fs';"],
    ['shared/core/x.ts', "import * as z from 'zod/mini'; import { randomInt } from 'node:crypto';"],
    ['shared/usecases/x.ts', "import { S3 } from '@aws-sdk/client-s3';"],
    [
      'shared/ports/x.ts',
      "import { born } from '../core/ids.ts'; import type { Money } from '../core/money/money.ts';",
    ],
    ['shared/rendering/x.ts', "import type { A } from '../core/paper.ts';"],
    ['shared/rendering/y.ts', "import { a } from '../core/paper.ts';"],
    ['functions/x.ts', "import '../shared/fulfilment/release-claims.ts'; import '../shared/doors/mcp/serve.ts';"],
    ['functions/api/mcp.ts', "import '../../shared/doors/mcp/serve.ts';"],
    ['shared/pages/x.ts', "export { a } from '../compose/app.ts'; export type { A } from '../compose/modes.ts';"],
    [
      'shared/pages/x.ts',
      "export * from '../compose/config.ts'; const { a } = await import('../compose/log.ts'); import '../compose/lazy.ts';",
    ],
  ];
  const targets = [
    ...[
      'compose/app',
      'compose/lazy',
      'compose/log',
      'compose/modes',
      'adapters/email/y',
      'adapters/http/y',
      'core/paper',
      'core/ids',
      'core/money/money',
    ],
    ...['doors/mcp/serve', 'fulfilment/release-claims'],
  ];
  /** All that is found in them: the beginnings of its lines. */
  const expected = [
    ...inwards,
    'bin/write-openapi.ts → bin/write-openapi.ts: bin/write-openapi imports shared/doors',
    'functions/x.ts → shared/doors/mcp/serve.ts: one function alone carries the SDK of MCP',
    'functions/x.ts → shared/fulfilment/release-claims.ts: only the start on one machine',
    'shared/core/a.ts → shared/core/b.ts: no circle of imports, types included',
    'shared/core/digest.ts → fs: the digest imports a hash alone',
    'shared/core/x.ts → crypto: core to operations import only packages',
    'shared/pages/x.ts → shared/compose/app.ts',
    'shared/pages/x.ts → shared/compose/config.ts',
    'shared/pages/x.ts → shared/compose/log.ts',
    'shared/pages/x.ts → shared/compose/modes.ts',
    'shared/ports/x.ts → shared/core/ids.ts: the ports import types only',
    'shared/rendering/y.ts → shared/core/paper.ts: the renderer takes only types',
    'shared/services/x.ts → shared/core/money/money.ts: every folder has a ring',
    'shared/usecases/x.ts → node_modules/@aws-sdk/client-s3/dist-cjs/index.js: core to operations import only packages',
  ].sort();
  let folder: string;
  let found: Cruise;

  const plant = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'planted-imports-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const file of [...edges.map(([, to]) => to), ...targets.map((name) => `shared/${name}.ts`)]) plant(file, '');
    for (const [file, lines] of Map.groupBy(written, ([file]) => file))
      plant(file, lines.map(([, line]) => line).join('\n'));
    found = await cruise(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is found if it is a breach', () => {
    expect(found.breaches.map((breach) => expected.find((start) => breach.startsWith(start)) ?? breach)).toEqual(
      expected,
    );
  });
});

/** One breach each, in a file that would otherwise be sound. */
const breaches: readonly (readonly [file: string, line: string, says: string, rule: Rule])[] = [
  [
    'shared/fulfilment/x.ts',
    "const fact = { kind: 'released', dueAt };",
    'releases a claim',
    claimsAreReleasedInOnePlace,
  ],
  ['shared/partners/x.ts', 'const { A } = process.env;', 'says process.env', pureRingsTouchNothingOutside],
  ['shared/core/x.ts', 'const a = Date.now();', 'says Date.now', pureRingsTouchNothingOutside],
  ['shared/products/x.ts', 'const a = new Date();', 'says new Date(', pureRingsTouchNothingOutside],
  ['shared/usecases/x.ts', 'const a = Math.random();', 'says Math.random', pureRingsTouchNothingOutside],
  ['shared/usecases/x.ts', 'const a = crypto.randomUUID();', 'says randomUUID', pureRingsTouchNothingOutside],
  ['shared/usecases/x.ts', 'const a = randomBytes(16);', 'says randomBytes', pureRingsTouchNothingOutside],
  ['shared/usecases/x.ts', 'await fetch(url);', 'says fetch(', pureRingsTouchNothingOutside],
  ['shared/usecases/x.ts', 'setTimeout(run, 5);', 'says setTimeout', pureRingsTouchNothingOutside],
  ['shared/adapters/x.ts', 'const a = process.env.A;', 'says process.env', onlyConfigReadsTheEnvironment],
  ['functions/x.ts', 'const { A } = process.env;', 'says process.env', onlyConfigReadsTheEnvironment],
  ['shared/rendering/x.ts', "process.env['A'] = '1';", 'says process.env', onlyConfigReadsTheEnvironment],
  ['shared/rendering/x.ts', "import { env } from 'node:process';", 'says env', onlyConfigReadsTheEnvironment],
  ['shared/doors/x.ts', 'return json(404, {});', 'says 404', onlyProblemKnowsStatuses],
  ['shared/usecases/x.ts', 'const statusCode = 502;', 'says 502', onlyProblemKnowsStatuses],
  ['shared/doors/x.ts', 'const { body } = await useCase.run(deps, raw, caller);', 'says .run(', useCasesRunInAskAlone],
  ['functions/x.ts', 'await getJob.run(deps, raw, caller);', 'says .run(', useCasesRunInAskAlone],
  ['shared/ports/x.ts', 'export const a = 1;', 'says export const a', portsAreTypesOnly],
  ['shared/core/x.ts', "type A = import('../app.ts').A;", 'says import(', importsCanBeFollowed],
  ['shared/core/x.ts', "let a: typeof import('../app.ts');", 'says typeof import(', importsCanBeFollowed],
  ['lib/x.ts', `const a = import(\`../\${name}.ts\`);`, 'says import(', importsCanBeFollowed],
  ['lib/x.ts', "const a = require('../app.ts');", 'says require(', importsCanBeFollowed],
  ['functions/x.ts', '', 'has no row in functions/manifest.ts', manifestMatchesFiles([])],
  ['shared/x.ts', '', 'functions/y.ts is missing', manifestMatchesFiles([{ name: 'y', file: 'y' }])],
  ['functions/x.ts', '', 'has two rows for x', manifestMatchesFiles(['x', 'y/x'].map((file) => ({ name: 'x', file })))],
  [
    'functions/x.ts',
    '/** GET /v1/x */',
    'does not name its route POST /v1/x',
    handlersNameTheirRoutes([{ file: 'x', trigger: { http: ['GET /v1/x', 'POST /v1/x'] } }]),
  ],
  ...['', "import { a } from './a.ts';\n", '// What this is.\n', '/* What this is. */\n', '/** */\n'].map(
    (text) => ['lib/x.ts', `${text}export const a = 1;\n`, 'does not open', filesOpenWithASentence] as const,
  ),
  ...['// Nobody reads it.', 'a(); /** None. */', '/**\n * It is.\n * Whoever reads.\n */', '/* Of it. */'].map(
    (line) => ['lib/x.ts', line, 'begins with its subject', commentsBeginWithTheirSubject] as const,
  ),
];

test.each(breaches)('a breach in %s is found: %j', (file, line, says, rule) => {
  const found = rule([source(file, line)]);
  expect(found.filter((violation) => violation.includes(says))).toHaveLength(1);
});

test('a folder of 23 files is found, one of 22 is not', () => {
  const files = Array.from({ length: 23 }, (_, at) => source(`shared/core/file-${at}.ts`, ''));
  expect(foldersAreSmall(files)).toEqual(['shared/core holds 23 files, more than 22']);
  expect(foldersAreSmall(files.slice(1))).toEqual([]);
});

test('a name that two files give is found, whether it is exported or a type; a handler is not', () => {
  const both = 'export async function handler() {}\nconst found = 1;\n';
  const [one, other] = ['type Found = 1;', 'export interface Found {}'];
  const files = [source('lib/a.ts', `${both}${one}\ntype Found2 = Found;`), source('lib/b.ts', `${both}${other}`)];
  expect(namesStandOnce(files)).toEqual(['lib/a.ts and lib/b.ts name Found']);
});

test.each([
  [
    'shared/usecases/x.ts',
    'const keptMs = 400 * daysMs; const waitMs = 5_000; const a = "404";',
    onlyProblemKnowsStatuses,
  ],
  ['shared/usecases/x.ts', 'const a = await fetched(deps); // never Date.now', pureRingsTouchNothingOutside],
  ['shared/compose/config.ts', 'const a = process.env;', onlyConfigReadsTheEnvironment],
  ['lib/local/x.ts', 'const a = process.env;', onlyConfigReadsTheEnvironment],
  ['lib/x.ts', "import('./a.ts').then(run); (await import('./b.ts')).a;", importsCanBeFollowed],
  ['lib/x.ts', "const a = '// What'; // Often. What is said inside a line stays.", commentsBeginWithTheirSubject],
] as const)('what is allowed in %s is not taken for a breach: %j', (file, line, rule) => {
  expect(rule([source(file, line)])).toEqual([]);
});

test('tells code from comments and strings', () => {
  const text = '/** Date.now */ a(\'fetch(\', "x//y"); // 404\nb(`//c`); d(1);';
  expect(source('x.ts', text).code.replace(/\s+/g, ' ')).toBe(" a('', ''); b(`//c`); d(1);");
});
