/**
 * `npm run test:deployed`: deploys the stack to an emulated AWS as docs/deploy.md says, tests it, destroys it and checks
 * what is left. Nothing reaches a real account or outlives the run. The last line is `N passed, N failed`. If it can't run,
 * a line that begins with `skipped:` says why. Arguments select what is tested: `journeys/letters`, `typed`.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import { shipChromium } from '../../shared/rendering/chromium/unpack-chromium.ts';
import {
  type AssembledStack,
  accessTemplate,
  allFlags,
  assembled,
  type Template,
} from '../support/cloud/synthesized.ts';
import { clientOf } from '../support/e2e/client.ts';
import { paid } from '../support/e2e/desk.ts';
import { freePort } from '../support/e2e/service.ts';
import { bootstrap, deploy, deployAndFail, synthesize } from './cdk.ts';
import { addChecks, check, summary } from './checks.ts';
import { type Cloud, startCloud } from './cloud.ts';
import { type FrontDoor, type Outputs, openFrontDoor } from './front-door.ts';
import { type Environment, endAll, run } from './processes.ts';
import { installPythonPackages, type Python } from './python.ts';
import { operatorPages } from './typed/operator-pages.ts';
import { copyProject } from './typed/working-copy.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'deployed-'));
const inFolder = (name: string) => join(folder, name);
// All temporary files are created in the folder.
process.env.TMPDIR = folder;
/** The folder of the synthesized stacks of a stage without settings. */
const plain = inFolder('plain');
/** The same with settings: the service's own URL, and short waits. */
const adjusted = inFolder('adjusted');
/** The functions' packages, if test/cloud/bundles.test.ts has already built them. */
const prebuilt = process.env.DEPLOYED_BUNDLES;
const bundles = prebuilt ?? join(root, '.bundles');
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** For programs that download packages. */
const machine: Environment = process.env;
/** For the service and its deployment: this machine's account, proxy and settings are left out, and Node is the project's. */
const isolated: Environment = {
  PATH: [join(root, 'node_modules/.bin'), machine.PATH].join(delimiter),
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
  AWS_CONFIG_FILE: inFolder('none'),
  AWS_SHARED_CREDENTIALS_FILE: inFolder('none'),
  CDK_DISABLE_CLI_TELEMETRY: 'true',
  CDK_DISABLE_VERSION_CHECK: 'true',
};

/**
 * W3005: the CDK adds dependencies that references already imply. W3037: the rule doesn't know API Gateway's tagging
 * actions, which CloudFormation's registry requires.
 */
const ignoredRules = ['--ignore-checks', 'W3005', 'W3037'];

/** Lints the stacks of a stage with every flag, and the stack of the role for deployments from GitHub. */
async function lint(python: Python): Promise<void> {
  const [data, service] = assembled(allFlags) as [AssembledStack, AssembledStack];
  const templates = Object.entries({ data, service, access: accessTemplate() });
  const files = templates.map(([name]) => inFolder(`${name}.template.json`));
  await Promise.all(templates.map(([, { template }], at) => writeFile(files[at] ?? '', JSON.stringify(template))));
  await run(python.tool('cfn-lint'), [...ignoredRules, '--', ...files], machine);
}

/** A stage can't allow a private host, so this allows the tests' receiver in the template. `assembly`: its folder. */
async function allowReceiver(receiver: string, assembly: string): Promise<void> {
  const file = join(assembly, 'PrintAndMail.template.json');
  const descriptions = new Set(
    manifest.filter(({ needs }) => needs.includes('receivers')).map(({ name }) => `print-and-mail ${name}`),
  );
  const template = JSON.parse(await readFile(file, 'utf8')) as Template;
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type === 'AWS::Lambda::Function' && descriptions.has(Properties.Description))
      Properties.Environment.Variables.PDF_URL_ALLOW_HOSTS = receiver;
  await writeFile(file, JSON.stringify(template));
}

/** Runs the test files whose path matches `pattern`. */
const runJourneys = (name: string, pattern: string, env: Environment): Promise<void> => {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const args = [...jest, '--config', join(import.meta.dirname, 'jest.config.js'), pattern];
  return addChecks(name, join(root, 'node_modules/.bin/node'), args, env);
};

/** The selected tests; all if empty. */
const selected = process.argv.slice(2);
const isSelected = (name: string): boolean =>
  selected.length === 0 || selected.some((argument) => argument.startsWith(name));

async function testDeployment(python: Python, cloud: Cloud): Promise<void> {
  const env = { ...isolated, ...cloud.environment, PATH: [dirname(python.tool('aws')), isolated.PATH].join(delimiter) };
  const receiverPort = await freePort();
  await allowReceiver(`127.0.0.1:${receiverPort}`, plain);
  const workingCopy = await copyProject(inFolder('working-copy'), bundles, env);
  await check('cdk bootstrap', () => bootstrap(env));
  await check('a first deployment that fails at its last resource leaves only the data', async () => {
    await deployAndFail(plain, 1, env);
    const resources = await workingCopy.run(
      'aws lambda list-functions --query "Functions[].FunctionName" --output text; aws dynamodb list-tables --output text',
    );
    assert(/^TABLENAMES\s+PrintAndMail-table$/.test(resources.trim()), resources);
  });
  const outputs = await check('cdk deploy, again', () => deploy(plain, env));
  const doors: FrontDoor[] = [];
  const openDoor = async (to: Outputs): Promise<string> => {
    const door = await openFrontDoor(cloud, to);
    doors.push(door);
    return door.origin;
  };
  const origin = await openDoor(outputs);
  const service = clientOf(`${origin}/v1`);
  const { job_id } = await check('an order is paid', async () => {
    const { checkout_url, ...job } = await service.order();
    // Without settings, the service knows only the API's own URL, so the payment page is opened through the front door.
    return paid(service, Promise.resolve({ ...job, checkout_url: `${origin}${new URL(checkout_url).pathname}` }));
  });
  const checkEarlierOrder = async (serviceOrigin: string) => {
    const { status, text } = await clientOf(`${serviceOrigin}/v1`).get(`/jobs/${job_id}`);
    assert(status === 200, `the earlier order got ${status}: ${text}`);
  };
  // A letter takes SIMULATED_READY_SECONDS twice, which must be longer than the minute between two runs of the schedule.
  const settings = {
    PUBLIC_BASE_URL: `${origin}/v1`,
    PUBLIC_MCP_URL: `${origin}/mcp`,
    RETRY_BASE_SECONDS: '1',
    SIMULATED_READY_SECONDS: '31',
  };
  await workingCopy.writeMainStage({ settings });
  await check('cdk synth, of a stage with settings', () =>
    workingCopy.run(`npx cdk synth --quiet --output '${adjusted}'`),
  );
  await allowReceiver(`127.0.0.1:${receiverPort}`, adjusted);
  for (const [place, share] of Object.entries({ first: 0, middle: 0.5 }))
    await check(`an update that fails at its ${place} resource changes nothing, and no order is lost`, async () => {
      await deployAndFail(adjusted, share, env);
      await checkEarlierOrder(origin);
    });
  await check('cdk deploy, with settings', () => deploy(adjusted, env));
  const testEnv = {
    ...env,
    DEPLOYED_ORIGIN: origin,
    DEPLOYED_LOGS: inFolder('logs'),
    DEPLOYED_RECEIVER_PORT: `${receiverPort}`,
  };
  const pattern = selected.find((name) => name.startsWith('journeys')) ?? 'journeys/';
  if (isSelected('journeys')) await runJourneys('the journeys', `test/deployed/${pattern}`, testEnv);
  const pages = operatorPages({ workingCopy, settings, baseUrl: `${origin}/v1` });
  if (isSelected('typed')) await pages.testRunningStack();
  await check('the logs are read', async () =>
    writeFile(testEnv.DEPLOYED_LOGS, await run(python.tool('python'), [join(import.meta.dirname, 'logs.py')], env)),
  );
  await pages.testRemoval(async (newOutputs) => checkEarlierOrder(await openDoor(newOutputs)));
  if (selected.length === 0) await runJourneys('what is left', 'test/deployed/left/', testEnv);
  if (isSelected('typed')) await pages.checkCoverage();
  await Promise.all(doors.map((door) => door.close()));
}

async function testAll(python: Python): Promise<void> {
  const cloud = await check('MiniStack starts', () => startCloud(python, folder, isolated));
  const results = await Promise.allSettled([
    testDeployment(python, cloud),
    check('cfn-lint passes the templates of a stage with every flag', () => lint(python)),
  ]);
  await cloud.end();
  const [error] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (error !== undefined) await check('every step was run', () => Promise.reject(error));
}

try {
  const [python] = await Promise.all([
    check("pip install, if Python's package index can be reached", () =>
      installPythonPackages(process.env.DEPLOYED_PYTHON ?? inFolder('python'), machine),
    ),
    check('cdk synth', async () => {
      if (prebuilt !== undefined) await shipChromium(join(prebuilt, 'render'));
      return synthesize(plain, isolated, prebuilt);
    }),
  ]);
  if (typeof python === 'string') {
    console.log(`skipped: ${python}; the stack was not deployed\n0 passed, 0 failed`);
    process.exit(0);
  }
  await testAll(python);
} catch {
  // Failures were already reported and counted.
}
process.exit(summary());
