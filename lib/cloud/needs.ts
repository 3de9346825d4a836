/** A need is a grant and an environment variable, never one without the other. Nothing else decides what a role may do. */
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { FunctionRow, Need } from '../../functions/manifest.ts';
import type { documentsBucket } from './documents.ts';
import { objectsUnder } from './documents.ts';
import type { JobsQueue } from './queue.ts';
import type { serviceSecret } from './secret.ts';
import { secretFields } from './secret-fields.ts';
import { indexArns, type jobsTable } from './table.ts';

/** What the functions share. */
export interface Estate {
  readonly table: ReturnType<typeof jobsTable>;
  readonly queue: JobsQueue;
  readonly documents: ReturnType<typeof documentsBucket>;
  readonly secret: ReturnType<typeof serviceSecret>;
  readonly renderer: LambdaFunction | undefined;
}

interface Grant {
  readonly variables: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
}

const may = (actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

const readTable = ({ table }: Estate) => [
  may(['dynamodb:GetItem'], [table.tableArn]),
  may(['dynamodb:Query'], indexArns(table)),
];

/** All in one secret; which fields of it a function keeps, `secret-fields.ts` says. */
const readSecret = ({ secret }: Estate): Grant => ({
  variables: { SECRET_ARN: secret.secretArn },
  statements: [may(['secretsmanager:GetSecretValue'], [secret.secretArn])],
});

const grants: Readonly<Record<Need, (estate: Estate) => Grant>> = {
  table: (estate) => ({
    variables: { TABLE_NAME: estate.table.tableName },
    statements: [...readTable(estate), may(['dynamodb:PutItem'], [estate.table.tableArn])],
  }),
  'table:read': (estate) => ({
    variables: { TABLE_NAME: estate.table.tableName },
    statements: readTable(estate),
  }),
  'queue:send': ({ queue: { queue } }) => ({
    variables: { QUEUE_URL: queue.queueUrl },
    statements: [may(['sqs:SendMessage'], [queue.queueArn])],
  }),
  documents: ({ documents }) => ({
    variables: { DOCUMENTS_BUCKET: documents.bucketName },
    statements: [
      may(['s3:GetObject', 's3:PutObject'], objectsUnder(documents, 'quotes', 'jobs', 'partner', 'previews')),
      // Without it S3 answers 403 for what is not there, where the code asks whether it is.
      may(['s3:ListBucket'], [documents.bucketArn]),
    ],
  }),
  'documents:print': ({ documents }) => ({
    variables: { DOCUMENTS_BUCKET: documents.bucketName },
    // A quote's document, or the insert of a check that is ordered.
    statements: [may(['s3:PutObject'], objectsUnder(documents, 'quotes', 'jobs'))],
  }),
  render: ({ renderer }) => {
    if (renderer === undefined) throw new Error('a function needs render, and the manifest has no function to invoke');
    return {
      variables: { RENDER_FUNCTION: renderer.functionName },
      statements: [may(['lambda:InvokeFunction'], [renderer.functionArn])],
    };
  },
  partners: readSecret,
  payments: readSecret,
  'signing-key': readSecret,
};

export function provide({ needs }: FunctionRow, lambda: LambdaFunction, estate: Estate): void {
  for (const need of needs) {
    const { variables, statements } = grants[need](estate);
    for (const [name, value] of Object.entries(variables)) lambda.addEnvironment(name, value);
    for (const statement of statements) lambda.addToRolePolicy(statement);
  }
  const fields = secretFields(needs);
  if (fields.length > 0) lambda.addEnvironment('SECRET_FIELDS', fields.join(','));
}

/** What the event source mapping does in the function's name. */
export const mayReceive = (lambda: LambdaFunction, { queue }: JobsQueue): void =>
  lambda.addToRolePolicy(may(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]));

/** Lines of its own log, and nothing else of CloudWatch. */
export const mayLog = (logGroupArn: string): PolicyStatement =>
  may(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroupArn]);

/** The clock's own role: to start this one function. */
export function scheduleRole(lambda: LambdaFunction): Role {
  const { stack } = lambda;
  const start = may(['lambda:InvokeFunction'], [lambda.functionArn]);
  return new Role(stack, `${lambda.node.id}-schedule-role`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: { start: new PolicyDocument({ statements: [start] }) },
  });
}
