/** The entry of a group's package: its router, and how to load each handler. */
import type { Plugin } from 'esbuild';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { keysOf } from './group-router.ts';
import { readsAtStart } from './secret-fields.ts';

/** It is no file: the plugin writes it. */
export const groupEntry = 'entry of a group';

/** `opens`: the kind of item by which the group opens the table's connection before its first request. */
export const asGroup = (handlers: readonly FunctionRow[], opens: string | undefined, root: string): Plugin => ({
  name: 'as-group',
  setup({ onResolve, onLoad }) {
    const only = new RegExp(`^${groupEntry}$`);
    onResolve({ filter: only }, ({ path }) => ({ path, namespace: groupEntry }));
    onLoad({ filter: only, namespace: groupEntry }, () => ({ contents: entryOf(handlers, opens), resolveDir: root }));
  },
});

const entryOf = (handlers: readonly FunctionRow[], opens: string | undefined): string =>
  [
    `import { byHandler } from './lib/cloud/packaging/group-router.ts';`,
    ...(handlers.some(readsAtStart)
      ? [
          'let keys;',
          `const secrets = () => (keys ??= import('./lib/cloud/packaging/load-secrets.ts').then(({ loadKeys }) => loadKeys()));`,
        ]
      : []),
    ...(opens === undefined
      ? []
      : [
          `import { openConnection } from './shared/compose/the-table.ts';`,
          `export const beforehand = () => openConnection('${opens}');`,
        ]),
    'export const handler = byHandler({',
    ...handlers.flatMap((row) => keysOf(row.trigger).map((key) => `'${key}': () => ${loading(row)},`)),
    '});',
  ].join('\n');

/** The secrets are loaded before the first handler that takes any. */
function loading(row: FunctionRow): string {
  const load = `import('./functions/${row.file}.ts')`;
  return readsAtStart(row) ? `secrets().then(() => ${load})` : load;
}
