/** The rules of imports between folders. `npm run lint` checks them. */

/**
 * The imports that each place may have. Both columns are patterns of folders, or of files without `.ts`. The first row
 * that fits a file counts. `$1` is the group of the first column: the folder of the file itself.
 */
const kernel = 'domain|products|storage|partners|orders';
const rings = [
  // The kernel: it imports nothing that it could do without. What it needs of others it names as interfaces.
  ['shared/domain', 'shared/domain'],
  ['shared/products', 'shared/(domain|products)'],
  ['shared/storage', 'shared/(domain|products|storage)'],
  // All that goes out over HTTP to partners and strangers.
  ['shared/partners/http', 'shared/(domain|storage|partners/(partner|http))'],
  // A partner knows itself, and what all partners are.
  ['(shared/partners/[^/]+)/.+', '$1|shared/(domain|products|storage|partners/(http|[a-z-]+(?=\\.ts)))'],
  ['shared/partners', 'shared/(domain|products|storage|partners)'],
  ['shared/orders', 'shared/(domain|products|storage|partners/[a-z-]+(?=\\.ts)|orders)'],
  // Optional rooms: nothing of the kernel knows them.
  ['shared/notify', `shared/(${kernel}|notify)`],
  // The kernel's renderer, and the way to the function that prints.
  ['shared/rendering/renderer', `shared/(${kernel}|rendering)`],
  ['shared/rendering', 'shared/(rendering|domain/(paper|blanks|lazy|warnings))'],
  ['shared/pages', `shared/(${kernel}|notify|pages)`],
  ['shared/web', `shared/(${kernel}|notify|pages|web|config/(app|keys|self-check))`],
  ['shared/config', `shared/(${kernel}|notify|rendering|config)`],
  ['functions/manifest', 'shared/domain/(ids|names|times)'],
  ['functions/routes', 'functions/manifest'],
  ['functions/groups/dispatch-among', 'functions/(manifest|routes)'],
  ['functions/background/render', 'shared/(rendering|domain/paper)'],
  [
    'functions',
    `functions/(manifest|groups/dispatch-among)|shared/(${kernel}|notify|pages|web|config/(app|self-check))`,
  ],
  // The operator's tools ask the partners themselves, and what the service expects of them the adapters know.
  [
    'lib/operator',
    'lib/(misspelled|stage|operator|local/settings)|shared/(partners|config/config|notify/adapters/event-signer|web/operator/operate|rendering/chromium)',
  ],
  [
    'lib/cloud',
    'lib/(cloud|misspelled|table|stage)|functions/(manifest|routes)' +
      '|shared/(domain/(ids|metrics|times|names|network)|partners|config/(config|keys|modes|the-table)|rendering)',
  ],
  // A developer's buttons act on the simulated partners and the mock payment provider, and the service hears of it.
  ['lib/local/mailbox', `lib/local|shared/(${kernel}|notify|pages|config/(app|config))`],
  ['lib/local/alarm-mail', 'lib/local|shared/(notify/adapters/email/smtp|config/config)'],
  // The one process of one machine takes up what the process before has left.
  ['lib/local/resume', 'lib/local|shared/(domain|storage|notify|orders|config/app)'],
  // It reads addresses and numbers as people write them, and judges a receipt; all else it knows through the API.
  [
    'lib/command-line',
    'lib/command-line|client|shared/(domain/(addresses/written-address|input/content)|pages/verify/verifier|products/fax/fax-number)',
  ],
  ['lib', `lib|functions/(manifest|routes)|shared/(${kernel}|notify|pages|rendering|config/(app|config|log))`],
  ['client', 'client'],
  [
    'bin',
    'bin/build-chromium|lib|functions/manifest|shared/(rendering|notify/adapters/event-signer|config/(config|log))',
  ],
];

/** Files that may import more than their ring, and why. An exception that is no longer needed is a breach. */
const exceptions = [
  [
    'shared/partners/mock/mock',
    'shared/partners/stripe/(event|facts)',
    'the mock payment provider sends the events of the real one',
  ],
  [
    'shared/web/http/evidence',
    'shared/rendering/receipt',
    'its answer is a PDF, and only functions that answer so carry the writer',
  ],
  ['bin/write-openapi', 'shared/web', 'it writes down what a door says of itself'],
];

const ours = '^(bin|client|functions|lib|shared)/';
const pure = '^shared/(domain|products|orders)/';
const purePackages = ['(^|/)zod/mini(/|$)', '(^|/)canonicalize(/|$)', '^(node:)?zlib$'];
const ids = '^shared/domain/ids\\.ts$';
const carriesMcp = ['^shared/web/mcp(/|\\.ts$)', '^functions/api/mcp\\.ts$'];

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
    to: { path: ours, pathNot: at(mayImport) },
  })),
  { name: 'every folder has a ring', from: { path: ours, pathNot: before(rows.length) }, to: {} },
  { name: 'no circle of imports, types included', from: {}, to: { circular: true } },
  {
    name: 'domain, products and orders import only packages that reach nothing outside',
    from: { path: pure, pathNot: ids },
    to: { pathNot: [ours, ...purePackages] },
  },
  // One hash function, and nothing else of that module.
  { name: 'ids import a hash alone', from: { path: ids }, to: { pathNot: [ours, '^(node:)?crypto$'] } },
  {
    // Blanks of a template read the same in a text and on a page.
    name: 'the renderer takes only types, the blanks of templates and lazy values from the rest of the project',
    from: { path: at('shared/rendering|functions/background/render'), pathNot: at('shared/rendering/renderer') },
    to: { path: '^shared/domain/', pathNot: at('shared/domain/(blanks|lazy)'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only the start on one machine releases the claims of another process',
    from: { pathNot: '^lib/local/service\\.ts$' },
    to: { path: at('shared/(orders/submit/release-claims|notify/release-outboxes)') },
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
