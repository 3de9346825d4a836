/** The stack of everything that no deployment may lose: the table (`lib/table.ts`), the documents and the secrets. */
import { type App, Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { seedLength } from '../../../shared/config/config.ts';
import { documentRetentionMs } from '../../../shared/domain/times.ts';
import { stackNameOf } from '../../stage.ts';
import { tableDefinition as definition } from '../../table.ts';
import type { SecretName } from '../lambda-rows.ts';
import type { DeploymentStage } from '../stage-file.ts';

/** A stage's data. The names derive from the stage's, so a service that is deployed again finds its data. */
export interface Data {
  readonly tableName: string;
  readonly tableArn: string;
  readonly bucketName: string;
  readonly bucketArn: string;
  readonly secrets: Readonly<Record<SecretName, { readonly name: string; readonly arn: string }>>;
}

export function dataOf(stage: string): Data {
  const stack = stackNameOf(stage);
  const arn = (rest: string) => `arn:${Aws.PARTITION}:${rest}`;
  const tableName = `${stack}-table`;
  // Bucket names are unique across all accounts, and have at most 63 characters.
  const bucketName = `printandmail-${stage}-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
  // Secrets Manager adds a hyphen and six characters to a secret's name in its ARN.
  const secret = (kind: SecretName) => ({
    name: `${stack}/${kind}`,
    arn: arn(`secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:secret:${stack}/${kind}-??????`),
  });
  return {
    tableName,
    tableArn: arn(`dynamodb:${Aws.REGION}:${Aws.ACCOUNT_ID}:table/${tableName}`),
    bucketName,
    bucketArn: arn(`s3:::${bucketName}`),
    secrets: { seed: secret('seed'), fingerprints: secret('fingerprints'), issued: secret('issued') },
  };
}

export function addDataStack(app: App, { name: stage, temporary }: Pick<DeploymentStage, 'name' | 'temporary'>): Stack {
  const stack = new Stack(app, stackNameOf(stage, 'Data'), {
    description: 'The table, the documents and the keys of print-and-mail.',
    tags: { service: 'print-and-mail', stage },
    terminationProtection: !temporary,
  });
  const names = dataOf(stage);
  const removalPolicy = temporary ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
  const table = addTable(stack, names.tableName, { removalPolicy, deletionProtection: !temporary });
  // Two secrets, because many functions compare fingerprints, but only a few sign.
  const generated = [
    { id: 'Seed', name: 'seed', description: 'The seed of the signing key.', field: 'RECEIPT_SIGNING_SEED' },
    { id: 'Fingerprints', name: 'fingerprints', description: 'The key of fingerprints.', field: 'FINGERPRINT_KEY' },
  ] as const;
  // The table is created last, because a protected table could not be removed if another resource failed.
  table.node.addDependency(
    addBucket(stack, names.bucketName, { removalPolicy, autoDeleteObjects: temporary }),
    ...generated.map(
      ({ id, name, description, field }) =>
        new Secret(stack, id, {
          secretName: names.secrets[name].name,
          description,
          // Never change this: CloudFormation would make another secret.
          generateSecretString: {
            secretStringTemplate: '{}',
            generateStringKey: field,
            passwordLength: seedLength,
            excludePunctuation: true,
          },
          removalPolicy,
        }),
    ),
    new Secret(stack, 'Issued', {
      secretName: names.secrets.issued.name,
      description: 'Keys that partners and payment providers have issued.',
      // Never change this: CloudFormation would overwrite the keys with it.
      secretObjectValue: {},
      removalPolicy,
    }),
  );
  return stack;
}

function addTable(
  scope: Stack,
  tableName: string,
  retention: { readonly removalPolicy: RemovalPolicy; readonly deletionProtection: boolean },
): Table {
  const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, 'Table', {
    tableName,
    partitionKey: stringAttribute(definition.partitionKey),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: definition.ttl,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    ...retention,
  });
  for (const { name, partitionKey, sortKey, projection } of definition.indexes)
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: stringAttribute(partitionKey),
      sortKey: sortKey === undefined ? undefined : { name: sortKey, type: AttributeType.NUMBER },
      projectionType: projection === 'all' ? ProjectionType.ALL : ProjectionType.KEYS_ONLY,
    });
  return table;
}

/** The days that documents are kept, by the prefix of their keys. */
export const retentionDays = Object.fromEntries(
  Object.entries(documentRetentionMs).map(([prefix, ms]): [string, number] => [prefix, ms / 86_400_000]),
);

const addBucket = (
  scope: Stack,
  bucketName: string,
  retention: { readonly removalPolicy: RemovalPolicy; readonly autoDeleteObjects: boolean },
): Bucket =>
  new Bucket(scope, 'Documents', {
    bucketName,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      ...Object.entries(retentionDays).map(([prefix, days]) => ({
        id: prefix,
        prefix: `${prefix}/`,
        expiration: Duration.days(days),
      })),
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    // Pages of any origin may upload with a signed link, as they may call the API: there are no cookies.
    cors: [
      {
        allowedMethods: [HttpMethods.PUT, HttpMethods.POST],
        allowedOrigins: ['*'],
        allowedHeaders: ['*'],
        maxAge: 3_600,
      },
    ],
    ...retention,
  });
