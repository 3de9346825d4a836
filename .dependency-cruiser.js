/** The rules for imports between folders, which `npm run lint` checks. */

/**
 * The folders that each folder may import. Both columns are patterns of folders, or of files without `.ts`. The first row that matches
 * a file applies. `$1` is what the group in the first column has matched.
 */
const kernel = 'domain|products|storage|partners|orders';
const folders = [
  // The kernel imports no other folder. It declares the interfaces that it needs.
  ['shared/domain', 'shared/domain'],
  ['shared/products', 'shared/(domain|products)'],
  ['shared/storage', 'shared/(domain|products|storage)'],
  // All requests to partners and to customers' URLs.
  ['shared/partners/http', 'shared/(domain|storage|partners/(partner|http))'],
  // A partner's folder imports itself and the files for all partners.
  ['(shared/partners/[^/]+)/.+', '$1|shared/(domain|products|storage|partners/(http|[a-z-]+(?=\\.ts)))'],
  ['shared/partners', 'shared/(domain|products|storage|partners)'],
  ['shared/orders', 'shared/(domain|products|storage|partners/[a-z-]+(?=\\.ts)|orders)'],
  // Around the kernel.
  ['shared/notify', `shared/(${kernel}|notify)`],
  // The renderer for the kernel, which calls the function that prints HTML.
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
  // The operator's tools call the partners directly, and the adapters know what the service expects of them.
  [
    'lib/operator',
    'lib/(misspelled|stage|operator|local/settings)|shared/(partners|config/config|notify/adapters/event-signer|web/operator/operate|rendering/chromium)',
  ],
  [
    'lib/cloud',
    'lib/(cloud|misspelled|table|stage)|functions/(manifest|routes)' +
      '|shared/(domain/(ids|metrics|times|names|network)|partners|config/(config|keys|modes|the-table)|rendering)',
  ],
  // The mailbox's buttons change the simulated partners and the mock payment provider, and send the service their events.
  ['lib/local/mailbox', `lib/local|shared/(${kernel}|notify|pages|config/(app|config))`],
  ['lib/local/alarm-mail', 'lib/local|shared/(notify/adapters/email/smtp|config/config)'],
  // The command line parses addresses and numbers, and verifies receipts. For the rest, it uses the API.
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

/** Files that may import more than their row allows, and why. An exception that is not needed is an error. */
const exceptions = [
  [
    'shared/partners/mock/mock',
    'shared/partners/stripe/(event|facts)',
    'the mock payment provider sends the events of the real one',
  ],
  [
    'shared/web/http/evidence',
    'shared/rendering/receipt',
    'its response is a PDF, and only functions with such a response contain the writer',
  ],
  ['bin/write-openapi', 'shared/web', 'it writes the document that is built there'],
];

const ours = '^(bin|client|functions|lib|shared)/';
const pure = '^shared/(domain|products|orders)/';
const purePackages = ['(^|/)zod/mini(/|$)', '(^|/)canonicalize(/|$)', '^(node:)?zlib$'];
const ids = '^shared/domain/ids\\.ts$';
const usesMcp = ['^shared/web/mcp(/|\\.ts$)', '^functions/api/mcp\\.ts$'];

const at = (place) => `^(?:${place})(?:/|\\.[jt]s$)`;

/** A row for each exception, with what its folder may import as well. */
const exceptionRows = exceptions.map(([file, extra]) => {
  const [where, mayImport] = folders.find(([place]) => new RegExp(at(place)).test(`${file}.ts`));
  return [`(?=${file}\\.)${where}`, `${mayImport}|${extra}`];
});

const rows = [...exceptionRows, ...folders];
const earlierThan = (row) => rows.slice(0, row).map(([where]) => at(where));

const forbidden = [
  ...rows.map(([where, mayImport], row) => ({
    name: `${where} may import only ${mayImport}`,
    from: { path: at(where), pathNot: earlierThan(row) },
    to: { path: ours, pathNot: at(mayImport) },
  })),
  { name: 'every folder has a row', from: { path: ours, pathNot: earlierThan(rows.length) }, to: {} },
  { name: 'no circular imports, types included', from: {}, to: { circular: true } },
  {
    name: 'domain, products and orders import only packages without effects',
    from: { path: pure, pathNot: ids },
    to: { pathNot: [ours, ...purePackages] },
  },
  // ids.ts uses one hash function of this module.
  { name: 'ids import only node:crypto', from: { path: ids }, to: { pathNot: [ours, '^(node:)?crypto$'] } },
  {
    // The blanks of a template are the same in a text and on a page.
    name: 'the renderer imports only types, the blanks of templates and lazy values from the rest of the project',
    from: { path: at('shared/rendering|functions/background/render'), pathNot: at('shared/rendering/renderer') },
    to: { path: '^shared/domain/', pathNot: at('shared/domain/(blanks|lazy)'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only the service on one machine releases the claims of another process',
    from: { pathNot: '^lib/local/service\\.ts$' },
    to: { path: at('shared/(orders/submit/release-claims|notify/release-outboxes)') },
  },
  {
    name: 'only one function contains the MCP SDK',
    from: { path: ours, pathNot: usesMcp },
    to: { path: ['@modelcontextprotocol/', usesMcp[0]], dependencyTypesNot: ['type-only'] },
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
  // dependency-cruiser can't use TypeScript 7, so it parses with swc, which the tests need anyway.
  options: { parser: 'swc', doNotFollow: { path: 'node_modules' }, preserveSymlinks: true },
};
