/**
 * `npm run test:deployed`: deploys the stack into a whole AWS on this machine, as docs/deploy.md says, goes the journeys
 * through it, destroys it and looks at what is left. Nothing of it reaches an account or outlives the run. Prints
 * `N passed, N failed` alone on its last line; where it cannot run, a line that begins with `skipped:` says why. With
 * arguments it proves parts: `journeys/letters`, `typed`.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import { shipChromium } from '../../shared/rendering/chromium/unpack-chromium.ts';
import { accessTemplate, assembled, flags, type Handed, type Template } from '../support/cloud/synthesized.ts';
import { clientOf } from '../support/e2e/client.ts';
import { paid } from '../support/e2e/desk.ts';
import { freePort } from '../support/e2e/service.ts';
import { bootstrap, breakOff, deploy, synthesize } from './cdk.ts';
import { type Cloud, startCloud } from './cloud.ts';
import { type FrontDoor, type Outputs, openFrontDoor } from './front-door.ts';
import { point, points, summary } from './points.ts';
import { type Environment, endAll, run } from './processes.ts';
import { installPython, type Python } from './python.ts';
import { checkout } from './typed/checkout.ts';
import { expected } from './typed/living.ts';
import { operatorPages } from './typed/proof.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'deployed-'));
const inFolder = (name: string) => join(folder, name);
// All temporary files go there.
process.env.TMPDIR = folder;
const packages = inFolder('packages');
/** The same with settings of the stage: its own address, and short waits. */
const adjusted = inFolder('adjusted');
/** The bundles of the functions; a run after test/cloud/bundles.test.ts may say where they are already. */
const made = process.env.DEPLOYED_BUNDLES;
const bundles = made ?? join(root, '.bundles');
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Programs that fetch packages see the machine as it is. */
const machine: Environment = process.env;
/** The service, and programs that deploy it, see no account, proxy or setting of this machine, and the project's own Node. */
const alone: Environment = {
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
 * W3005 warns that CDK states an order which follows from a reference, too. W3037 knows no tagging at API Gateway, which
 * CloudFormation's registry asks for.
 */
const harmless = ['--ignore-checks', 'W3005', 'W3037'];

/** The stacks of a stage with everything, and the role that GitHub deploys with. */
async function lint(python: Python): Promise<void> {
  const [data, service] = assembled(flags.at(-1) ?? {}) as [Handed, Handed];
  const templates = Object.entries({ data, service, access: accessTemplate() });
  const files = templates.map(([name]) => inFolder(`${name}.template.json`));
  await Promise.all(templates.map(([, { template }], at) => writeFile(files[at] ?? '', JSON.stringify(template))));
  await run(python.tool('cfn-lint'), [...harmless, '--', ...files], machine);
}

/** A stage opens no private address, so the functions that know receivers are told here of the one of the journeys. */
async function openTo(receiver: string, folder: string): Promise<void> {
  const deployed = join(folder, 'PrintAndMail.template.json');
  const known = new Set(
    manifest.filter(({ needs }) => needs.includes('receivers')).map(({ name }) => `print-and-mail ${name}`),
  );
  const template = JSON.parse(await readFile(deployed, 'utf8')) as Template;
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type === 'AWS::Lambda::Function' && known.has(Properties.Description))
      Properties.Environment.Variables.PDF_URL_ALLOW_HOSTS = receiver;
  await writeFile(deployed, JSON.stringify(template));
}

/** Files of the journeys whose path matches `pattern`. */
const journeys = (name: string, pattern: string, env: Environment): Promise<void> => {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const args = [...jest, '--config', join(import.meta.dirname, 'jest.config.js'), pattern];
  return points(name, join(root, 'node_modules/.bin/node'), args, env);
};

/** The parts to prove, if not all. */
const asked = process.argv.slice(2);
const proves = (part: string): boolean => asked.length === 0 || asked.some((each) => each.startsWith(part));

async function through(python: Python, cloud: Cloud): Promise<void> {
  const env = { ...alone, ...cloud.environment, PATH: [dirname(python.tool('aws')), alone.PATH].join(delimiter) };
  const receiverPort = await freePort();
  await openTo(`127.0.0.1:${receiverPort}`, packages);
  const typedInto = await checkout(inFolder('checkout'), bundles, env);
  await point('cdk bootstrap', () => bootstrap(env));
  await point(
    'a first deployment that fails at its last resource leaves the data and nothing of the service',
    async () => {
      await breakOff(packages, 1, env);
      const left = await typedInto.type(
        'aws lambda list-functions --query "Functions[].FunctionName" --output text; aws dynamodb list-tables --output text',
      );
      expected(/^TABLENAMES\s+PrintAndMail-table$/.test(left.trim()), left);
    },
  );
  const outputs = await point('cdk deploy, again', () => deploy(packages, env));
  const doors: FrontDoor[] = [];
  const reach = async (to: Outputs): Promise<string> => {
    const door = await openFrontDoor(cloud, to);
    doors.push(door);
    return door.origin;
  };
  const origin = await reach(outputs);
  const service = clientOf(`${origin}/v1`);
  const { job_id } = await point('an order is paid', async () => {
    const { checkout_url, ...job } = await service.order();
    // Before its settings, the service knows the address of its API alone, which is reached through the door.
    return paid(service, Promise.resolve({ ...job, checkout_url: `${origin}${new URL(checkout_url).pathname}` }));
  });
  const isKnown = async (at: string) => {
    const { status, text } = await clientOf(`${at}/v1`).get(`/jobs/${job_id}`);
    expected(status === 200, `the order of before was answered with ${status}: ${text}`);
  };
  // A letter takes two such times, which must be longer than the minute between two strikes of the clock.
  const settings = {
    PUBLIC_BASE_URL: `${origin}/v1`,
    PUBLIC_MCP_URL: `${origin}/mcp`,
    RETRY_BASE_SECONDS: '1',
    SIMULATED_READY_SECONDS: '31',
  };
  await typedInto.stage({ settings });
  await point('cdk synth, of a stage with settings', () =>
    typedInto.type(`npx cdk synth --quiet --output '${adjusted}'`),
  );
  await openTo(`127.0.0.1:${receiverPort}`, adjusted);
  for (const [place, share] of Object.entries({ first: 0, middle: 0.5 }))
    await point(`an update that fails at its ${place} resource changes nothing, and no order is lost`, async () => {
      await breakOff(adjusted, share, env);
      await isKnown(origin);
    });
  await point('cdk deploy, with settings', () => deploy(adjusted, env));
  const met = {
    ...env,
    DEPLOYED_ORIGIN: origin,
    DEPLOYED_LOGS: inFolder('logs'),
    DEPLOYED_RECEIVER_PORT: `${receiverPort}`,
  };
  const journey = asked.find((each) => each.startsWith('journeys')) ?? 'journeys/';
  if (proves('journeys')) await journeys('the journeys', `test/deployed/${journey}`, met);
  const pages = operatorPages({ typedInto, settings, baseUrl: `${origin}/v1` });
  if (proves('typed')) await pages.living();
  await point('the logs are read', async () =>
    writeFile(met.DEPLOYED_LOGS, await run(python.tool('python'), [join(import.meta.dirname, 'logs.py')], env)),
  );
  await pages.removal(async (again) => isKnown(await reach(again)));
  if (asked.length === 0) await journeys('what is left', 'test/deployed/left/', met);
  if (proves('typed')) await pages.afterwards();
  await Promise.all(doors.map((door) => door.close()));
}

async function proof(python: Python): Promise<void> {
  const cloud = await point('MiniStack starts', () => startCloud(python, folder, alone));
  const ends = await Promise.allSettled([
    through(python, cloud),
    point('cfn-lint passes the templates of a stage with everything', () => lint(python)),
  ]);
  await cloud.end();
  const [broken] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (broken !== undefined) await point('every step was taken', () => Promise.reject(broken));
}

try {
  const [python] = await Promise.all([
    point("pip install, where Python's package index can be reached", () =>
      installPython(process.env.DEPLOYED_PYTHON ?? inFolder('python'), machine),
    ),
    point('cdk synth', async () => {
      if (made !== undefined) await shipChromium(join(made, 'render'));
      return synthesize(packages, alone, made);
    }),
  ]);
  if (typeof python === 'string') {
    console.log(`skipped: ${python}; the stack was not deployed\n0 passed, 0 failed`);
    process.exit(0);
  }
  await proof(python);
} catch {
  // Failures are reported and counted by now.
}
process.exit(summary());
