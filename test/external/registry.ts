/**
 * Holds docs/server.json and docs/server-mail.json against the schema that the MCP registry itself compiles in. Go's module proxy has it. Prints
 * `N passed, N failed` alone on its last line, and a line that begins with `skipped:` where this machine cannot have it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { newReport, within } from './report.ts';

const registry = 'github.com/modelcontextprotocol/registry@v1.8.7';

interface Check {
  (value: unknown): boolean;
  readonly errors?: readonly object[] | null;
}

/** Its package is installed beside this file only, so the compiler does not know it. */
const { Ajv } = createRequire(import.meta.url)('ajv') as {
  readonly Ajv: new (options: object) => { compile(schema: object): Check };
};

/** The folder of the registry's source; undefined where there is no Go, or no way to its module proxy. */
const sourceOf = (module: string): Promise<string | undefined> =>
  run('go', ['mod', 'download', '-json', module], { ...process.env, GOFLAGS: '-mod=mod' }).then(
    (said) => (JSON.parse(said) as { readonly Dir: string }).Dir,
    () => undefined,
  );

process.once('exit', endAll);
const inTime = within(120, async () => {});
const report = newReport();
const read = async (name: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8'));
const server = await read('server.json');
const mail = await read('server-mail.json');
const version = /schemas\/([\d-]+)\//.exec(server.$schema)?.[1];
const source = await sourceOf(registry);
if (source === undefined) console.log('skipped: the schema of the MCP registry: Go or its module proxy is not there');
else {
  const file = join(source, 'internal', 'validators', 'schemas', `${version}.json`);
  const check = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    JSON.parse(await readFile(file, 'utf8')),
  );
  await report.check('the registry allows server.json', () => {
    if (!check(server)) throw new Error(JSON.stringify(check.errors));
  });
  await report.check('the registry allows server-mail.json', () => {
    if (!check(mail)) throw new Error(JSON.stringify(check.errors));
  });
  await report.check('and refuses one with a long description', () => {
    if (check({ ...server, description: 'a'.repeat(101) })) throw new Error('it is allowed');
  });
}
inTime();
// Nothing was counted where the schema is not there.
process.exitCode = report.close() || source === undefined ? 0 : 1;
