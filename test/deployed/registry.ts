/** The policy of `npx cdk bootstrap`, held against what CloudFormation's own registry says that each resource takes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessTemplates, flags, synthesized, type Template } from '../support/cloud/synthesized.ts';
import { type Environment, run } from './processes.ts';
import type { Python } from './python.ts';

interface Schema {
  readonly typeName: string;
  readonly handlers?: Readonly<Record<string, { readonly permissions?: readonly string[] }>>;
}

/** Rights of features that this stack does not use: keys of its own, networks, replicas, tables in buckets. */
const unused = [
  /^(?:ec2|elasticfilesystem|firehose|kinesis|kms|payments|s3files|s3tables):/,
  /^codedeploy:RegisterOnPremisesInstance$/,
  /^dynamodb:(?:\w+(?:Item|ContributorInsights|StreamingDestination|TableReplica)|ImportTable|Scan|Query|(?:Put|Delete)ResourcePolicy)$/,
  // The first takes a role out of its boundary, which is never done. The other one is for replicas.
  /^iam:(?:DeleteRolePermissionsBoundary|CreateServiceLinkedRole)$/,
  /^lambda:(?:AssociateRuntimeAlias|PassCapacityProvider)$/,
  /^logs:(?:Associate|Disassociate)KmsKey$|^logs:\w+(?:LogStream|LogEvents|Delivery|IndexPolicy|ResourcePolicy|DataProtectionPolicy|Authentication|DeletionProtection)$/,
  /^s3:(?:GetObjectMetadata|\w*BucketMetadata\w*TableConfiguration|DeleteObject|PutObjectAcl|REST\.PUT\.OBJECT)$/,
  /^secretsmanager:(?:RemoveRegionsFromReplication|ReplicateSecretToRegions)$/,
  /^sns:PutDataProtectionPolicy$/,
];

export async function registryIsServed(python: Python, env: Environment): Promise<void> {
  const where = await run(python.tool('python'), ['-c', 'import cfnlint; print(cfnlint.__path__[0])'], env);
  const folder = join(where.trim(), 'data', 'schemas', 'resources');
  const types = new Set(flags.flatMap((asked) => Object.values(synthesized(asked).Resources).map(({ Type }) => Type)));
  const patterns = actionsIn(accessTemplates().production).map(
    (action) => new RegExp(`^${action.replaceAll('*', '.*')}$`, 'i'),
  );
  const known = new Set<string>();
  const lacking = new Set<string>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue;
    const { typeName, handlers = {} } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Schema;
    if (!types.has(typeName)) continue;
    const taken = Object.entries(handlers).flatMap(([handler, { permissions = [] }]) =>
      handler === 'list' ? [] : permissions,
    );
    if (taken.length > 0) known.add(typeName);
    for (const action of taken)
      if (![...patterns, ...unused].some((pattern) => pattern.test(action))) lacking.add(`${action} for ${typeName}`);
  }
  if (known.size < types.size) throw new Error(`of ${types.size} types, the registry knows ${[...known]}`);
  if (lacking.size > 0) throw new Error(`lib/cloud/pipeline/rights.ts lacks ${[...lacking].join(', ')}`);
}

const actionsIn = ({ Resources }: Template): string[] =>
  Object.entries(Resources)
    .filter(([id]) => id.startsWith('Executes'))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as { readonly Action: string | string[] }[])
    .flatMap(({ Action }) => Action);
