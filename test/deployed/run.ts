/**
 * `npm run test:deployed`: deploys the stack into a whole AWS on this machine, as docs/deploy.md says, goes the journeys
 * through it, destroys it and looks at what is left. Nothing of it reaches an account or outlives the run. Prints
 * `N passed, N failed` alone on its last line; where it cannot run, a line that begins with `skipped:` says why.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { synthesized } from '../support/cloud/synthesized.ts';
import { bootstrap, deploy, destroy, synthesize } from './cdk.ts';
import { type Cloud, startCloud } from './cloud.ts';
import { openFrontDoor } from './front-door.ts';
import { point, points, summary } from './points.ts';
import { type Environment, endAll, run } from './processes.ts';
import { installPython, type Python } from './python.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'deployed-'));
const inFolder = (name: string) => join(folder, name);
// All temporary files go there.
process.env.TMPDIR = folder;
const packages = inFolder('packages');
const deployed = join(packages, 'PrintAndMail.template.json');
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** For those who fetch what is needed: the machine as it is. */
const machine: Environment = process.env;
/** For the service and those who deploy it: no account, no proxy and no setting of whoever runs this; the project's own Node. */
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

/** Warns that CDK states an order which follows from a reference, too. */
const harmless = ['--ignore-checks', 'W3005'];

/** The stack as deployed here, and the stack with all flags on. */
async function lint(python: Python): Promise<void> {
  const flagged = inFolder('flagged.template.json');
  await writeFile(flagged, JSON.stringify(synthesized({ hasEdge: true, hasCanary: true, keeping: 'remove' })));
  await run(python.tool('cfn-lint'), [...harmless, '--', deployed, flagged], machine);
}

/** Files of the journeys whose path matches `pattern`. */
const journeys = (name: string, pattern: string, env: Environment): Promise<void> => {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const args = [...jest, '--config', join(import.meta.dirname, 'jest.config.js'), pattern];
  return points(name, join(root, 'node_modules/.bin/node'), args, env);
};

async function through(python: Python, cloud: Cloud): Promise<void> {
  const env = { ...alone, ...cloud.environment };
  await point('cdk bootstrap', () => bootstrap(env));
  const outputs = await point('cdk deploy, without a parameter', () => deploy(packages, {}, env));
  const door = await openFrontDoor(cloud, outputs);
  // A letter goes by in two such times: longer than the clock takes to strike.
  const settings = {
    PublicBaseUrl: `${door.origin}/v1`,
    PublicMcpUrl: `${door.origin}/mcp`,
    RetryBaseSeconds: '1',
    SimulatedReadySeconds: '40',
  };
  await point('cdk deploy, with its own address as a parameter', () => deploy(packages, settings, env));
  const met = { ...env, DEPLOYED_ORIGIN: door.origin, DEPLOYED_LOGS: inFolder('logs') };
  await journeys('the journeys', 'test/deployed/journeys/', met);
  await point('the logs are read', async () =>
    writeFile(met.DEPLOYED_LOGS, await run(python.tool('python'), [join(import.meta.dirname, 'logs.py')], env)),
  );
  await point('cdk destroy', () => destroy(packages, env));
  await journeys('what is left', 'test/deployed/left/', met);
  await door.close();
}

async function proof(python: Python): Promise<void> {
  const cloud = await point('MiniStack starts', () => startCloud(python, folder, alone));
  await Promise.allSettled([
    through(python, cloud),
    point('cfn-lint passes the template, without flags and with all', () => lint(python)),
  ]);
  await cloud.end();
}

try {
  const [python] = await Promise.all([
    point("pip install, where Python's package index can be reached", () => installPython(inFolder('python'), machine)),
    point('cdk synth', () => synthesize(packages, alone)),
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
