/** The operator's commands of docs/deploy.md, run against this cloud only. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { account, region } from './cloud.ts';
import type { Outputs } from './front-door.ts';
import { type Environment, run } from './processes.ts';

const root = join(import.meta.dirname, '..', '..');

const cdk = (args: readonly string[], env: Environment): Promise<string> =>
  run(join(root, 'node_modules/.bin/cdk'), args, env);

/** Writes the template into `folder`; the packages of the functions stay where they were made, unless they are there. */
export const synthesize = (folder: string, env: Environment, packages?: string): Promise<string> =>
  cdk(
    [
      'synth',
      '--quiet',
      '--no-staging',
      '--output',
      folder,
      ...(packages ? ['--context', `packages=${packages}`] : []),
    ],
    env,
  );

export const bootstrap = (env: Environment): Promise<string> =>
  cdk(['bootstrap', `aws://${account}/${region}`, '--app', ''], env);

/** `folder`: what has been synthesized. */
export async function deploy(folder: string, settings: Readonly<Record<string, string>>, env: Environment) {
  const file = join(folder, 'outputs.json');
  const given = Object.entries(settings).flatMap(([name, value]) => ['--parameters', `${name}=${value}`]);
  await cdk(['deploy', '--app', folder, '--require-approval', 'never', '--outputs-file', file, ...given], env);
  const [outputs] = Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, Outputs>);
  if (outputs === undefined) throw new Error('the stack has no outputs');
  return outputs;
}
