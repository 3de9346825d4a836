/** Turns each need into its permissions and environment variables. Apart from them, a function may only write its log. */
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { DocumentPrefix, Need, Rights } from '../../../functions/manifest.ts';
import { type LambdaRow, type SecretName, secretFields, secretsReadBy } from '../lambda-rows.ts';
import type { Data } from './data.ts';
import type { EmailResources } from './emails.ts';
import type { ServiceLambda } from './lambda.ts';
import type { Queues } from './queue.ts';

export interface Resources {
  readonly data: Data;
  readonly queues: Queues;
  readonly renderer: ServiceLambda | undefined;
  /** Set if the stage sends emails. */
  readonly emails: EmailResources | undefined;
}

interface Grant {
  readonly variables: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
}

/** A list, which is empty if there are no resources. */
const may = (action: string, resources: readonly string[]): PolicyStatement[] =>
  resources.length > 0 ? [new PolicyStatement({ actions: [action], resources: [...resources] })] : [];

const objectsUnder = ({ bucketArn }: Data, prefixes: readonly DocumentPrefix[] = []): string[] =>
  prefixes.map((prefix) => `${bucketArn}/${prefix}/*`);

/**
 * An id begins with the kind of its item, so IAM can tell kinds apart. `ForAllValues` also matches a request without a key,
 * but every GetItem and PutItem has one, and no role may scan the table. Queries are limited by index instead: an index
 * shows only ids of jobs, and reading such a job needs its own permission.
 */
function mayTouch(action: string, { tableArn }: Data, kinds: readonly string[] = []): PolicyStatement[] {
  if (kinds.length === 0) return [];
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}_*`) } };
  return [new PolicyStatement({ actions: [action], resources: [tableArn], conditions })];
}

function readTable({ data }: Resources, { reads, queries = [], counts }: Rights): PolicyStatement[] {
  // By name, so that no function may query all indexes.
  const indexes = queries.map((name) => `${data.tableArn}/index/${name}`);
  return [
    ...mayTouch('dynamodb:GetItem', data, reads),
    ...mayTouch('dynamodb:UpdateItem', data, counts && ['tally']),
    ...may('dynamodb:Query', indexes),
  ];
}

function readObjects({ data }: Resources, { readsUnder = [] }: Rights): PolicyStatement[] {
  // Without ListBucket, S3 responds with 403 instead of 404 for a missing object.
  const listed = readsUnder.length > 0 ? [data.bucketArn] : [];
  return [...may('s3:GetObject', objectsUnder(data, readsUnder)), ...may('s3:ListBucket', listed)];
}

function readSecrets({ handlers }: LambdaRow, { data: { secrets } }: Resources): Grant {
  const names = [...new Set(handlers.flatMap(secretsReadBy))];
  // The variables for a secret's name, which Secrets Manager accepts as an ARN, and for the fields that a function uses.
  const secretVariables: Readonly<Record<SecretName, readonly [name: string, fields?: string]>> = {
    seed: ['SECRET_ARN', 'SECRET_FIELDS'],
    // This secret has only one field.
    fingerprints: ['FINGERPRINTS_ARN'],
    issued: ['ISSUED_KEYS_ARN', 'ISSUED_KEYS_FIELDS'],
  };
  const variables = names.flatMap((name) => {
    const [nameVariable, fieldsVariable] = secretVariables[name];
    const fields = new Set(handlers.flatMap((row) => secretFields(row)[name]));
    const hasFields = fieldsVariable !== undefined && fields.size > 0;
    return [[nameVariable, secrets[name].name], ...(hasFields ? [[fieldsVariable, [...fields].join(',')]] : [])];
  });
  return {
    variables: Object.fromEntries(variables),
    statements: names.flatMap((name) => may('secretsmanager:GetSecretValue', [secrets[name].arn])),
  };
}

/** The health check counts the caller, lists an empty prefix, and reads the attributes of a queue. */
function checkSelf({ data, queues: { byName } }: Resources): Grant {
  const lists = new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [data.bucketArn],
    conditions: { StringEquals: { 's3:prefix': 'health/' } },
  });
  return {
    variables: { TABLE_NAME: data.tableName, DOCUMENTS_BUCKET: data.bucketName, QUEUE_URL: byName.jobs.queueUrl },
    statements: [
      ...mayTouch('dynamodb:UpdateItem', data, ['tally']),
      lists,
      ...may('sqs:GetQueueAttributes', [byName.jobs.queueArn]),
    ],
  };
}

const nothing: Grant = { variables: {}, statements: [] };

export function provide({ row, lambda, rights: policy }: ServiceLambda, resources: Resources): void {
  const { data, queues, emails, renderer } = resources;
  const { jobs, webhooks, emails: emailsQueue } = queues.byName;
  const { rights } = row;
  const tableVariables = { TABLE_NAME: data.tableName };
  const bucketVariables = { DOCUMENTS_BUCKET: data.bucketName };
  const grants: Readonly<Record<Need, () => Grant>> = {
    table: () => ({
      variables: tableVariables,
      statements: [
        ...readTable(resources, rights),
        ...mayTouch('dynamodb:PutItem', data, rights.writes),
        ...mayTouch('dynamodb:UpdateItem', data, rights.adds),
      ],
    }),
    'table:read': () => ({ variables: tableVariables, statements: readTable(resources, rights) }),
    'queue:send': () => ({
      variables: { QUEUE_URL: jobs.queueUrl },
      statements: may('sqs:SendMessage', [jobs.queueArn]),
    }),
    'outboxes:send': () => ({
      variables: { WEBHOOKS_QUEUE_URL: webhooks.queueUrl, EMAILS_QUEUE_URL: emailsQueue.queueUrl },
      statements: may('sqs:SendMessage', [webhooks.queueArn, emailsQueue.queueArn]),
    }),
    receivers: () => nothing,
    email: () => (emails ? { variables: emails.variables, statements: [emails.maySend] } : nothing),
    documents: () => ({
      variables: bucketVariables,
      statements: [
        ...readObjects(resources, rights),
        ...may('s3:PutObject', objectsUnder(data, rights.writesUnder)),
        ...may('s3:DeleteObject', objectsUnder(data, rights.deletesUnder)),
      ],
    }),
    'documents:print': () => ({
      variables: bucketVariables,
      statements: may('s3:PutObject', objectsUnder(data, rights.writesUnder)),
    }),
    render: () => {
      if (renderer === undefined) throw new Error('a function needs render, but the manifest has no renderer');
      const { functionArn } = renderer.lambda;
      // While two versions run, each calls the renderer that was deployed with it.
      const mayCall = renderer.entry === renderer.lambda ? functionArn : `${functionArn}:*`;
      return {
        variables: { RENDER_FUNCTION: renderer.entry.functionName },
        statements: may('lambda:InvokeFunction', [mayCall]),
      };
    },
    // These need only secrets: see `lambda-rows.ts`.
    partners: () => nothing,
    payments: () => nothing,
    addresses: () => nothing,
    'signing-key': () => nothing,
    fingerprints: () => nothing,
    'self-check': () => checkSelf(resources),
  };
  const granted = row.needs.map((need) => grants[need]());
  for (const { variables, statements } of [...granted, readSecrets(row, resources)]) {
    for (const [name, value] of Object.entries(variables)) lambda.addEnvironment(name, value);
    policy.addStatements(...statements);
  }
}
