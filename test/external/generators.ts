/**
 * Foreign generators make clients of docs/openapi.json, and each client orders a letter, a check and a fax of the local
 * service: openapi-python-client (for client/python), openapi-generator (Java) and oapi-codegen (Go). Prints
 * `N passed, N failed` alone on its last line, and a line that begins with `skipped:` for each generator that this
 * machine cannot have.
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
const openapiGenerator = 'org.openapitools:openapi-generator-cli:7.12.0';
const here = join(import.meta.dirname, 'generators');
const document = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const folder = await mkdtemp(join(tmpdir(), 'generators-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const service = await startService();
const inTime = within(540, async () => {
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

async function orderInPython(): Promise<void> {
  const tools = await installPython(join(folder, 'python'), environment, join(here, 'requirements.txt'));
  if (typeof tools === 'string') return console.log(`skipped: openapi-python-client: ${tools}`);
  await checkPythonClient({ tools, folder, environment, service: service.baseUrl, report });
}

async function orderInGo(): Promise<void> {
  if (!(await succeeds('go', ['run', oapiCodegen, '-version'])))
    return console.log('skipped: oapi-codegen: Go or its module proxy is not there');
  const client = join(folder, 'go');
  await mkdir(join(client, 'mail'), { recursive: true });
  await report.check('oapi-codegen’s client orders', async () => {
    const config = join(here, 'oapi-codegen.yaml');
    await run(
      'go',
      ['run', oapiCodegen, '-config', config, '-o', join(client, 'mail', 'mail.go'), document],
      environment,
    );
    await writeFile(join(client, 'go.mod'), 'module strangers\n\ngo 1.24\n');
    await copyFile(join(here, 'order.go'), join(client, 'main.go'));
    await run('go', ['-C', client, 'mod', 'tidy'], environment);
    await orders('go', ['-C', client, 'run', '.', service.baseUrl]);
  });
}

async function orderInJava(): Promise<void> {
  const copied = ['-q', 'dependency:copy', `-Dartifact=${openapiGenerator}`, `-DoutputDirectory=${folder}`];
  if (!(await succeeds('mvn', [...copied, '-Dmdep.stripVersion=true'])))
    return console.log('skipped: openapi-generator: Maven or its repository is not there');
  const client = join(folder, 'java');
  await report.check('openapi-generator’s Java client orders', async () => {
    const words = ['generate', '-i', document, '-g', 'java', '--library', 'native', '-o', client];
    await run('java', ['-jar', join(folder, 'openapi-generator-cli.jar'), ...words], environment);
    await copyFile(join(here, 'Order.java'), join(client, 'src', 'main', 'java', 'Order.java'));
    const libraries = join(client, 'target', 'libraries');
    const copying = ['dependency:copy-dependencies', `-DoutputDirectory=${libraries}`];
    await run('mvn', ['-q', '-f', join(client, 'pom.xml'), '-DskipTests', 'compile', ...copying], environment);
    const classes = [join(client, 'target', 'classes'), join(libraries, '*')].join(delimiter);
    await orders('java', ['-cp', classes, 'Order', service.baseUrl]);
  });
}

await orderInPython();
await orderInGo();
await orderInJava();
await service.stop();
inTime();
process.exitCode = report.close() ? 0 : 1;
