/**
 * Foreign generators make clients of docs/openapi.json, and each client orders a letter, a check and a fax from the local
 * service: openapi-python-client (for client/python), and for languages that we have no client for, oapi-codegen (Go) and
 * openapi-generator (Java). Prints `N passed, N failed` alone on its last line, and a line that begins with `skipped:`
 * for each generator that this machine cannot have.
 */
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { installPython } from '../deployed/python.ts';
import { startService } from '../support/e2e/service.ts';
import { checkPythonClient } from './generators/python-client.ts';
import { newReport, within } from './report.ts';

const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const openapiGenerator = 'openapi-generator-cli==7.26.0';
const here = join(import.meta.dirname, 'generators');
const root = join(import.meta.dirname, '..', '..');
const document = join(root, 'docs', 'openapi.json');
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

const python = await installPython(join(folder, 'python'), environment, join(here, 'requirements.txt'));

async function orderInPython(): Promise<void> {
  if (typeof python === 'string') return console.log(`skipped: openapi-python-client: ${python}`);
  await checkPythonClient({ tools: python, folder, environment, service: service.baseUrl, report });
}

async function orderInGo(): Promise<void> {
  if (!(await succeeds('go', ['run', oapiCodegen, '-version'])))
    return console.log('skipped: oapi-codegen: Go or its module proxy is not there');
  await report.check('oapi-codegen’s Go client orders', async () => {
    const client = join(folder, 'oapi-codegen');
    await mkdir(join(client, 'mail'), { recursive: true });
    const words = ['-config', join(here, 'oapi-codegen.yaml'), '-o', join(client, 'mail', 'mail.go')];
    await run('go', ['run', oapiCodegen, ...words, document], environment);
    await writeFile(join(client, 'go.mod'), 'module strangers\n\ngo 1.24\n');
    await copyFile(join(here, 'order.go'), join(client, 'main.go'));
    await run('go', ['-C', client, 'mod', 'tidy'], environment);
    await run('go', ['-C', client, 'run', '.', service.baseUrl], environment);
  });
}

/** openapi-generator comes as a package for Python. */
async function orderInJava(): Promise<void> {
  if (typeof python === 'string') return console.log(`skipped: openapi-generator: ${python}`);
  for (const program of ['java', 'mvn'])
    if (!(await succeeds(program, ['-version']))) return console.log(`skipped: openapi-generator: no ${program}`);
  await report.check('openapi-generator’s Java client orders', async () => {
    const [client, target] = [join(folder, 'java'), join(folder, 'openapi-generator')];
    await run(
      python.tool('pip'),
      ['install', '--quiet', '--no-deps', '--target', target, openapiGenerator],
      environment,
    );
    const jar = join(target, 'openapi_generator_cli', 'openapi-generator.jar');
    const words = ['generate', '-i', document, '-g', 'java', '--library', 'native', '-o', client];
    await run('java', ['-jar', jar, ...words], environment);
    await copyFile(join(here, 'Order.java'), join(client, 'src', 'main', 'java', 'Order.java'));
    const libraries = join(client, 'target', 'libraries');
    const copying = ['dependency:copy-dependencies', `-DoutputDirectory=${libraries}`];
    await run('mvn', ['-q', '-f', join(client, 'pom.xml'), '-DskipTests', 'compile', ...copying], environment);
    const classes = [join(client, 'target', 'classes'), join(libraries, '*')].join(delimiter);
    await run('java', ['-cp', classes, 'Order', service.baseUrl], environment);
  });
}

await orderInPython();
await orderInGo();
await orderInJava();
await service.stop();
inTime();
process.exitCode = report.close() ? 0 : 1;
