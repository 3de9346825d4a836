/**
 * Checks docs/server.json and docs/server-mail.json against the schema in the MCP registry's source, which is on Go's
 * module proxy. The last line is only `N passed, N failed`; a line that begins with `skipped:` says that this machine
 * can't get the schema.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { exitAfter, newReport } from './report.ts';

const registry = 'github.com/modelcontextprotocol/registry@v1.8.7';

interface Check {
  (value: unknown): boolean;
  readonly errors?: readonly object[] | null;
}

/** Installed in this folder only, so the compiler does not know its types. */
const { Ajv } = createRequire(import.meta.url)('ajv') as {
  readonly Ajv: new (options: object) => { compile(schema: object): Check };
};

/** The folder of the module's source; undefined without Go or its module proxy. */
const sourceOf = (module: string): Promise<string | undefined> =>
  run('go', ['mod', 'download', '-json', module], { ...process.env, GOFLAGS: '-mod=mod' }).then(
    (output) => (JSON.parse(output) as { readonly Dir: string }).Dir,
    () => undefined,
  );

process.once('exit', endAll);
const cancelTimeout = exitAfter(120);
const report = newReport();
const read = async (name: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8'));
const server = await read('server.json');
const version = /schemas\/([\d-]+)\//.exec(server.$schema)?.[1];
const source = await sourceOf(registry);
if (source === undefined)
  console.log('skipped: the schema of the MCP registry: this machine has no Go, or cannot reach its module proxy');
else {
  const file = join(source, 'internal', 'validators', 'schemas', `${version}.json`);
  const check = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    JSON.parse(await readFile(file, 'utf8')),
  );
  for (const name of ['server.json', 'server-mail.json'])
    await report.check(`the registry allows ${name}`, async () => {
      if (!check(await read(name))) throw new Error(JSON.stringify(check.errors));
    });
  await report.check('the registry refuses a long description', () => {
    if (check({ ...server, description: 'a'.repeat(101) })) throw new Error('it is allowed');
  });
}
cancelTimeout();
// Nothing is counted without the schema.
process.exitCode = report.close() || source === undefined ? 0 : 1;
