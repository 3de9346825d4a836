/** The architecture rules. Each finds the files that break it, and says how. */
import { dirname } from 'node:path/posix';
import type { FunctionRow } from '../../../functions/manifest.ts';
import type { Source } from './sources.ts';

/** A rule returns one line for each breach, beginning with the file. */
export type Rule = (sources: readonly Source[]) => string[];

const core = 'shared/core/';
const products = 'shared/products/';
const ports = 'shared/ports.ts';
const notifications = 'shared/notifications/';
const fulfilment = 'shared/fulfilment/';
const usecases = 'shared/usecases/';
const operations = 'shared/operations/';
const pages = 'shared/pages/';
const rendering = 'shared/rendering/';
const adapters = 'shared/adapters/';
const http = 'shared/adapters/http/';
const simulatedPartners = 'shared/adapters/partners/simulated/';
const mockPayments = 'shared/adapters/payments/mock.ts';
const doors = 'shared/doors/';
const content = 'shared/core/content.ts';
const marks = 'shared/core/given/marks.ts';
const warning = 'shared/core/warnings/warning.ts';
const app = 'shared/app.ts';
const partners = 'shared/partners/';
/** The shape of what is assumed of a partner. */
const assumed = 'shared/partners/assumed.ts';
const partnersInUse = 'shared/partners-in-use.ts';
const partnersPlugged = 'shared/partners-plugged.ts';
const lazy = 'shared/lazy.ts';
const config = 'shared/config.ts';
const modes = 'shared/modes.ts';
const log = 'shared/log.ts';
const metrics = 'shared/core/metrics.ts';
const refusal = 'shared/core/refusal.ts';
const ids = 'shared/core/ids.ts';
const lifetimes = 'shared/core/lifetimes.ts';
const network = 'shared/core/network.ts';
const manifest = 'functions/manifest.ts';
const build = 'shared/build.ts';
const selfCheck = 'shared/self-check.ts';
const stage = 'lib/stage.ts';
const ownFolder = 'its own folder';

/** The imports that each ring may have. The first row that fits counts; a file without a row is itself a breach. */
const rings: readonly (readonly [where: string, mayImport: readonly string[]])[] = [
  [core, [core]],
  [products, [core, products]],
  // The static facts of a partner.
  [partners, [core, partners]],
  [ports, [core, products, assumed]],
  [notifications, [core, products, ports, notifications]],
  [fulfilment, [core, products, partners, ports, notifications, fulfilment]],
  [usecases, [core, products, ports, notifications, fulfilment, usecases]],
  [operations, [core, products, ports, notifications, fulfilment, usecases, operations]],
  [pages, [core, pages]],
  [rendering, [rendering, content, marks, warning]],
  // All that goes out over HTTP to partners and strangers: every adapter may use it.
  [http, [core, ports, assumed, http]],
  // A partner's room knows what its kind has in common, and no other partner.
  [
    'shared/adapters/partners/',
    [
      core,
      products,
      partners,
      ports,
      ownFolder,
      'shared/adapters/partners/mail/',
      'shared/adapters/partners/fax/',
      http,
    ],
  ],
  [adapters, [core, products, partners, ports, ownFolder, http]],
  [build, [ports]],
  // It knows nothing of the house, and every ring may import it.
  [lazy, []],
  [modes, [core, partners]],
  [config, [modes, network, partners]],
  [log, [ports, config, metrics, ids, refusal]],
  [partnersPlugged, [core, products, partners, ports, adapters, config, log]],
  [partnersInUse, [core, partners, partnersPlugged, ports, config]],
  [selfCheck, [adapters, config, ports]],
  [app, [partnersInUse, selfCheck, core, products, partners, ports, adapters, config, log]],
  [doors, [core, products, partners, ports, usecases, pages, app, doors]],
  ['functions/background/render.ts', [rendering, content, marks]],
  [manifest, ['shared/core/ids.ts']],
  [
    'functions/',
    [manifest, core, products, ports, notifications, fulfilment, usecases, operations, pages, build, app, doors],
  ],
  // The operator's tools ask the partners themselves, and what the service expects of them the adapters know.
  [
    'lib/operator/',
    [
      ...[adapters, partners, config, 'shared/operations/commands.ts', 'shared/rendering/chromium/'],
      ...['lib/misspelt.ts', stage, 'lib/operator/'],
      // The restore drill asks a copy what the audit asks.
      ...['lib/table.ts', 'lib/table-shape.ts', 'shared/operations/paid-on.ts'],
    ],
  ],
  [
    'lib/cloud/',
    [
      ...['lib/cloud/', 'lib/table.ts', 'lib/table-shape.ts', stage],
      ...[manifest, metrics, lifetimes, network, partners, config, rendering],
      'shared/adapters/service-secret.ts',
    ],
  ],
  // A developer's buttons act on the simulated partners and the mock payment provider, and the service hears of it.
  [
    'lib/local/mailbox/',
    [core, products, ports, fulfilment, usecases, pages, simulatedPartners, mockPayments, app, config, 'lib/local/'],
  ],
  // The one process of one machine takes up what the process before has left.
  ['lib/local/resume.ts', [core, ports, fulfilment, app, 'lib/local/']],
  ['lib/command-line/', ['lib/command-line/', 'client/']],
  ['lib/', ['lib/', manifest, core, products, ports, partners, pages, rendering, app, config, log]],
  ['client/', ['client/']],
  ['bin/', ['lib/', manifest, rendering, config, log]],
];

export interface Exception {
  readonly file: string;
  readonly imports: string;
  readonly why: string;
}

export const exceptions: readonly Exception[] = [
  { file: 'shared/adapters/renderer.ts', imports: rendering, why: 'it plugs the renderer into its port' },
  {
    file: `${simulatedPartners}orders.ts`,
    imports: 'shared/adapters/dynamo/',
    why: 'the simulated partners keep their orders in the one table',
  },
  {
    file: mockPayments,
    imports: 'shared/adapters/payments/stripe/event.ts',
    why: 'the mock payment provider sends the events of the real one',
  },
  {
    file: 'shared/doors/http/receipt.ts',
    imports: 'shared/rendering/receipt/',
    why: 'a PDF is one form of its answer, and only functions that answer so carry the writer',
  },
  { file: 'bin/write-openapi.ts', imports: doors, why: 'it writes down what a door says of itself' },
  {
    file: 'lib/local/functions.ts',
    imports: `functions/\${file}.ts`,
    why: 'it loads handlers by the names that stand in the manifest',
  },
];

const isExcepted = (file: string, target: string): boolean =>
  exceptions.some((exception) => exception.file === file && target.startsWith(exception.imports));

const fits = (target: string, place: string): boolean =>
  place.endsWith('/') ? target.startsWith(place) : target === place;

function mayImport(file: string, target: string, allowed: readonly string[]): boolean {
  if (target === lazy || isExcepted(file, target)) return true;
  const folder = dirname(file);
  const own = folder !== 'shared/adapters' && target.startsWith(`${folder}/`);
  return allowed.some((place) => (place === ownFolder ? own : fits(target, place)));
}

export const importsPointInwards: Rule = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const ring = rings.find(([where]) => fits(file, where));
    if (ring === undefined) return [`${file} has no ring: give its folder a row in the table of rings`];
    const [where, allowed] = ring;
    return imports
      .filter(({ target, ours }) => ours && !mayImport(file, target, allowed))
      .map(
        ({ target }) => `${file} imports ${target}, but ${where} may import only ${allowed.join(', ') || 'packages'}`,
      );
  });

/** Every file reachable from `file`, by any kind of import, types included. */
function reachableFrom(file: string, importsOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(importsOf.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(importsOf.get(next) ?? []));
  }
  return reached;
}

/** Files that import one another stand in one line: they can only be read, and changed, together. */
export const importsFormNoCircle: Rule = (sources) => {
  const importsOf = new Map(
    sources.map(({ file, imports }) => [file, imports.filter(({ ours }) => ours).map(({ target }) => target)]),
  );
  const reached = new Map(sources.map(({ file }) => [file, reachableFrom(file, importsOf)]));
  const circles = sources
    .filter(({ file }) => reached.get(file)?.has(file))
    .map(({ file }) => [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort());
  return [...new Set(circles.map((files) => `${files.join(', ')} import one another`))];
};

const mostFilesInFolder = 22;

/** A folder that cannot be read at a glance has rooms that nobody sees. */
export const foldersAreSmall: Rule = (sources) =>
  Object.entries(Object.groupBy(sources, ({ file }) => dirname(file)))
    .filter(([, files = []]) => files.length > mostFilesInFolder)
    .map(([folder, files = []]) => `${folder} holds ${files.length} files, more than ${mostFilesInFolder}`);

/** Every exception is still needed: the breach that it allows is still there. */
export const exceptionsAreNeeded: Rule = (sources) =>
  exceptions
    .filter(({ file, imports: allowed }) => {
      const found = sources.find((source) => source.file === file);
      return !found?.imports.some(({ target }) => target.startsWith(allowed));
    })
    .map(({ file, imports: allowed }) => `${file} no longer imports ${allowed}: take its exception away`);

const pure = [core, products, partners, notifications, fulfilment, usecases, operations];
const isPure = ({ file }: Source) => pure.some((ring) => file.startsWith(ring));

/** Packages that reach nothing outside. */
const purePackages = new Set(['zod/mini', 'canonicalize']);

export const pureRingsImportPurePackages: Rule = (sources) =>
  sources.filter(isPure).flatMap(({ file, imports }) =>
    imports
      .filter(({ target, ours }) => !ours && !purePackages.has(target))
      // One hash function, and nothing else of that module.
      .filter(({ target }) => !(file === 'shared/core/digest.ts' && target === 'node:crypto'))
      .map(
        ({ target }) =>
          `${file} imports ${target}: core, products, partners, notifications, fulfilment, use cases and operations reach nothing outside`,
      ),
  );

/** `files` must not say `words` in their code; comments and strings may. */
const unsaid =
  (files: (source: Source) => boolean, words: RegExp, why: string): Rule =>
  (sources) =>
    sources.filter(files).flatMap(({ file, code }) => {
      const found = new Set(code.matchAll(words).map(([word]) => word.trim()));
      return [...found].map((word) => `${file} says ${word}: ${why}`);
    });

export const pureRingsTouchNothingOutside = unsaid(
  isPure,
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|\b(?!\())|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\.now\b|\bprocess\.\w+/g,
  'time, chance and the network come through ports',
);

export const onlyConfigReadsTheEnvironment = unsaid(
  ({ file }) => file !== config && (file.startsWith('shared/') || file.startsWith('functions/')),
  /\bprocess\.env\b|\benv\b(?=[^\n]*(?:\bfrom ''|=\s*process\b))/g,
  `only ${config} reads the environment`,
);

export const useCasesRunInAskAlone = unsaid(
  ({ file }) => file !== 'shared/usecases/use-case.ts' && (file.startsWith('shared/') || file.startsWith('functions/')),
  /\.run\(/g,
  'a use case is served through `ask`, which holds it to its limit',
);

const statuses = /(?<![\w.])(?:20[0-6]|30[1-8]|40\d|41[0-8]|42[2-9]|431|451|50\d)(?![\w.])(?!\s*[*/])/g;

export const onlyProblemKnowsStatuses = unsaid(
  ({ file }) =>
    file !== 'shared/doors/http/problem.ts' &&
    [notifications, fulfilment, usecases, operations, doors].some((ring) => file.startsWith(ring)),
  statuses,
  'only shared/doors/http/problem.ts knows HTTP statuses',
);

export const nothingIsExportedByDefault = unsaid(
  ({ file }) => !file.endsWith('.d.ts'),
  /^export default\b|\bas default\b(?=[^\n]*\}\s*(?:;|from))/gm,
  'a name travels only where there is one',
);

export const portsAreTypesOnly: Rule = (sources) =>
  sources
    .filter(({ file }) => file === ports)
    .flatMap(({ file, code, imports }) => [
      ...imports
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ target }) => `${file} imports ${target} as more than a type`),
      ...code
        .matchAll(/^(?:export\s+)?(?:const|let|var|function|async function|class|enum)\s+\w+/gm)
        .map(([words]) => `${file} says ${words}: it holds types only`),
    ]);

/** Rendering and the rest share types only; the renderer loads nothing else of the project. */
export const rendererLoadsOnlyItself: Rule = (sources) =>
  sources
    .filter(({ file }) => file.startsWith(rendering) || file === 'functions/background/render.ts')
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ target, typeOnly }) => [content, marks, warning].includes(target) && !typeOnly)
        .map(({ target }) => `${file} imports ${target} as more than a type`),
    );

const releases = 'shared/fulfilment/release-claims.ts';

/** Its lock on the data proves that no other process is alive. On AWS nothing proves that, so no function may come near it. */
export const onlyTheLocalStartReleasesClaims: Rule = (sources) =>
  sources.flatMap(({ file, text, imports }) => [
    ...(imports.some(({ target }) => target === releases) && file !== 'lib/local/resume.ts'
      ? [`${file} imports ${releases}`]
      : []),
    ...(/kind: 'released',/.test(text) && file !== releases ? [`${file} releases a claim`] : []),
  ]);

export const filesOpenWithASentence: Rule = (sources) =>
  sources
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\/\*\*\s[\s\S]*?\w[\s\S]*?\*\//.test(text))
    .map(({ file }) => `${file} does not open with a doc comment that says what it is`);

const rowFile = (file: string) => `functions/${file}.ts`;

export const manifestMatchesFiles =
  (rows: readonly Pick<FunctionRow, 'name' | 'file'>[]): Rule =>
  (sources) => {
    const files = sources.map(({ file }) => file).filter((file) => file.startsWith('functions/') && file !== manifest);
    const names = rows.map(({ name }) => name);
    const expected = rows.map(({ file }) => rowFile(file));
    return [
      ...expected
        .filter((file) => !files.includes(file))
        .map((file) => `${file} is missing: ${manifest} has a row for it`),
      ...files.filter((file) => !expected.includes(file)).map((file) => `${file} has no row in ${manifest}`),
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${manifest} has two rows for ${name}`),
    ];
  };

/** Routes that stand for whatever is left need no mention. */
const isCatchAll = (route: string) => route === '$default' || route.includes('+}');

export const handlersNameTheirRoutes =
  (rows: readonly Pick<FunctionRow, 'file' | 'trigger'>[]): Rule =>
  (sources) =>
    rows.flatMap(({ file: named, trigger }) => {
      const handler = sources.find(({ file }) => file === rowFile(named));
      if (handler === undefined || !('http' in trigger) || trigger.http.some(isCatchAll)) return [];
      const opening = handler.text.slice(0, handler.text.indexOf('*/'));
      return trigger.http
        .filter((route) => !route.split(' ').every((word) => opening.includes(word)))
        .map((route) => `${handler.file} does not name its route ${route} in its first sentence`);
    });
