/** The variables and permissions that each need of a manifest row means on AWS. */
import type { FunctionRow, Need, Rights } from '../../../functions/manifest.ts';

const objects = (action: string, prefixes: readonly string[] = []) =>
  prefixes.map((prefix) => `s3:${action} on Documents/${prefix}/*`);
const items = (action: string, kinds: readonly string[] = []) =>
  kinds.length === 0 ? [] : [`dynamodb:${action} on Table of ${kinds.map((kind) => `${kind}_*`).join(', ')}`];
const tableReads = ({ reads, queries = [], counts }: Rights) => [
  ...items('GetItem', reads),
  ...items('UpdateItem', counts && ['tally']),
  ...queries.map((name) => `dynamodb:Query on Table/index/${name}`),
];

const readsSecret = (name: string, ...variables: readonly string[]) => ({
  variables,
  rights: () => [`secretsmanager:GetSecretValue on ${name}`],
});
const readsIssued = readsSecret('IssuedKeys', 'ISSUED_KEYS_ARN', 'ISSUED_KEYS_FIELDS');

interface NeedOnAws {
  readonly variables: readonly string[];
  rights(row: Rights): readonly string[];
}

/** Each need's variables, and its permissions, which are limited by `rights` of the function's row. */
export const meanings: Readonly<Record<Need, NeedOnAws>> = {
  table: {
    variables: ['TABLE_NAME'],
    rights: (row) => [...tableReads(row), ...items('PutItem', row.writes), ...items('UpdateItem', row.adds)],
  },
  'table:read': { variables: ['TABLE_NAME'], rights: tableReads },
  'queue:send': { variables: ['QUEUE_URL'], rights: () => ['sqs:SendMessage on Jobs'] },
  'outboxes:send': {
    variables: ['WEBHOOKS_QUEUE_URL', 'EMAILS_QUEUE_URL'],
    rights: () => ['sqs:SendMessage on Webhooks', 'sqs:SendMessage on Emails'],
  },
  // `emails.test.ts` checks the senders.
  email: {
    variables: ['EMAIL_CONFIGURATION_SET'],
    rights: () =>
      ['identity/*', 'configuration-set/AWS::StackName-emails'].map(
        (name) => `ses:SendEmail on arn:AWS::Partition:ses:AWS::Region:AWS::AccountId:${name}`,
      ),
  },
  // Every function has network access; this need only adds the adapter.
  receivers: { variables: [], rights: () => [] },
  documents: {
    variables: ['DOCUMENTS_BUCKET'],
    rights: ({ readsUnder = [], writesUnder, deletesUnder }) => [
      ...objects('GetObject', readsUnder),
      ...(readsUnder.length > 0 ? ['s3:ListBucket on Documents'] : []),
      ...objects('PutObject', writesUnder),
      ...objects('DeleteObject', deletesUnder),
    ],
  },
  'documents:print': { variables: ['DOCUMENTS_BUCKET'], rights: () => objects('PutObject', ['unpaid']) },
  render: { variables: ['RENDER_FUNCTION'], rights: () => ['lambda:InvokeFunction on render'] },
  'signing-key': readsSecret('Secret', 'SECRET_ARN', 'SECRET_FIELDS'),
  fingerprints: readsSecret('Fingerprints', 'FINGERPRINTS_ARN'),
  partners: readsIssued,
  payments: readsIssued,
  addresses: readsIssued,
  'self-check': {
    variables: ['TABLE_NAME', 'DOCUMENTS_BUCKET', 'QUEUE_URL', 'ISSUED_KEYS_ARN'],
    rights: () => [
      ...items('UpdateItem', ['tally']),
      's3:ListBucket on Documents',
      'sqs:GetQueueAttributes on Jobs',
      ...readsIssued.rights(),
    ],
  },
};

/** The permissions that one row needs, without those of other rows in the same function. */
export const neededBy = ({ needs, rights = {} }: Pick<FunctionRow, 'needs' | 'rights'>): string[] =>
  needs.flatMap((need) => meanings[need].rights(rights));
