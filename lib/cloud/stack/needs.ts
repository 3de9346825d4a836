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

const may = (actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

const objectsUnder = ({ bucketArn }: Data, prefixes: readonly DocumentPrefix[]): string[] =>
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

const readTable = ({ data }: Resources, { reads, queries = [], counts }: Rights) => [
  ...mayTouch('dynamodb:GetItem', data, reads),
  ...mayTouch('dynamodb:UpdateItem', data, counts && ['tally']),
  ...(queries.length > 0
    ? [
        may(
          ['dynamodb:Query'],
          // By name, so that no function may query all indexes.
          queries.map((name) => `${data.tableArn}/index/${name}`),
        ),
      ]
    : []),
];

const readObjects = ({ data }: Resources, { readsUnder = [] }: Rights) =>
  readsUnder.length === 0
    ? []
    : [
        may(['s3:GetObject'], objectsUnder(data, readsUnder)),
        // Without this, S3 responds with 403 instead of 404 for a missing object.
        may(['s3:ListBucket'], [data.bucketArn]),
      ];

function readSecrets({ handlers }: LambdaRow, { data: { secrets } }: Resources): Grant {
  const names = [...new Set(handlers.flatMap(secretsReadBy))];
  // The variables for a secret's name, which Secrets Manager accepts as an ARN, and for the fields that a function uses.
  const secretVariables: Readonly<Record<SecretName, readonly [name: string, fields?: string]>> = {
    seed: ['SECRET_ARN', 'SECRET_FIELDS'],
    // It has only one field.
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
    statements: names.map((name) => may(['secretsmanager:GetSecretValue'], [secrets[name].arn])),
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
      may(['sqs:GetQueueAttributes'], [byName.jobs.queueArn]),
    ],
  };
}

const nothing: Grant = { variables: {}, statements: [] };

export function provide({ row, lambda, rights }: ServiceLambda, resources: Resources): void {
  const writeObjects = ({ data }: Resources, { writesUnder = [] }: Rights) =>
    writesUnder.length > 0 ? [may(['s3:PutObject'], objectsUnder(data, writesUnder))] : [];
  const deleteObjects = ({ data }: Resources, { deletesUnder = [] }: Rights) =>
    deletesUnder.length > 0 ? [may(['s3:DeleteObject'], objectsUnder(data, deletesUnder))] : [];
  const grants: Readonly<Record<Need, (resources: Resources, rights: Rights) => Grant>> = {
    table: (resources, own) => ({
      variables: { TABLE_NAME: resources.data.tableName },
      statements: [
        ...readTable(resources, own),
        ...mayTouch('dynamodb:PutItem', resources.data, own.writes),
        ...mayTouch('dynamodb:UpdateItem', resources.data, own.adds),
      ],
    }),
    'table:read': (resources, own) => ({
      variables: { TABLE_NAME: resources.data.tableName },
      statements: readTable(resources, own),
    }),
    'queue:send': ({ queues: { byName } }) => ({
      variables: { QUEUE_URL: byName.jobs.queueUrl },
      statements: [may(['sqs:SendMessage'], [byName.jobs.queueArn])],
    }),
    'outboxes:send': ({ queues: { byName } }) => ({
      variables: { WEBHOOKS_QUEUE_URL: byName.webhooks.queueUrl, EMAILS_QUEUE_URL: byName.emails.queueUrl },
      statements: [may(['sqs:SendMessage'], [byName.webhooks.queueArn, byName.emails.queueArn])],
    }),
    receivers: () => nothing,
    email: ({ emails }) => (emails ? { variables: emails.variables, statements: [emails.maySend] } : nothing),
    documents: (resources, own) => ({
      variables: { DOCUMENTS_BUCKET: resources.data.bucketName },
      statements: [...readObjects(resources, own), ...writeObjects(resources, own), ...deleteObjects(resources, own)],
    }),
    'documents:print': (resources, own) => ({
      variables: { DOCUMENTS_BUCKET: resources.data.bucketName },
      statements: writeObjects(resources, own),
    }),
    render: ({ renderer }) => {
      if (renderer === undefined) throw new Error('a function needs render, but the manifest has no renderer');
      const { lambda, entry } = renderer;
      // While two versions run, each calls the renderer that was deployed with it.
      const mayCall = entry === lambda ? lambda.functionArn : `${lambda.functionArn}:*`;
      return {
        variables: { RENDER_FUNCTION: entry.functionName },
        statements: [may(['lambda:InvokeFunction'], [mayCall])],
      };
    },
    // These only need secrets: see `lambda-rows.ts`.
    partners: () => nothing,
    payments: () => nothing,
    addresses: () => nothing,
    'signing-key': () => nothing,
    fingerprints: () => nothing,
    'self-check': checkSelf,
  };
  const granted = row.needs.map((need) => grants[need](resources, row.rights));
  for (const { variables, statements } of [...granted, readSecrets(row, resources)]) {
    for (const [name, value] of Object.entries(variables)) lambda.addEnvironment(name, value);
    rights.addStatements(...statements);
  }
}
