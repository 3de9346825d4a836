/** The architecture rules, applied to every source file, and planted breaches that prove each rule works. */
import { manifest } from '../functions/manifest.ts';
import {
  exceptions,
  exceptionsAreNeeded,
  filesOpenWithASentence,
  foldersAreSmall,
  handlersNameTheirRoutes,
  importsFormNoCircle,
  importsPointInwards,
  manifestMatchesFiles,
  nothingIsExportedByDefault,
  onlyConfigReadsTheEnvironment,
  onlyProblemKnowsStatuses,
  onlyTheLocalStartReleasesClaims,
  portsAreTypesOnly,
  pureRingsImportPurePackages,
  pureRingsTouchNothingOutside,
  type Rule,
  rendererLoadsOnlyItself,
  useCasesRunInAskAlone,
} from './support/architecture/rules.ts';
import { allSources, source } from './support/architecture/sources.ts';

const rules: readonly (readonly [sentence: string, rule: Rule])[] = [
  [
    'imports point inwards: core ← products, partners ← fulfilment ← use cases ← operations ← doors; adapters know ports',
    importsPointInwards,
  ],
  ['no circle of imports, types included', importsFormNoCircle],
  ['no folder holds more than 22 files', foldersAreSmall],
  ['every exception to the import rule is still needed', exceptionsAreNeeded],
  [
    'core, products, partners, fulfilment, use cases and operations import nothing that reaches outside',
    pureRingsImportPurePackages,
  ],
  [
    'core, products, partners, fulfilment, use cases and operations name no clock, no chance and no network',
    pureRingsTouchNothingOutside,
  ],
  ['only config.ts reads the environment', onlyConfigReadsTheEnvironment],
  ['only problem.ts knows HTTP statuses', onlyProblemKnowsStatuses],
  ['a use case runs in `ask` alone, so that one with a limit is limited at every door', useCasesRunInAskAlone],
  ['ports.ts holds types only', portsAreTypesOnly],
  ['the renderer takes only types from the rest of the project', rendererLoadsOnlyItself],
  ['only the start on one machine releases the claims of another process', onlyTheLocalStartReleasesClaims],
  ['nothing is exported by default', nothingIsExportedByDefault],
  ['every file opens with a sentence that says what it is', filesOpenWithASentence],
  ['every row of the manifest has its file, and every file its row', manifestMatchesFiles(manifest)],
  ['every handler that HTTP reaches names its routes', handlersNameTheirRoutes(manifest)],
];

const sources = allSources();

test.each(rules)('%s', (_, rule) => {
  expect(rule(sources)).toEqual([]);
});

test('every folder was read, with its larger files', () => {
  const files = sources.map(({ file }) => file);
  expect(files).toEqual(
    expect.arrayContaining(['shared/core/job.ts', 'functions/manifest.ts', 'lib/local/service.ts', 'bin/start.ts']),
  );
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(files.length);
});

test('every exception says why', () => {
  for (const { why } of exceptions) expect(why).toMatch(/^\S+ .+/);
});

describe('the scanner', () => {
  const targets = (text: string) => source('shared/core/x.ts', text).imports.map(({ target }) => target);

  test.each([
    ["import { a, type B } from './money.ts';", 'shared/core/money.ts'],
    ["import {\n  a,\n  b,\n} from '../usecases/quote.ts';", 'shared/usecases/quote.ts'],
    ["import type { A } from '../ports.ts';", 'shared/ports.ts'],
    ["import * as z from 'zod/mini';", 'zod/mini'],
    ["import canonicalize from 'canonicalize';", 'canonicalize'],
    ["import React, { type Node } from 'react';", 'react'],
    ["import '../app.ts';", 'shared/app.ts'],
    ["export { a } from '../app.ts';", 'shared/app.ts'],
    ["export type { A } from '../app.ts';", 'shared/app.ts'],
    ["export * from '../app.ts';", 'shared/app.ts'],
    ["const { a } = await import('../app.ts');", 'shared/app.ts'],
    ["type A = import('../app.ts').A;", 'shared/app.ts'],
    [`const a = import(\`../../functions/\${name}.ts\`);`, `functions/\${name}.ts`],
    ["const a = require('node:fs');", 'node:fs'],
  ])('finds the import in %j', (text, target) => {
    expect(targets(text)).toEqual([target]);
  });

  test.each([
    "export const said = 'import';",
    " * import { a } from './money.ts';",
    'const text = "from \'./money.ts\'";',
    "export function a() {}\nexport const from = 'elsewhere';",
  ])('finds no import in %j', (text) => {
    expect(targets(text)).toEqual([]);
  });

  test('tells code from comments and strings', () => {
    const text = '/** Date.now */ a(\'fetch(\', "x//y"); // 404\nb(`//c`); d(1);';
    expect(source('x.ts', text).code.replace(/\s+/g, ' ')).toBe(" a('', ''); b(`//c`); d(1);");
  });
});

/** One breach each, in a file that would otherwise be sound. */
const breaches: readonly (readonly [file: string, line: string, says: string, rule: Rule])[] = [
  [
    'shared/core/x.ts',
    "import { a } from '../products/letter/letter.ts';",
    'imports shared/products/letter/letter.ts',
    importsPointInwards,
  ],
  ['shared/core/x.ts', "import type { Deps } from '../ports.ts';", 'imports shared/ports.ts', importsPointInwards],
  [
    'shared/core/x.ts',
    "import { a } from '../partners/catalogue.ts';",
    'imports shared/partners/catalogue.ts',
    importsPointInwards,
  ],
  [
    'functions/x.ts',
    "import { a } from '../shared/fulfilment/release-claims.ts';",
    'imports shared/fulfilment/release-claims.ts',
    onlyTheLocalStartReleasesClaims,
  ],
  [
    'shared/fulfilment/x.ts',
    "const fact = { kind: 'released', dueAt };",
    'releases a claim',
    onlyTheLocalStartReleasesClaims,
  ],
  ['shared/partners/x.ts', "import { a } from '../ports.ts';", 'imports shared/ports.ts', importsPointInwards],
  [
    'shared/usecases/x.ts',
    "import { a } from '../partners/stripe.ts';",
    'imports shared/partners/stripe.ts',
    importsPointInwards,
  ],
  ['shared/partners/x.ts', 'const { A } = process.env;', 'says process.env', pureRingsTouchNothingOutside],
  [
    'shared/products/x.ts',
    "import { a } from '../usecases/quote.ts';",
    'imports shared/usecases/quote.ts',
    importsPointInwards,
  ],
  [
    'shared/fulfilment/x.ts',
    "import { a } from '../usecases/quote.ts';",
    'imports shared/usecases/quote.ts',
    importsPointInwards,
  ],
  [
    'shared/usecases/x.ts',
    "import { a } from '../operations/audit.ts';",
    'imports shared/operations/audit.ts',
    importsPointInwards,
  ],
  [
    'shared/usecases/x.ts',
    "import { a } from '../doors/http/problem.ts';",
    'imports shared/doors/http/problem.ts',
    importsPointInwards,
  ],
  [
    'shared/usecases/x.ts',
    "import { a } from '../adapters/queue.ts';",
    'imports shared/adapters/queue.ts',
    importsPointInwards,
  ],
  ['shared/usecases/x.ts', "import { config } from '../config.ts';", 'imports shared/config.ts', importsPointInwards],
  [
    'shared/doors/x.ts',
    "import { a } from '../adapters/queue.ts';",
    'imports shared/adapters/queue.ts',
    importsPointInwards,
  ],
  ['shared/adapters/x.ts', "import { a } from './queue.ts';", 'imports shared/adapters/queue.ts', importsPointInwards],
  [
    'shared/adapters/partners/lob/x.ts',
    "import { a } from '../../queue.ts';",
    'imports shared/adapters/queue.ts',
    importsPointInwards,
  ],
  [
    'shared/adapters/partners/lob/x.ts',
    "import { a } from '../postgrid/order.ts';",
    'imports shared/adapters/partners/postgrid/order.ts',
    importsPointInwards,
  ],
  [
    'shared/adapters/http/x.ts',
    "import { a } from '../partners/lob/lob.ts';",
    'imports shared/adapters/partners/lob/lob.ts',
    importsPointInwards,
  ],
  [
    'shared/adapters/partners/x.ts',
    "import { a } from '../../fulfilment/advance.ts';",
    'imports shared/fulfilment/advance.ts',
    importsPointInwards,
  ],
  [
    'shared/rendering/x.ts',
    "import { a } from '../core/money.ts';",
    'imports shared/core/money.ts',
    importsPointInwards,
  ],
  [
    'shared/pages/x.ts',
    "import { a } from '../usecases/views.ts';",
    'imports shared/usecases/views.ts',
    importsPointInwards,
  ],
  [
    'functions/x.ts',
    "import { a } from '../shared/adapters/queue.ts';",
    'imports shared/adapters/queue.ts',
    importsPointInwards,
  ],
  [
    'functions/x.ts',
    "import { a } from './about/health.ts';",
    'imports functions/about/health.ts',
    importsPointInwards,
  ],
  [
    'functions/background/render.ts',
    "import { a } from '../../shared/core/digest.ts';",
    'imports shared/core/digest.ts',
    importsPointInwards,
  ],
  [
    'functions/manifest.ts',
    "import { a } from './about/health.ts';",
    'imports functions/about/health.ts',
    importsPointInwards,
  ],
  [
    'lib/cloud/x.ts',
    "import { a } from '../../functions/about/health.ts';",
    'imports functions/about/health.ts',
    importsPointInwards,
  ],
  [
    'lib/cloud/x.ts',
    "import { a } from '../../shared/fulfilment/advance.ts';",
    'imports shared/fulfilment/advance.ts',
    importsPointInwards,
  ],
  [
    'lib/operator/x.ts',
    "import { a } from '../../shared/fulfilment/advance.ts';",
    'imports shared/fulfilment/advance.ts',
    importsPointInwards,
  ],
  ['shared/services/x.ts', '', 'has no ring', importsPointInwards],
  ['bin/write-openapi.ts', '', 'bin/write-openapi.ts no longer imports shared/doors/', exceptionsAreNeeded],
  ['shared/core/x.ts', "import { randomInt } from 'node:crypto';", 'imports node:crypto', pureRingsImportPurePackages],
  [
    'shared/usecases/x.ts',
    "import { S3 } from '@aws-sdk/client-s3';",
    'imports @aws-sdk/client-s3',
    pureRingsImportPurePackages,
  ],
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
  ['shared/ports.ts', 'export const a = 1;', 'says export const a', portsAreTypesOnly],
  ['shared/ports.ts', "import { born } from './core/job.ts';", 'imports shared/core/job.ts as more', portsAreTypesOnly],
  [
    'shared/rendering/x.ts',
    "import { contentFields } from '../core/content.ts';",
    'imports shared/core/content.ts as more',
    rendererLoadsOnlyItself,
  ],
  ['lib/x.ts', 'export default class {}', 'says export default', nothingIsExportedByDefault],
  ['lib/x.ts', 'export { a as default };', 'says as default', nothingIsExportedByDefault],
  ['functions/x.ts', '', 'has no row in functions/manifest.ts', manifestMatchesFiles([])],
  ['shared/x.ts', '', 'functions/y.ts is missing', manifestMatchesFiles([{ name: 'y', file: 'y' }])],
  [
    'functions/x.ts',
    '',
    'has two rows for x',
    manifestMatchesFiles([
      { name: 'x', file: 'x' },
      { name: 'x', file: 'y/x' },
    ]),
  ],
  [
    'functions/x.ts',
    '/** GET /v1/x */',
    'does not name its route POST /v1/x',
    handlersNameTheirRoutes([{ file: 'x', trigger: { http: ['GET /v1/x', 'POST /v1/x'] } }]),
  ],
];

test.each(breaches)('a breach in %s is found: %j', (file, line, says, rule) => {
  const found = rule([source(file, line)]);
  expect(found.filter((violation) => violation.includes(says))).toHaveLength(1);
});

test('a circle of imports is found, once, even where one of them is a type', () => {
  const circle = [
    source('shared/core/a.ts', "import { b } from './b.ts';"),
    source('shared/core/b.ts', "import type { C } from './c.ts';"),
    source('shared/core/c.ts', "import { a } from './a.ts';"),
    source('shared/core/d.ts', "import { a } from './a.ts';"),
  ];
  expect(importsFormNoCircle(circle)).toEqual([
    'shared/core/a.ts, shared/core/b.ts, shared/core/c.ts import one another',
  ]);
  expect(importsFormNoCircle(circle.slice(1))).toEqual([]);
});

test('a folder of 23 files is found, one of 22 is not', () => {
  const files = Array.from({ length: 23 }, (_, at) => source(`shared/core/file-${at}.ts`, ''));
  expect(foldersAreSmall(files)).toEqual(['shared/core holds 23 files, more than 22']);
  expect(foldersAreSmall(files.slice(1))).toEqual([]);
});

test.each(['', "import { a } from './a.ts';\n", '// What this is.\n', '/* What this is. */\n', '/** */\n'])(
  'a file that opens with %j is found',
  (text) => {
    expect(filesOpenWithASentence([source('lib/x.ts', `${text}export const a = 1;\n`)])).toHaveLength(1);
  },
);

test.each([
  [
    'shared/usecases/x.ts',
    'const keptMs = 400 * daysMs; const waitMs = 5_000; const a = "404";',
    onlyProblemKnowsStatuses,
  ],
  ['shared/usecases/x.ts', 'const a = await fetched(deps); // never Date.now', pureRingsTouchNothingOutside],
  ['shared/config.ts', 'const a = process.env;', onlyConfigReadsTheEnvironment],
  ['lib/local/x.ts', 'const a = process.env;', onlyConfigReadsTheEnvironment],
] as const)('what is allowed in %s is not taken for a breach: %j', (file, line, rule) => {
  expect(rule([source(file, line)])).toEqual([]);
});
