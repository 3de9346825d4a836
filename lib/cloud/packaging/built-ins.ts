/**
 * Node's own modules, of which a package takes no more than it uses. An `import` reads all that a module exports, and some
 * of that is only made when it is read: the streams of the process, its report, all of `fetch`.
 */
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

export const builtIns: Plugin = {
  name: 'built-ins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: anyBuiltIn }, ({ path, kind }) => {
      const name = path.replace(/^(?:node:)?/, 'node:');
      return { path: name, namespace: kind === 'import-statement' && name !== fetching ? byName : asWhole };
    });
    onLoad({ filter: /./, namespace: byName }, ({ path }) => ({ contents: exportsOf(path) }));
    onLoad({ filter: /./, namespace: asWhole }, ({ path }) => ({ contents: `module.exports = ${builtIn(path)};` }));
  },
};

/** Code that gets the module without reading it. */
export const builtIn = (name: string): string => `process.getBuiltinModule('${name}')`;

const anyBuiltIn = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);
const byName = 'built-in by name';
const asWhole = 'built-in as a whole';

/** Packages import it as a whole, and one of its exports loads all of `fetch`: 30 ms of a start. */
const fetching = 'node:http';

/** A module of one export for each of the built-in's. esbuild drops those that nobody imports. */
const exportsOf = (name: string): string =>
  [
    `const whole = /* @__PURE__ */ ${builtIn(name)};`,
    'export default whole;',
    ...Object.keys(process.getBuiltinModule(name) ?? {})
      .filter((key) => key !== 'default')
      .map((key) => `const ${key}_ = /* @__PURE__ */ (() => whole.${key})(); export { ${key}_ as ${key} };`),
  ].join('\n');
