/** The operator's commands of docs/deploy.md, run only against the emulated cloud of `cloud.ts`. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../../shared/domain/ids.ts';
import type { Template } from '../support/cloud/synthesized.ts';
import { account, region } from './cloud.ts';
import type { Outputs } from './front-door.ts';
import { type Environment, run } from './processes.ts';

const root = join(import.meta.dirname, '..', '..');

const cdk = (args: readonly string[], env: Environment): Promise<string> =>
  run(join(root, 'node_modules/.bin/cdk'), args, env);

/** Writes the templates into `folder`. `packages`: a folder with packages of the functions that are already built. */
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

/** Deploys the synthesized stacks in `folder`. */
export async function deploy(folder: string, env: Environment): Promise<Outputs> {
  const file = join(folder, 'outputs.json');
  await cdk(['deploy', '--all', '--app', folder, '--require-approval', 'never', '--outputs-file', file], env);
  return outputsIn(file);
}

export async function outputsIn(file: string): Promise<Outputs> {
  const { PrintAndMail: outputs } = JSON.parse(await readFile(file, 'utf8')) as Record<string, Outputs>;
  if (outputs === undefined) throw new Error('the stack has no outputs');
  return outputs;
}

/**
 * Deploys `folder` with an extra resource that fails, because `cdk bootstrap` has made a parameter of its name. It is
 * created after a share (0 to 1) of the others. Returns the CDK's message about the failure.
 */
export async function deployAndFail(folder: string, share: number, env: Environment): Promise<string> {
  const broken = `${folder}-broken`;
  await cp(folder, broken, { recursive: true });
  const file = join(broken, 'PrintAndMail.template.json');
  const template = JSON.parse(await readFile(file, 'utf8')) as Template;
  const others = Object.keys(template.Resources);
  const Broken = {
    Type: 'AWS::SSM::Parameter',
    Properties: { Name: '/cdk-bootstrap/hnb659fds/version', Type: 'String', Value: '1' },
    DependsOn: others.slice(0, Math.round(share * others.length)),
  };
  const text = JSON.stringify({ ...template, Resources: { Broken, ...template.Resources } });
  await writeFile(file, text);
  await renameTemplate(broken, text);
  const message = await deploy(broken, env).catch((error: Error) => error.message);
  await rm(broken, { recursive: true });
  if (typeof message !== 'string' || !message.includes('Broken'))
    throw new Error(`the deployment should have failed: ${message}`);
  return message;
}

/** The CDK names a template after the hash of its content, and doesn't upload a name twice. */
async function renameTemplate(folder: string, text: string): Promise<void> {
  const assets = join(folder, 'PrintAndMail.assets.json');
  const { files } = JSON.parse(await readFile(assets, 'utf8')) as {
    readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>;
  };
  const [oldHash = ''] = Object.entries(files).find(([, { source }]) => source.path.endsWith('.template.json')) ?? [];
  for (const file of [assets, join(folder, 'manifest.json')])
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(oldHash, sha256Hex(text)));
}
