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

/** Returns no statement if there are no resources. */
const allow = (action: string, resources: readonly string[]): PolicyStatement[] =>
  resources.length > 0 ? [new PolicyStatement({ actions: [action], resources: [...resources] })] : [];

const objectsUnder = ({ bucketArn }: Data, prefixes: readonly DocumentPrefix[] = []): string[] =>
  prefixes.map((prefix) => `${bucketArn}/${prefix}/*`);

/**
 * An id begins with the kind of its item, so IAM can tell kinds apart. `ForAllValues` also matches a request without a key,
 * but every request here has a key, and no role may scan the table. Queries are limited by index instead: an index
 * shows only ids of jobs, and reading such a job needs its own permission.
 */
function allowItems(action: string, { tableArn }: Data, kinds: readonly string[] = []): PolicyStatement[] {
  if (kinds.length === 0) return [];
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}_*`) } };
  return [new PolicyStatement({ actions: [action], resources: [tableArn], conditions })];
}

function allowTableReads({ data }: Resources, { reads, queries = [], counts }: Rights): PolicyStatement[] {
  // Each index by name, so that no function may query all of them.
  const indexes = queries.map((name) => `${data.tableArn}/index/${name}`);
  return [
    ...allowItems('dynamodb:GetItem', data, reads),
    ...allowItems('dynamodb:UpdateItem', data, counts && ['tally']),
    ...allow('dynamodb:Query', indexes),
  ];
}

function allowObjectReads({ data }: Resources, { readsUnder = [] }: Rights): PolicyStatement[] {
  // Without ListBucket, S3 responds with 403 instead of 404 for a missing object.
  const listedBuckets = readsUnder.length > 0 ? [data.bucketArn] : [];
  return [...allow('s3:GetObject', objectsUnder(data, readsUnder)), ...allow('s3:ListBucket', listedBuckets)];
}

function grantSecrets({ handlers }: LambdaRow, { data: { secrets } }: Resources): Grant {
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
    statements: names.flatMap((name) => allow('secretsmanager:GetSecretValue', [secrets[name].arn])),
  };
}

/** The health check counts the caller, lists an empty prefix, and reads the attributes of a queue. */
function grantSelfCheck({ data, queues: { byName } }: Resources): Grant {
  const lists = new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [data.bucketArn],
    conditions: { StringEquals: { 's3:prefix': 'health/' } },
  });
  return {
    variables: { TABLE_NAME: data.tableName, DOCUMENTS_BUCKET: data.bucketName, QUEUE_URL: byName.jobs.queueUrl },
    statements: [
      ...allowItems('dynamodb:UpdateItem', data, ['tally']),
      lists,
      ...allow('sqs:GetQueueAttributes', [byName.jobs.queueArn]),
    ],
  };
}

const nothing: Grant = { variables: {}, statements: [] };

export function grantNeeds({ row, lambda, rights: policy }: ServiceLambda, resources: Resources): void {
  const { data, queues, emails, renderer } = resources;
  const { jobs, webhooks, emails: emailsQueue } = queues.byName;
  const { rights } = row;
  const tableVariables = { TABLE_NAME: data.tableName };
  const bucketVariables = { DOCUMENTS_BUCKET: data.bucketName };
  const grants: Readonly<Record<Need, () => Grant>> = {
    table: () => ({
      variables: tableVariables,
      statements: [
        ...allowTableReads(resources, rights),
        ...allowItems('dynamodb:PutItem', data, rights.writes),
        ...allowItems('dynamodb:UpdateItem', data, rights.adds),
      ],
    }),
    'table:read': () => ({ variables: tableVariables, statements: allowTableReads(resources, rights) }),
    'queue:send': () => ({
      variables: { QUEUE_URL: jobs.queueUrl },
      statements: allow('sqs:SendMessage', [jobs.queueArn]),
    }),
    'outboxes:send': () => ({
      variables: { WEBHOOKS_QUEUE_URL: webhooks.queueUrl, EMAILS_QUEUE_URL: emailsQueue.queueUrl },
      statements: allow('sqs:SendMessage', [webhooks.queueArn, emailsQueue.queueArn]),
    }),
    receivers: () => nothing,
    email: () => (emails ? { variables: emails.variables, statements: [emails.maySend] } : nothing),
    documents: () => ({
      variables: bucketVariables,
      statements: [
        ...allowObjectReads(resources, rights),
        ...allow('s3:PutObject', objectsUnder(data, rights.writesUnder)),
        ...allow('s3:DeleteObject', objectsUnder(data, rights.deletesUnder)),
      ],
    }),
    'documents:print': () => ({
      variables: bucketVariables,
      statements: allow('s3:PutObject', objectsUnder(data, rights.writesUnder)),
    }),
    render: () => {
      if (renderer === undefined) throw new Error('a function needs render, but the manifest has no renderer');
      const { functionArn } = renderer.lambda;
      // While two versions run, each calls the renderer that was deployed with it.
      const callableArn = renderer.entry === renderer.lambda ? functionArn : `${functionArn}:*`;
      return {
        variables: { RENDER_FUNCTION: renderer.entry.functionName },
        statements: allow('lambda:InvokeFunction', [callableArn]),
      };
    },
    // These need only secrets: see `lambda-rows.ts`.
    partners: () => nothing,
    payments: () => nothing,
    addresses: () => nothing,
    'signing-key': () => nothing,
    fingerprints: () => nothing,
    'self-check': () => grantSelfCheck(resources),
  };
  const granted = row.needs.map((need) => grants[need]());
  for (const { variables, statements } of [...granted, grantSecrets(row, resources)]) {
    for (const [name, value] of Object.entries(variables)) lambda.addEnvironment(name, value);
    policy.addStatements(...statements);
  }
}
