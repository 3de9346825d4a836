/** A need is a grant and an environment variable, never one without the other. Nothing else decides what a role may do. */
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { FunctionRow, Need, Rights } from '../../../functions/manifest.ts';
import type { serviceSecret } from '../packaging/secret.ts';
import { secretFields } from '../packaging/secret-fields.ts';
import type { documentsBucket } from './documents.ts';
import { objectsUnder } from './documents.ts';
import type { JobsQueue } from './queue.ts';
import { indexArns, type jobsTable } from './table.ts';

/** What the functions share. */
export interface Resources {
  readonly table: ReturnType<typeof jobsTable>;
  readonly queue: JobsQueue;
  readonly documents: ReturnType<typeof documentsBucket>;
  readonly secret: ReturnType<typeof serviceSecret>;
  readonly renderer: IFunction | undefined;
}

interface Grant {
  readonly variables: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
}

const may = (actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

/**
 * Items are named by their kind, so IAM can tell them apart: `ForAllValues` is true of a request without a key, but
 * every GetItem and PutItem has one, and Scan nobody may. The keys of a query are those of its index, whose name says
 * as much as they do; it shows the ids of jobs, and each job is then read by a right to it.
 */
function mayTouch(action: string, { tableArn }: Resources['table'], kinds: readonly string[] = []): PolicyStatement[] {
  if (kinds.length === 0) return [];
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}_*`) } };
  return [new PolicyStatement({ actions: [action], resources: [tableArn], conditions })];
}

const readTable = ({ table }: Resources, { reads, queries = [] }: Rights) => [
  ...mayTouch('dynamodb:GetItem', table, reads),
  ...(queries.length > 0 ? [may(['dynamodb:Query'], indexArns(table, queries))] : []),
];

const writeObjects = ({ documents }: Resources, { writesUnder = [] }: Rights) =>
  writesUnder.length > 0 ? [may(['s3:PutObject'], objectsUnder(documents, writesUnder))] : [];

const readObjects = ({ documents }: Resources, { readsUnder = [] }: Rights) =>
  readsUnder.length === 0
    ? []
    : [
        may(['s3:GetObject'], objectsUnder(documents, readsUnder)),
        // Without it S3 answers 403 for what is not there, where the code asks whether it is.
        may(['s3:ListBucket'], [documents.bucketArn]),
      ];

/** All in one secret; which fields of it a function keeps, `secret-fields.ts` says. */
const readSecret = ({ secret }: Resources): Grant => ({
  variables: { SECRET_ARN: secret.secretArn },
  statements: [may(['secretsmanager:GetSecretValue'], [secret.secretArn])],
});

const grants: Readonly<Record<Need, (estate: Resources, rights: Rights) => Grant>> = {
  table: (estate, own) => ({
    variables: { TABLE_NAME: estate.table.tableName },
    statements: [...readTable(estate, own), ...mayTouch('dynamodb:PutItem', estate.table, own.writes)],
  }),
  'table:read': (estate, own) => ({
    variables: { TABLE_NAME: estate.table.tableName },
    statements: readTable(estate, own),
  }),
  'queue:send': ({ queue: { queue } }) => ({
    variables: { QUEUE_URL: queue.queueUrl },
    statements: [may(['sqs:SendMessage'], [queue.queueArn])],
  }),
  documents: (estate, own) => ({
    variables: { DOCUMENTS_BUCKET: estate.documents.bucketName },
    statements: [...readObjects(estate, own), ...writeObjects(estate, own)],
  }),
  'documents:print': (estate, own) => ({
    variables: { DOCUMENTS_BUCKET: estate.documents.bucketName },
    statements: writeObjects(estate, own),
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

export function provide(row: FunctionRow, lambda: LambdaFunction, estate: Resources): void {
  for (const need of row.needs) {
    const { variables, statements } = grants[need](estate, row.rights ?? {});
    for (const [name, value] of Object.entries(variables)) lambda.addEnvironment(name, value);
    for (const statement of statements) lambda.addToRolePolicy(statement);
  }
  const fields = secretFields(row);
  if (fields.length > 0) lambda.addEnvironment('SECRET_FIELDS', fields.join(','));
}

/** What the event source mapping does in the function's name. */
export const mayReceive = (lambda: LambdaFunction, { queue }: JobsQueue): void =>
  lambda.addToRolePolicy(may(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]));

/** Lines of its own log, and nothing else of CloudWatch. */
export const mayLog = (logGroupArn: string): PolicyStatement =>
  may(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroupArn]);

/** The clock's own role: to start this one function. */
export function scheduleRole(name: string, { stack, functionArn }: IFunction): Role {
  const start = may(['lambda:InvokeFunction'], [functionArn]);
  return new Role(stack, `${name}-schedule-role`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: { start: new PolicyDocument({ statements: [start] }) },
  });
}
