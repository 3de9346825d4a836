/** Turns each need into a grant and an environment variable, always both. Besides, a function may only write its log. */
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
  /** If there is a sender. */
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
 * Ids begin with the kind of the item, so IAM can tell kinds apart. `ForAllValues` also holds for a request without a
 * key, but every GetItem and PutItem has one, and no role may scan the table. Queries are limited by index instead of by key: the
 * name of an index says as much as its keys. It shows only ids of jobs, and reading such a job needs its own right.
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
          // Each index by its name, so that no grant says `index/*`.
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
        // Without this, S3 answers 403 instead of 404 for a missing object, and the code could not tell.
        may(['s3:ListBucket'], [data.bucketArn]),
      ];

function readSecrets({ handlers }: LambdaRow, { data: { secrets } }: Resources): Grant {
  const names = [...new Set(handlers.flatMap(secretsReadBy))];
  // The variables that name a secret, and the fields of it that a function keeps.
  const secretVariables: Readonly<Record<SecretName, readonly [arn: string, fields?: string]>> = {
    seed: ['SECRET_ARN', 'SECRET_FIELDS'],
    // It has one field.
    fingerprints: ['FINGERPRINTS_ARN'],
    issued: ['ISSUED_KEYS_ARN', 'ISSUED_KEYS_FIELDS'],
  };
  const variables = names.flatMap((name) => {
    const [arn, kept] = secretVariables[name];
    const variables = [[arn, secrets[name].name]];
    const fields = new Set(handlers.flatMap((row) => secretFields(row)[name]));
    return kept === undefined || fields.size === 0 ? variables : [...variables, [kept, [...fields].join(',')]];
  });
  return {
    variables: Object.fromEntries(variables),
    statements: names.map((name) => may(['secretsmanager:GetSecretValue'], [secrets[name].arn])),
  };
}

/** It counts the caller, lists an empty prefix, and looks at a queue. */
function checkSelf({ data, queues: { of } }: Resources): Grant {
  const lists = new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [data.bucketArn],
    conditions: { StringEquals: { 's3:prefix': 'health/' } },
  });
  return {
    variables: { TABLE_NAME: data.tableName, DOCUMENTS_BUCKET: data.bucketName, QUEUE_URL: of.jobs.queueUrl },
    statements: [
      ...mayTouch('dynamodb:UpdateItem', data, ['tally']),
      lists,
      may(['sqs:GetQueueAttributes'], [of.jobs.queueArn]),
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
    'queue:send': ({ queues: { of } }) => ({
      variables: { QUEUE_URL: of.jobs.queueUrl },
      statements: [may(['sqs:SendMessage'], [of.jobs.queueArn])],
    }),
    'outboxes:send': ({ queues: { of } }) => ({
      variables: { WEBHOOKS_QUEUE_URL: of.webhooks.queueUrl, EMAILS_QUEUE_URL: of.emails.queueUrl },
      statements: [may(['sqs:SendMessage'], [of.webhooks.queueArn, of.emails.queueArn])],
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
      if (renderer === undefined)
        throw new Error('a function needs render, and the manifest has no function to invoke');
      const { lambda, entry } = renderer;
      // While versions take turns, the older calls the older.
      const mayCall = entry === lambda ? lambda.functionArn : `${lambda.functionArn}:*`;
      return {
        variables: { RENDER_FUNCTION: entry.functionName },
        statements: [may(['lambda:InvokeFunction'], [mayCall])],
      };
    },
    // `lambda-rows.ts` says which secrets these bring.
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
