/** Turns each need into a grant and an environment variable, always both. Besides, a function may only write its log. */
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Need, Rights } from '../../../functions/manifest.ts';
import type { serviceSecret } from '../packaging/secret.ts';
import { secretFields } from '../packaging/secret-fields.ts';
import type { documentsBucket } from './documents.ts';
import { objectsUnder } from './documents.ts';
import type { ServiceLambda } from './lambda.ts';
import type { JobsQueue } from './queue.ts';
import { indexArns, type jobsTable } from './table.ts';

/** The resources that the functions share. */
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
 * Ids begin with the kind of the item, so IAM can tell kinds apart. `ForAllValues` also holds for a request without a
 * key, but every GetItem and PutItem has one, and no role may Scan. Queries are limited by index instead of by key: the
 * name of an index says as much as its keys. It shows only ids of jobs, and reading such a job needs its own right.
 */
function mayTouch(action: string, { tableArn }: Resources['table'], kinds: readonly string[] = []): PolicyStatement[] {
  if (kinds.length === 0) return [];
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}_*`) } };
  return [new PolicyStatement({ actions: [action], resources: [tableArn], conditions })];
}

const readTable = ({ table }: Resources, { reads, queries = [], counts }: Rights) => [
  ...mayTouch('dynamodb:GetItem', table, reads),
  ...mayTouch('dynamodb:UpdateItem', table, counts && ['tally']),
  ...(queries.length > 0 ? [may(['dynamodb:Query'], indexArns(table, queries))] : []),
];

const writeObjects = ({ documents }: Resources, { writesUnder = [] }: Rights) =>
  writesUnder.length > 0 ? [may(['s3:PutObject'], objectsUnder(documents, writesUnder))] : [];

const readObjects = ({ documents }: Resources, { readsUnder = [] }: Rights) =>
  readsUnder.length === 0
    ? []
    : [
        may(['s3:GetObject'], objectsUnder(documents, readsUnder)),
        // Without this, S3 answers 403 instead of 404 for a missing object, and the code could not tell.
        may(['s3:ListBucket'], [documents.bucketArn]),
      ];

/** All secrets are fields of one; `secret-fields.ts` says which of them a function keeps. */
const readSecret = ({ secret }: Resources): Grant => ({
  variables: { SECRET_ARN: secret.secretArn },
  statements: [may(['secretsmanager:GetSecretValue'], [secret.secretArn])],
});

const grants: Readonly<Record<Need, (resources: Resources, rights: Rights) => Grant>> = {
  table: (resources, own) => ({
    variables: { TABLE_NAME: resources.table.tableName },
    statements: [...readTable(resources, own), ...mayTouch('dynamodb:PutItem', resources.table, own.writes)],
  }),
  'table:read': (resources, own) => ({
    variables: { TABLE_NAME: resources.table.tableName },
    statements: readTable(resources, own),
  }),
  'queue:send': ({ queue: { queue } }) => ({
    variables: { QUEUE_URL: queue.queueUrl },
    statements: [may(['sqs:SendMessage'], [queue.queueArn])],
  }),
  documents: (resources, own) => ({
    variables: { DOCUMENTS_BUCKET: resources.documents.bucketName },
    statements: [...readObjects(resources, own), ...writeObjects(resources, own)],
  }),
  'documents:print': (resources, own) => ({
    variables: { DOCUMENTS_BUCKET: resources.documents.bucketName },
    statements: writeObjects(resources, own),
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
  addresses: readSecret,
  'signing-key': readSecret,
  fingerprints: readSecret,
};

export function provide({ row, lambda, rights }: ServiceLambda, resources: Resources): void {
  for (const need of row.needs) {
    const { variables, statements } = grants[need](resources, row.rights ?? {});
    for (const [name, value] of Object.entries(variables)) lambda.addEnvironment(name, value);
    rights.addStatements(...statements);
  }
  const fields = secretFields(row);
  if (fields.length > 0) lambda.addEnvironment('SECRET_FIELDS', fields.join(','));
}

/** The rights that the event source mapping uses in the function's name. */
export const mayReceive = ({ queue }: JobsQueue): PolicyStatement =>
  may(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]);

/** The scheduler's own role, which may start this one function only. */
export function scheduleRole(name: string, { stack, functionArn }: IFunction): Role {
  const start = may(['lambda:InvokeFunction'], [functionArn]);
  return new Role(stack, `${name}-schedule-role`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: { start: new PolicyDocument({ statements: [start] }) },
  });
}
