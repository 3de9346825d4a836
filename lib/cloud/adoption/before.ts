/**
 * The look at an account before an assembly is deployed there that was made without credentials. Packages of others took
 * part in making it: nothing of it runs here.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adoptedIn } from './adopted.ts';
import { objections } from './check.ts';
import { standingStack } from './standing.ts';

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly stackName?: string; readonly templateFile?: string; readonly file?: string };
}

interface Assets {
  readonly files?: Readonly<
    Record<string, { readonly source: { readonly path?: string; readonly executable?: object } }>
  >;
  readonly dockerImages?: object;
}

const stackType = 'aws:cloudformation:stack';
const assetsType = 'cdk:asset-manifest';
const knownTypes = [stackType, assetsType, 'cdk:tree', 'cdk:feature-flag-report'];

/** Lines for the operator; none if it can be deployed. `folder`: an assembly of one stack, such as cdk.out. */
export async function objectionsTo(folder: string): Promise<string[]> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const { artifacts } = (await read('manifest.json')) as { readonly artifacts: Readonly<Record<string, Artifact>> };
  const strange = Object.entries(artifacts).filter(([, { type }]) => !knownTypes.includes(type));
  if (strange.length > 0) return strange.map(([name, { type }]) => `${name} is a ${type}: this service has none.`);
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === stackType);
  const [[name, { properties = {} }] = ['', {} as Artifact], ...others] = stacks;
  if (properties.templateFile === undefined || others.length > 0)
    return [`${folder} holds ${stacks.length} stacks: one of them is deployed.`];
  const manifests = Object.values(artifacts).filter(({ type }) => type === assetsType);
  const assets: readonly Assets[] = await Promise.all(
    manifests.map(({ properties: { file = '' } = {} }) => read(file)),
  );
  if (assets.some(runs))
    return [`The packages in ${folder} name a program or an image to be built: those of this service do not.`];
  const { Parameters = {} } = await read(properties.templateFile);
  const stackName = properties.stackName ?? name;
  return [...unlessStanding(stackName, await standingStack(stackName)), ...(await objections(adoptedIn(Parameters)))];
}

/** The CDK would run it with the credentials of the deployment. */
const runs = ({ files = {}, dockerImages = {} }: Assets): boolean =>
  Object.keys(dockerImages).length > 0 ||
  Object.values(files).some(({ source: { path, executable } }) => path === undefined || executable !== undefined);

function unlessStanding(name: string, before: Awaited<ReturnType<typeof standingStack>>): string[] {
  if (before === undefined) return [`The stack ${name} cannot be looked at: deploy the role of the pipeline anew.`];
  return before.stands ? [] : [`The stack ${name} does not stand: deploy it once by hand, as docs/pipeline.md says.`];
}
