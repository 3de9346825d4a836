/**
 * Foreign generators make clients of docs/openapi.json, and each client orders a letter, a check and a fax of the local
 * service: openapi-python-client (for client/python), openapi-generator (Python, TypeScript and Java by the newest, Java
 * by an older one, too), oapi-codegen and ogen (Go), hey-api and orval (TypeScript). Prints `N passed, N failed` alone on
 * its last line, and a line that begins with `skipped:` for each generator that this machine cannot have.
 */
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { installPython, type Python } from '../deployed/python.ts';
import { startService } from '../support/e2e/service.ts';
import { checkPythonClient } from './generators/python-client.ts';
import { newReport, within } from './report.ts';

const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const ogen = 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0';
const openapiGenerator = { older: '7.12.0', newest: '7.26.0' } as const;
const here = join(import.meta.dirname, 'generators');
const root = join(import.meta.dirname, '..', '..');
const document = join(root, 'docs', 'openapi.json');
/** A program of this folder's own packages. */
const own = (name: string) => join(import.meta.dirname, 'node_modules', '.bin', name);
const folder = await mkdtemp(join(tmpdir(), 'generators-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const service = await startService();
const inTime = within(1_140, async () => {
  await service.stop();
});
const report = newReport();
const environment = { ...process.env, GOFLAGS: '-mod=mod' };

const succeeds = (program: string, words: readonly string[]): Promise<boolean> =>
  run(program, [...words], environment).then(
    () => true,
    () => false,
  );

/** A program that ends with 0 has made every call: it throws where an answer is no order. */
const orders = (program: string, words: readonly string[]) => run(program, [...words], environment);

const python = await installPython(join(folder, 'python'), environment, join(here, 'requirements.txt'));

async function orderInPython(): Promise<void> {
  if (typeof python === 'string') return console.log(`skipped: openapi-python-client: ${python}`);
  await checkPythonClient({ tools: python, folder, environment, service: service.baseUrl, report });
}

/** `generator` of the Go module proxy; `words`: what it writes where. */
async function orderInGo(name: string, generator: string, words: readonly string[], program: string): Promise<void> {
  if (!(await succeeds('go', ['run', generator, '-version'])))
    return console.log(`skipped: ${name}: Go or its module proxy is not there`);
  await report.check(`${name}’s client orders`, async () => {
    const client = join(folder, name);
    await mkdir(join(client, 'mail'), { recursive: true });
    await run('go', ['run', generator, ...words, document], environment);
    await writeFile(join(client, 'go.mod'), 'module strangers\n\ngo 1.24\n');
    await copyFile(join(here, program), join(client, 'main.go'));
    await run('go', ['-C', client, 'mod', 'tidy'], environment);
    await orders('go', ['-C', client, 'run', '.', service.baseUrl]);
  });
}

/** `make` writes the client into `mail`, beside the program that orders with it. */
async function orderInTypeScript(name: string, make: (client: string) => Promise<unknown>): Promise<void> {
  await report.check(`${name}’s TypeScript client orders`, async () => {
    const client = join(folder, `${name}-typescript`);
    await mkdir(client, { recursive: true });
    await make(client);
    await copyFile(join(here, `order-${name}.mts`), join(client, 'order.ts'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      skipLibCheck: true,
      typeRoots: [join(root, 'node_modules', '@types')],
    };
    await writeFile(join(client, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['order.ts'] }));
    await run(own('tsc'), ['-p', client], environment);
    const esbuild = join(root, 'node_modules', '.bin', 'esbuild');
    const [from, to] = [join(client, 'order.ts'), join(client, 'order.mjs')];
    await run(esbuild, [from, '--bundle', '--platform=node', '--format=esm', `--outfile=${to}`], environment);
    await orders('node', [to, service.baseUrl]);
  });
}

const orderByHeyApi = () =>
  orderInTypeScript('hey-api', (client) =>
    run(own('openapi-ts'), ['-i', document, '-o', join(client, 'mail'), '-c', '@hey-api/client-fetch'], environment),
  );

const orderByOrval = () =>
  orderInTypeScript('orval', async (client) => {
    const output = { target: join(client, 'mail', 'mail.ts'), client: 'fetch', baseUrl: service.baseUrl };
    const config = join(client, 'orval.config.mjs');
    await writeFile(config, `export default ${JSON.stringify({ mail: { input: document, output } })};\n`);
    await run(own('orval'), ['--config', config], environment);
  });

/** openapi-generator of that version, as its package for Python brings it. */
async function openapiGeneratorOf({ tool }: Python, version: string) {
  const target = join(folder, `openapi-generator-${version}`);
  const wanted = `openapi-generator-cli==${version}`;
  await run(tool('pip'), ['install', '--quiet', '--no-deps', '--target', target, wanted], environment);
  const jar = join(target, 'openapi_generator_cli', 'openapi-generator.jar');
  return (...words: readonly string[]) => run('java', ['-jar', jar, 'generate', '-i', document, ...words], environment);
}

async function orderByOpenapiGenerator(): Promise<void> {
  if (typeof python === 'string') return console.log(`skipped: openapi-generator: ${python}`);
  if (!(await succeeds('java', ['-version']))) return console.log('skipped: openapi-generator: Java is not there');
  const generate = await openapiGeneratorOf(python, openapiGenerator.newest);
  await report.check('openapi-generator’s Python client orders', async () => {
    const client = join(folder, 'openapi-generator-python');
    await generate('-g', 'python', '-o', client, '--package-name', 'strangers');
    await copyFile(join(here, 'order_openapi_generator.py'), join(client, 'order.py'));
    await orders(python.tool('python'), [join(client, 'order.py'), service.baseUrl]);
  });
  await orderInTypeScript('openapi-generator', (client) =>
    generate('-g', 'typescript-fetch', '-o', join(client, 'mail')),
  );
  if (!(await succeeds('mvn', ['-version']))) return console.log('skipped: openapi-generator for Java: no Maven');
  await orderInJava(openapiGenerator.newest, generate);
  await orderInJava(openapiGenerator.older, await openapiGeneratorOf(python, openapiGenerator.older));
}

type Generate = Awaited<ReturnType<typeof openapiGeneratorOf>>;

async function orderInJava(version: string, generate: Generate): Promise<void> {
  const client = join(folder, `java-${version}`);
  await report.check(`openapi-generator ${version}’s Java client orders`, async () => {
    await generate('-g', 'java', '--library', 'native', '-o', client);
    await copyFile(join(here, 'Order.java'), join(client, 'src', 'main', 'java', 'Order.java'));
    const libraries = join(client, 'target', 'libraries');
    const copying = ['dependency:copy-dependencies', `-DoutputDirectory=${libraries}`];
    await run('mvn', ['-q', '-f', join(client, 'pom.xml'), '-DskipTests', 'compile', ...copying], environment);
    const classes = [join(client, 'target', 'classes'), join(libraries, '*')].join(delimiter);
    await orders('java', ['-cp', classes, 'Order', service.baseUrl]);
  });
}

await orderInPython();
const codegenConfig = [
  '-config',
  join(here, 'oapi-codegen.yaml'),
  '-o',
  join(folder, 'oapi-codegen', 'mail', 'mail.go'),
];
await orderInGo('oapi-codegen', oapiCodegen, codegenConfig, 'order.go');
const ogenTarget = ['--target', join(folder, 'ogen', 'mail'), '--package', 'mail', '--clean'];
await orderInGo('ogen', ogen, ogenTarget, 'order_ogen.go');
await orderByHeyApi();
await orderByOrval();
await orderByOpenapiGenerator();
await service.stop();
inTime();
process.exitCode = report.close() ? 0 : 1;
