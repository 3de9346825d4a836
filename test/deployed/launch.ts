/** A release, launched by CloudFormation alone, and tried from outside as a pipeline tries what it has deployed. */
import { join } from 'node:path';
import { writeRelease } from '../../lib/cloud/packaging/release.ts';
import type { Cloud } from './cloud.ts';
import { type Outputs, openFrontDoor } from './front-door.ts';
import { point, points } from './points.ts';
import { type Environment, run } from './processes.ts';
import type { Python } from './python.ts';

const root = join(import.meta.dirname, '..', '..');
const version = '9.9.9';

export interface Launched {
  readonly python: Python;
  readonly cloud: Cloud;
  /** The packages, as they have been built. */
  readonly packageOf: (name: string) => string;
  /** Where the release is written. */
  readonly folder: string;
  readonly env: Environment;
}

export async function launch({ python, cloud, packageOf, folder, env }: Launched): Promise<void> {
  await point('a release is written', () => writeRelease(folder, { version, packageOf }));
  const launched = async (...given: readonly string[]): Promise<Outputs> => {
    const script = join(import.meta.dirname, 'launch.py');
    const args = [script, folder, `print-and-mail/${version}.template.json`, 'Launched', ...given];
    return JSON.parse(await run(python.tool('python'), args, env));
  };
  const outputs = await point('CloudFormation launches it, without the CDK', () => launched());
  const door = await openFrontDoor(cloud, outputs);
  const addresses = [`PublicBaseUrl=${door.origin}/v1`, `PublicMcpUrl=${door.origin}/mcp`];
  await point('and updates it', () => launched(...addresses));
  const smoke = [join(root, 'test/smoke/run.ts'), '--url', `${door.origin}/v1`];
  await points('npm run test:smoke', join(root, 'node_modules/.bin/node'), smoke, env);
  await door.close();
}
