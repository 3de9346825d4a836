/** Looks at what a deployment is to adopt, before it is deployed: what is not as the stack would make it, with its cure. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type FoundTable, problemsOfTable, type ShapeProblem } from '../../table-shape.ts';
import { type Adopted, type Kind, wordsOf } from './adopted.ts';
import { bucketShape, problemsOfBucket } from './bucket-shape.ts';

const region = () => ({ region: process.env.CDK_DEFAULT_REGION ?? process.env.AWS_REGION });

export async function foundTable(client: DynamoDBClient, TableName: string): Promise<FoundTable> {
  const [{ Table }, { TimeToLiveDescription }, { ContinuousBackupsDescription }] = await Promise.all([
    client.send(new DescribeTableCommand({ TableName })),
    client.send(new DescribeTimeToLiveCommand({ TableName })),
    client.send(new DescribeContinuousBackupsCommand({ TableName })),
  ]);
  const isOn = ['ENABLED', 'ENABLING'].includes(TimeToLiveDescription?.TimeToLiveStatus ?? '');
  const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  return {
    table: Table ?? {},
    ttl: isOn ? TimeToLiveDescription?.AttributeName : undefined,
    isRestorable: PointInTimeRecoveryStatus === 'ENABLED',
  };
}

/** S3 answers so if a bucket has no such setting; other errors pass through. */
const none = /^NoSuch(LifecycleConfiguration|CORSConfiguration|BucketPolicy|PublicAccessBlockConfiguration)$/;

const orNone = async <T>(asked: Promise<T>): Promise<Partial<T>> =>
  asked.catch((error: Error) => {
    if (none.test(error.name)) return {};
    throw error;
  });

async function lookAtBucket(Bucket: string): Promise<ShapeProblem[]> {
  const client = new S3Client(region());
  const [block, lifecycle, cors, policy] = await Promise.all([
    orNone(client.send(new GetPublicAccessBlockCommand({ Bucket }))),
    orNone(client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))),
    orNone(client.send(new GetBucketCorsCommand({ Bucket }))),
    orNone(client.send(new GetBucketPolicyCommand({ Bucket }))),
  ]);
  return problemsOfBucket(Bucket, bucketShape(Bucket), {
    block: block.PublicAccessBlockConfiguration,
    lifecycle: lifecycle.Rules,
    cors: cors.CORSRules,
    policy: policy.Policy,
  });
}

async function lookAtSecret(SecretId: string): Promise<ShapeProblem[]> {
  if (!/^arn:[^:]+:secretsmanager:.+:secret:.+-\w{6}$/.test(SecretId))
    return [{ says: 'Give the whole ARN of the secret: its name alone could become the name of another.' }];
  const { DeletedDate } = await new SecretsManagerClient(region()).send(new DescribeSecretCommand({ SecretId }));
  return DeletedDate === undefined
    ? []
    : [{ says: 'It is going to be deleted.', cure: `aws secretsmanager restore-secret --secret-id ${SecretId}` }];
}

const looks: Readonly<Record<Kind, (name: string) => Promise<ShapeProblem[]>>> = {
  table: async (name) => problemsOfTable(await foundTable(new DynamoDBClient(region()), name)),
  bucket: lookAtBucket,
  secret: lookAtSecret,
  issuedKeys: lookAtSecret,
};

/** Lines for the operator; none if all of it can be adopted. */
export async function objections(adopted: Adopted): Promise<string[]> {
  const found = await Promise.all(
    (Object.entries(adopted) as [Kind, string | undefined][]).map(async ([kind, name]) =>
      name === undefined ? [] : told(kind, name, await looks[kind](name).catch(unseen)),
    ),
  );
  return found.flat();
}

const unseen = ({ name, message }: Error): ShapeProblem[] => [{ says: `It cannot be looked at: ${name}, ${message}` }];

const told = (kind: Kind, name: string, problems: readonly ShapeProblem[]): string[] =>
  problems.length === 0
    ? []
    : [
        `The ${wordsOf[kind]} ${name} cannot be adopted as it is.`,
        ...problems.flatMap(({ says, cure }) => [`  ${says}`, ...(cure === undefined ? [] : [`    ${cure}`])]),
      ];
