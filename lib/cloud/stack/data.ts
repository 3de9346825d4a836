/** Everything that holds data: the table (`lib/table.ts`), the bucket of documents and the two secrets. */
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { DocumentPrefix } from '../../../functions/manifest.ts';
import { seedLength } from '../../../shared/config/config.ts';
import { documentRetentionMs } from '../../../shared/domain/lifetimes.ts';
import { tableDefinition as definition } from '../../table.ts';
import type { SecretName } from '../lambda-rows.ts';

export function jobsTable(scope: Construct, keeping: Retention, isProtected: boolean): Table {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, 'Table', {
    partitionKey: text(definition.partitionKey),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: definition.ttl,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: isProtected,
    removalPolicy: removalOf(keeping),
  });
  for (const { name, partitionKey, sortKey, projection } of definition.indexes)
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: sortKey === undefined ? undefined : { name: sortKey, type: AttributeType.NUMBER },
      projectionType: projection === 'all' ? ProjectionType.ALL : ProjectionType.KEYS_ONLY,
    });
  return table;
}

export const keptDays = Object.fromEntries(
  Object.entries(documentRetentionMs).map(([prefix, ms]): [string, number] => [prefix, ms / 86_400_000]),
);

export function documentsBucket(scope: Construct, keeping: Retention): Bucket {
  return new Bucket(scope, 'Documents', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      ...Object.entries(keptDays).map(([prefix, days]) => ({
        id: prefix,
        prefix: `${prefix}/`,
        expiration: Duration.days(days),
      })),
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    // Pages put and post what is signed for them. They are those of any origin, as with the API: there are no cookies.
    cors: [
      {
        allowedMethods: [HttpMethods.PUT, HttpMethods.POST],
        allowedOrigins: ['*'],
        allowedHeaders: ['*'],
        maxAge: 3_600,
      },
    ],
    removalPolicy: removalOf(keeping),
    autoDeleteObjects: keeping === 'remove',
  });
}

export const objectsUnder = ({ bucketArn }: IBucket, prefixes: readonly DocumentPrefix[]): string[] =>
  prefixes.map((prefix) => `${bucketArn}/${prefix}/*`);

export function serviceSecrets(scope: Construct, keeping: Retention): Readonly<Record<SecretName, Secret>> {
  const removalPolicy = removalOf(keeping);
  return {
    seed: new Secret(scope, 'Secret', {
      // Nothing here changes: CloudFormation could draw another seed.
      description: `Keys of the print-and-mail service ${Aws.STACK_NAME}; each function takes the fields it needs.`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'RECEIPT_SIGNING_SEED',
        passwordLength: seedLength,
        excludePunctuation: true,
      },
      removalPolicy,
    }),
    issued: new Secret(scope, 'IssuedKeys', {
      description: `Keys that partners and payment providers have issued to the print-and-mail service ${Aws.STACK_NAME}.`,
      secretObjectValue: {},
      removalPolicy,
    }),
  };
}

export type Retention = 'keep' | 'remove';

/** Data that a failed first deployment has made holds nothing yet, and would stand in the way of the next. */
const removalOf = (keeping: Retention): RemovalPolicy =>
  keeping === 'keep' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
