/** Writes a release, for one bucket in the stack's region: a template without the CDK, and its packages. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnParameter, CliCredentialsStackSynthesizer } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { AssetManifestArtifact } from 'aws-cdk-lib/cx-api';
import { serviceStack } from '../service.ts';
import { root } from './bundles.ts';
import { zipped } from './zip.ts';

export interface Release {
  readonly version: string;
  readonly packageOf: (name: string) => string;
}

/** The folder of a release, within a bucket as on disk. */
const released = 'print-and-mail';

/** The parameter that says where the packages are. */
const bucketName = 'PackagesBucket';

export async function writeRelease(folder: string, { version, packageOf }: Release): Promise<string> {
  const outdir = await mkdtemp(join(tmpdir(), 'release-'));
  const app = new App({
    outdir,
    // `cdk deploy` holds the same stack against these rules, and they take four fifths of a synthesis.
    builtinCloudFormationValidation: false,
    context: { ...(await contextOfCli()), 'aws:cdk:disable-asset-staging': true },
    defaultStackSynthesizer: new CliCredentialsStackSynthesizer({
      // CloudFormation asks for it when the stack is made.
      fileAssetsBucketName: `\${${bucketName}}`,
      bucketPrefix: `${released}/`,
    }),
  });
  const stack = serviceStack(app, { packageOf, keeping: 'keep' });
  new CfnParameter(stack, bucketName, {
    description: 'The bucket, in the region of this stack, that holds the folder print-and-mail of the release',
    allowedPattern: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]',
  });
  stack.templateOptions.metadata = {
    ...stack.templateOptions.metadata,
    'AWS::CloudFormation::Interface': {
      ParameterGroups: [{ Label: { default: 'The packages' }, Parameters: [bucketName] }],
    },
  };
  const assembly = app.synth();
  const made = join(folder, released);
  await mkdir(made, { recursive: true });
  for (const [key, path] of packagesIn(assembly)) await writeFile(join(folder, key), await zipped(path));
  const template = join(made, `${version}.template.json`);
  await writeFile(template, JSON.stringify(assembly.getStackByName(stack.stackName).template));
  await rm(outdir, { recursive: true });
  return template;
}

/** The folder of each package by its key in the bucket. */
function packagesIn({ artifacts }: CloudAssembly): Map<string, string> {
  const files = artifacts.flatMap((each) =>
    each instanceof AssetManifestArtifact ? Object.values(each.contents.files ?? {}) : [],
  );
  return new Map(
    files.flatMap(({ source: { packaging, path }, destinations }) =>
      packaging === 'zip' && path !== undefined
        ? Object.values(destinations).map(({ objectKey }): [string, string] => [objectKey, path])
        : [],
    ),
  );
}

/** The CLI of the CDK hands these over; without it nobody does. */
async function contextOfCli(): Promise<Record<string, unknown>> {
  const { context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as {
    readonly context: Record<string, unknown>;
  };
  return context;
}
