/** Who may import whom. `npm run lint` checks it. */

/**
 * The imports that each place may have. Both columns are patterns of folders, or of files without `.ts`. The first row
 * that fits a file counts. `$1` is the group of the first column: the folder of the file itself.
 */
const rings = [
  ['shared/core', 'shared/core'],
  ['shared/products', 'shared/(core|products)'],
  // The static facts of a partner.
  ['shared/partners', 'shared/(core|partners)'],
  ['shared/ports', 'shared/(core|products|ports|partners/assumed)'],
  ['shared/notifications', 'shared/(core|products|ports|notifications)'],
  ['shared/fulfilment', 'shared/(core|products|partners|ports|notifications|fulfilment)'],
  ['shared/usecases', 'shared/(core|products|ports|notifications|fulfilment|usecases)'],
  ['shared/operations', 'shared/(core|products|ports|notifications|fulfilment|usecases|operations)'],
  ['shared/pages', 'shared/(core|pages)'],
  ['shared/rendering', 'shared/(rendering|core/(paper|warnings/warning))'],
  // All that goes out over HTTP to partners and strangers: every adapter may use it.
  ['shared/adapters/http', 'shared/(core|ports|partners/assumed|adapters/http)'],
  ['(shared/adapters/.+)/[^/]+', '$1|shared/(core|products|partners|ports|adapters/http)'],
  ['shared/adapters', 'shared/(core|products|partners|ports|adapters/http)'],
  ['shared/compose/build', 'shared/ports'],
  ['shared/compose/lazy', 'packages'],
  ['shared/compose/modes', 'shared/(core|partners)'],
  ['shared/compose/config', 'shared/(compose/modes|core/(ids|network)|partners)'],
  ['shared/compose/keys', 'shared/(adapters/service-secret|compose/config)'],
  ['shared/compose/the-table', 'shared/(adapters/dynamo|compose/config)'],
  ['shared/compose/log', 'shared/(ports|compose/config|core/(metrics|ids|refusal))'],
  ['shared/compose/partners-plugged', 'shared/(core|products|partners|ports|adapters|compose/(config|keys|log))'],
  ['shared/compose/partners-in-use', 'shared/(core|partners|ports|compose/(partners-plugged|config))'],
  ['shared/compose/self-check', 'shared/(adapters|ports|compose/(config|keys))'],
  [
    'shared/compose/app',
    'shared/(core|products|partners|ports|adapters|compose/(partners-in-use|self-check|the-table|config|log))',
  ],
  ['shared/doors', 'shared/(core|products|partners|ports|usecases|pages|compose/(app|keys)|doors)'],
  ['functions/background/render', 'shared/(rendering|core/paper)'],
  ['functions/manifest', 'shared/core/ids'],
  ['functions/routes', 'functions/manifest'],
  ['functions/groups', 'functions'],
  [
    'functions',
    'functions/manifest|shared/(core|products|ports|notifications|fulfilment|usecases|operations|pages|compose/(app|build)|doors)',
  ],
  // The operator's tools ask the partners themselves, and what the service expects of them the adapters know.
  [
    'lib/operator',
    'lib/(misspelt|stage|operator)|shared/(adapters|partners|compose/config|operations/commands|rendering/chromium)',
  ],
  [
    'lib/cloud',
    'lib/(cloud|table|stage)|functions/(manifest|routes)' +
      '|shared/(core/(digest|ids|metrics|lifetimes|network)|partners|compose/(config|keys|the-table)|rendering|adapters/service-secret)',
  ],
  // A developer's buttons act on the simulated partners and the mock payment provider, and the service hears of it.
  [
    'lib/local/mailbox',
    'lib/local|shared/(core|products|ports|fulfilment|usecases|pages|compose/(app|config))' +
      '|shared/adapters/(partners/simulated|payments/mock)',
  ],
  ['lib/local/alarm-mail', 'lib/local|shared/(adapters/email/smtp|compose/config)'],
  // The one process of one machine takes up what the process before has left.
  ['lib/local/resume', 'lib/local|shared/(core|ports|fulfilment|compose/app)'],
  // It reads addresses and numbers as people write them, and judges a receipt; all else it knows through the API.
  [
    'lib/command-line',
    'lib/command-line|client|shared/(core/(addresses/written-address|given/word-file|receipt/verifier)|products/fax/fax-number)',
  ],
  [
    'lib',
    'lib|functions/(manifest|routes)|shared/(core|products|ports|partners|pages|rendering|compose/(app|config|log))',
  ],
  ['client', 'client'],
  ['bin', 'lib|functions/manifest|shared/(rendering|compose/(config|log))'],
];

/** Files that may import more than their ring, and why. An exception that is no longer needed is a breach. */
const exceptions = [
  ['shared/adapters/renderer', 'shared/rendering', 'it plugs the renderer into its port'],
  [
    'shared/adapters/partners/simulated/orders',
    'shared/adapters/dynamo',
    'the simulated partners keep their orders in the one table',
  ],
  [
    'shared/adapters/payments/mock',
    'shared/adapters/payments/stripe/event',
    'the mock payment provider sends the events of the real one',
  ],
  [
    'shared/doors/http/evidence',
    'shared/rendering/receipt',
    'its answer is a PDF, and only functions that answer so carry the writer',
  ],
  ['bin/write-openapi', 'shared/doors', 'it writes down what a door says of itself'],
];

const ours = '^(bin|client|functions|lib|shared)/';
const pure = '^shared/(core|products|partners|notifications|fulfilment|usecases|operations)/';
const purePackages = ['(^|/)zod/mini(/|$)', '(^|/)canonicalize(/|$)', '^(node:)?zlib$'];
const digest = '^shared/core/digest\\.ts$';
const carriesMcp = ['^shared/doors/mcp(/|\\.ts$)', '^functions/api/mcp\\.ts$'];

const at = (place) => `^(?:${place})(?:/|\\.[jt]s$)`;

/** The exceptions as rows of their own, each with what its ring may import. */
const excepted = exceptions.map(([file, extra]) => {
  const [where, mayImport] = rings.find(([place]) => new RegExp(at(place)).test(`${file}.ts`));
  return [`(?=${file}\\.)${where}`, `${mayImport}|${extra}`];
});

const rows = [...excepted, ...rings];
const before = (row) => rows.slice(0, row).map(([where]) => at(where));

const forbidden = [
  ...rows.map(([where, mayImport], row) => ({
    name: `${where} may import only ${mayImport}`,
    from: { path: at(where), pathNot: before(row) },
    to: { path: ours, pathNot: [at(mayImport), at('shared/compose/lazy')] },
  })),
  { name: 'every folder has a ring', from: { path: ours, pathNot: before(rows.length) }, to: {} },
  { name: 'no circle of imports, types included', from: {}, to: { circular: true } },
  {
    name: 'core to operations import only packages that reach nothing outside',
    from: { path: pure, pathNot: digest },
    to: { pathNot: [ours, ...purePackages] },
  },
  // One hash function, and nothing else of that module.
  { name: 'the digest imports a hash alone', from: { path: digest }, to: { pathNot: [ours, '^(node:)?crypto$'] } },
  {
    name: 'the ports import types only',
    from: { path: at('shared/ports') },
    to: { path: ours, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'the renderer takes only types from the rest of the project',
    from: { path: at('shared/rendering|functions/background/render') },
    to: { path: '^shared/core/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only the start on one machine releases the claims of another process',
    from: { pathNot: '^lib/local/resume\\.ts$' },
    to: { path: at('shared/fulfilment/release-claims') },
  },
  {
    name: 'one function alone carries the SDK of MCP',
    from: { path: ours, pathNot: carriesMcp },
    to: { path: ['@modelcontextprotocol/', carriesMcp[0]], dependencyTypesNot: ['type-only'] },
  },
];

const required = exceptions.map(([file, imports, why]) => ({
  name: `${file} imports ${imports}: ${why}`,
  module: { path: at(file) },
  to: { path: at(imports) },
}));

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  required: required.map((rule) => ({ severity: 'error', ...rule })),
  // TypeScript 7 has no API that dependency-cruiser knows. The tests compile with swc already.
  options: { parser: 'swc', doNotFollow: { path: 'node_modules' }, preserveSymlinks: true },
};
