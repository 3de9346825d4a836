/** The stack compared with the manifest: every function with its row, every grant with its need. */

import { manifest, type QueueName, type Rights } from '../../functions/manifest.ts';
import { keptDays } from '../../lib/cloud/stack/documents.ts';
import { tableDefinition as definition } from '../../lib/table.ts';
import {
  callTimeoutMs,
  registerTimeoutMs,
  submitLeaseMs,
  submitTimeoutMs,
  tellingLeaseMs,
  tellingTimeoutMs,
} from '../../shared/core/retry.ts';
import { fitnessLimits } from '../../shared/rendering/fax/fitness.ts';
import { inspectLimits } from '../../shared/rendering/pdf/inspect-pdf.ts';
import { previewLimits } from '../../shared/rendering/pdf/preview.ts';
import { grantedTo, policiesIn } from '../support/cloud/granted.ts';
import { flags, type Resource, synthesized } from '../support/cloud/synthesized.ts';

const template = synthesized();

const resources = (type: string): [string, Resource][] =>
  Object.entries(template.Resources).filter(([, { Type }]) => Type === type);

const only = (type: string): Resource['Properties'] => {
  const [first, ...others] = resources(type);
  expect(others).toEqual([]);
  return first?.[1].Properties;
};

const functionOf = (name: string): readonly [string, Resource['Properties']] => {
  const found = resources('AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties.Description === `print-and-mail ${name}`,
  );
  expect(found).toHaveLength(1);
  const [id, { Properties }] = found[0] as [string, Resource];
  return [id, Properties];
};

const resourceOf = (queue: QueueName) => `${queue.charAt(0).toUpperCase()}${queue.slice(1)}`;

const queueOf = (name: QueueName): Resource['Properties'] =>
  resources('AWS::SQS::Queue').find(([id]) => id.startsWith(resourceOf(name)))?.[1].Properties;

const mappingOf = (name: string): Resource['Properties'] =>
  resources('AWS::Lambda::EventSourceMapping').find(
    ([, { Properties }]) =>
      Properties.FunctionName['Fn::GetAtt']?.[0] === functionOf(name)[0] ||
      Properties.FunctionName.Ref === functionOf(name)[0],
  )?.[1].Properties;

const rightsOf = (name: string) => grantedTo(template, name);

const objects = (action: string, prefixes: readonly string[] = []) =>
  prefixes.map((prefix) => `s3:${action} on Documents/${prefix}/*`);
const items = (action: string, kinds: readonly string[] = []) =>
  kinds.length === 0 ? [] : [`dynamodb:${action} on Table of ${kinds.map((kind) => `${kind}_*`).join(', ')}`];
const tableReads = ({ reads, queries = [], counts }: Rights) => [
  ...items('GetItem', reads),
  ...items('UpdateItem', counts && ['tally']),
  ...queries.map((name) => `dynamodb:Query on Table/index/${name}`),
  ...queries
    .filter((name) => name === 'due' || name === 'waiting')
    .map((name) => `dynamodb:Scan on Table/index/${name}`),
];

const readsSecret = { variables: ['SECRET_ARN'], rights: () => ['secretsmanager:GetSecretValue on Secret'] };

interface Meaning {
  readonly variables: readonly string[];
  rights(own: Rights): readonly string[];
}

/** Each need on AWS: its rights, limited by the function's own row, and its variables. */
const meanings: Readonly<Record<string, Meaning>> = {
  table: { variables: ['TABLE_NAME'], rights: (own) => [...tableReads(own), ...items('PutItem', own.writes)] },
  'table:read': { variables: ['TABLE_NAME'], rights: tableReads },
  'queue:send': { variables: ['QUEUE_URL'], rights: () => ['sqs:SendMessage on Jobs'] },
  'outboxes:send': {
    variables: ['WEBHOOKS_QUEUE_URL', 'EMAILS_QUEUE_URL'],
    rights: () => ['sqs:SendMessage on Webhooks', 'sqs:SendMessage on Emails'],
  },
  // `emails.test.ts` says from whom.
  email: {
    variables: ['EMAIL_CONFIGURATION_SET'],
    rights: () =>
      ['identity/undefined', 'identity/EmailFrom', 'configuration-set/AWS::StackName-emails'].map(
        (name) => `ses:SendEmail on arn:AWS::Partition:ses:undefined:AWS::AccountId:${name}`,
      ),
  },
  // The network is open to every function; this need brings the adapter alone.
  receivers: { variables: [], rights: () => [] },
  documents: {
    variables: ['DOCUMENTS_BUCKET'],
    rights: ({ readsUnder = [], writesUnder }) => [
      ...objects('GetObject', readsUnder),
      ...(readsUnder.length > 0 ? ['s3:ListBucket on Documents'] : []),
      ...objects('PutObject', writesUnder),
    ],
  },
  'documents:print': { variables: ['DOCUMENTS_BUCKET'], rights: () => objects('PutObject', ['unpaid']) },
  render: { variables: ['RENDER_FUNCTION'], rights: () => ['lambda:InvokeFunction on render'] },
  'signing-key': readsSecret,
  fingerprints: readsSecret,
  partners: readsSecret,
  payments: readsSecret,
  addresses: readsSecret,
  'self-check': {
    variables: ['TABLE_NAME', 'DOCUMENTS_BUCKET', 'QUEUE_URL', 'SECRET_ARN'],
    rights: () => [
      ...items('UpdateItem', ['tally']),
      's3:ListBucket on Documents',
      'sqs:GetQueueAttributes on Jobs',
      ...readsSecret.rights(),
    ],
  },
};

/** The rows whose handlers let a child process read or draw PDFs. The browser is no child of that kind. */
const readingPdfs = ['quote-letter', 'quote-fax', 'order-form', 'mcp', 'show-preview', 'render'];

test.each(readingPdfs)('%s has room for a child that reads PDFs at its limit, beside its own memory', (name) => {
  const mostOfChild = Math.max(...[inspectLimits, previewLimits, fitnessLimits].map(({ memoryBytes }) => memoryBytes));
  const own = 400_000_000;
  expect((manifest.find((row) => row.name === name)?.memoryMb ?? 0) * 1_048_576).toBeGreaterThanOrEqual(
    mostOfChild + own,
  );
});

const alwaysGranted = (name: string) => [`logs:CreateLogStream on ${log(name)}`, `logs:PutLogEvents on ${log(name)}`];
const log = (name: string) => `${name.replaceAll('-', '')}log`;
const receiving = (queue: QueueName) =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} on ${resourceOf(queue)}`);

describe.each(manifest)('$name', ({ name, needs, rights = {}, trigger, timeoutSeconds, memoryMb }) => {
  test('is one function, with the time and the memory of its row, on Node 24', () => {
    const [, { Timeout, MemorySize, Runtime, Handler, TracingConfig, LoggingConfig }] = functionOf(name);
    expect({ Timeout, MemorySize, Runtime, Handler }).toEqual({
      ...{ Timeout: timeoutSeconds, MemorySize: memoryMb },
      ...{ Runtime: 'nodejs24.x', Handler: 'index.handler' },
    });
    expect(TracingConfig?.Mode ?? 'PassThrough').not.toBe('Active');
    expect(template.Resources[LoggingConfig.LogGroup.Ref]?.Properties.RetentionInDays).toBe(30);
  });

  test('may do what its needs say, and nothing else', () => {
    const granted = new Set(needs.flatMap((need) => meanings[need]?.rights(rights) ?? [`nothing known of ${need}`]));
    const received = 'queue' in trigger ? receiving(trigger.queue) : [];
    expect(rightsOf(name).sort()).toEqual([...granted, ...received, ...alwaysGranted(name)].sort());
  });

  test('knows where to find what it may use, and nothing else', () => {
    const [, { Environment }] = functionOf(name);
    const places = Object.keys(Environment.Variables).filter((variable) =>
      Object.values(meanings).some(({ variables }) => variables.includes(variable)),
    );
    expect(places.sort()).toEqual([...new Set(needs.flatMap((need) => meanings[need]?.variables ?? []))].sort());
  });
});

test('a function that hears of providers cannot call partners, and one that calls them cannot check their events', () => {
  const fieldsOf = (name: string): string => functionOf(name)[1].Environment.Variables.SECRET_FIELDS ?? '';
  const proofs = /WEBHOOK_SECRET|PUBLIC_KEY/;
  const keeping = manifest.filter(({ name }) => proofs.test(fieldsOf(name))).map(({ name }) => name);
  expect(keeping).toEqual(['receive-stripe-event', 'receive-postgrid-event', 'receive-telnyx-event']);
  for (const name of keeping.slice(1)) expect(fieldsOf(name)).not.toMatch(/API_KEY|KEY_SECRET/);
  expect(fieldsOf('fulfil')).toMatch(/^POSTGRID_API_KEY,.*STRIPE_SECRET_KEY$/);
});

test('there are no functions but those of the manifest, each with a role of its own', () => {
  const functions = resources('AWS::Lambda::Function');
  expect(functions).toHaveLength(manifest.length);
  expect(new Set(functions.map(([, { Properties }]) => Properties.Role['Fn::GetAtt'][0])).size).toBe(functions.length);
});

test('a row has rights exactly where it needs the table or documents, and writes only with a need to', () => {
  const narrowed = manifest.filter(({ needs }) => needs.some((need) => /^(table|documents)/.test(need)));
  const entitled = manifest.filter(({ rights = {} }) => Object.keys(rights).length > 0);
  expect(entitled).toEqual(narrowed);
  const readers = manifest.filter(({ needs }) => needs.includes('table:read'));
  expect(readers.filter(({ rights }) => rights?.writes !== undefined)).toEqual([]);
});

test('every route of the manifest leads to its function, and there is no other', () => {
  const wanted = manifest.flatMap(({ name, trigger }) =>
    'http' in trigger ? trigger.http.map((route) => `${route} → ${functionOf(name)[0]}`) : [],
  );
  const found = resources('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const integration = Properties.Target['Fn::Join'][1][1].Ref;
    const { IntegrationUri, PayloadFormatVersion } = template.Resources[integration]?.Properties ?? {};
    expect(PayloadFormatVersion).toBe('2.0');
    return `${Properties.RouteKey} → ${IntegrationUri['Fn::GetAtt'][0]}`;
  });
  expect(found.sort()).toEqual(wanted.sort());
});

test('the API may start the functions behind its routes, by one role, and nothing else', () => {
  const behind = manifest.filter(({ trigger }) => 'http' in trigger).map(({ name }) => functionOf(name)[0]);
  const [[id, role]] = resources('AWS::IAM::Role').filter(([at]) => at.startsWith('ApiRole')) as [[string, Resource]];
  expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
    expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } }),
  ]);
  const statements = policiesIn(role).flatMap(({ Statement }) => Statement);
  expect(new Set(statements.flatMap(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
  const started = statements.flatMap(({ Resource: each }) => [each].flat()) as { 'Fn::GetAtt': string[] }[];
  expect(started.map((each) => each['Fn::GetAtt'][0]).sort()).toEqual(behind.sort());
  for (const [, { Properties }] of resources('AWS::ApiGatewayV2::Integration'))
    expect(Properties.CredentialsArn).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
});

test.each(flags)('CloudFormation’s 500 resources leave room for more: %j', (asked) => {
  expect(Object.keys(synthesized(asked).Resources).length).toBeLessThan(490);
});

test('a message that is set aside keeps its first date, and still waits for a person for ten days', () => {
  const queues = resources('AWS::SQS::Queue').map(([id, { Properties }]) => [
    id,
    Properties.MessageRetentionPeriod / 86_400,
  ]);
  const [dead, others] = [
    queues.filter(([id]) => `${id}`.startsWith('Dead')),
    queues.filter(([id]) => !`${id}`.startsWith('Dead')),
  ];
  expect(dead.map(([, days]) => days)).toEqual([14]);
  expect(others.map(([, days]) => days)).toEqual([4, 4, 4]);
});

test('every queue refuses what comes in clear', () => {
  const { PolicyDocument, Queues } = only('AWS::SQS::QueuePolicy');
  const all = resources('AWS::SQS::Queue').map(([id]) => id);
  expect(Queues.map(({ Ref }: { Ref: string }) => Ref).sort()).toEqual(all.sort());
  const [{ Effect, Action, Principal, Condition, Resource: arns }] = PolicyDocument.Statement;
  expect({ Effect, Action, Principal, Condition }).toEqual({
    ...{ Effect: 'Deny', Action: 'sqs:*', Principal: { AWS: '*' } },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });
  expect(arns.map((arn: { 'Fn::GetAtt': string[] }) => arn['Fn::GetAtt'][0]).sort()).toEqual(all.sort());
});

test('a function with an address of its own may be called by everybody through it, and in no other way', () => {
  const { name } = manifest.find(({ trigger }) => 'functionUrl' in trigger) ?? { name: '' };
  const [id] = functionOf(name);
  expect(only('AWS::Lambda::Url').AuthType).toBe('NONE');
  const permissions = resources('AWS::Lambda::Permission')
    .map(([, { Properties }]) => Properties)
    .filter(({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === id);
  expect(permissions).toEqual([
    expect.objectContaining({ Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' }),
    expect.objectContaining({ Action: 'lambda:InvokeFunction', Principal: '*', InvokedViaFunctionUrl: true }),
  ]);
});

/** Batches at a time, if the parameter of the queue gives no other number. */
function mostOf(name: string): number {
  const [condition, given, otherwise] = mappingOf(name).ScalingConfig.MaximumConcurrency['Fn::If'];
  expect(condition).toBe(`Has${given.Ref}`);
  expect(given.Ref).toMatch(/^(Job|Webhook|Email)Batches$/);
  return otherwise;
}

describe.each(manifest.flatMap((row) => ('queue' in row.trigger ? [{ ...row, ...row.trigger }] : [])))(
  'the queue of $queue',
  ({ name, queue, batchSize, timeoutSeconds }) => {
    const { VisibilityTimeout, RedrivePolicy } = queueOf(queue);

    test('gives a batch time, takes failures back one by one, and sets aside what fails too often', () => {
      expect(mappingOf(name)).toMatchObject({
        BatchSize: batchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      expect(mostOf(name)).toBeGreaterThanOrEqual(2);
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeoutSeconds);
      expect(RedrivePolicy.maxReceiveCount).toBe(5);
      expect(RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]).toMatch(/^DeadLetters/);
    });
  },
);

test('recipients that hang leave others a part of the 10 functions that a new account runs at a time', () => {
  const telling = manifest.filter(({ trigger }) => 'queue' in trigger && trigger.queue !== 'jobs');
  const most = telling.map(({ name }) => mostOf(name));
  expect(most).not.toEqual([]);
  expect(most.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(6);
});

test('an attempt to tell an event, and the question before it, end before their claim, and a claim before its function', () => {
  const { timeoutSeconds = 0 } = manifest.find(({ name }) => name === 'send-webhooks') ?? {};
  expect(2 * tellingTimeoutMs).toBeLessThan(tellingLeaseMs);
  expect(tellingLeaseMs).toBeLessThan(timeoutSeconds * 1_000);
});

test('who talks to receivers holds the key that signs, and no key of a partner or a provider', () => {
  expect(functionOf('send-webhooks')[1].Environment.Variables.SECRET_FIELDS).toBe('RECEIPT_SIGNING_KEY');
});

describe.each([0.1, 1, 60, 3_600])('with %s seconds between retries', (seconds) => {
  const limits = [
    callTimeoutMs,
    // A look-up, then the order itself.
    callTimeoutMs + submitTimeoutMs(seconds * 1_000),
    submitLeaseMs(seconds * 1_000),
    (manifest.find(({ name }) => name === 'fulfil')?.timeoutSeconds ?? 0) * 1_000,
  ];

  test('calls end before their claim, and a claim before its function; the queue waits six times as long', () => {
    expect(limits).toEqual([...new Set(limits)].sort((one, other) => one - other));
    expect(queueOf('jobs').VisibilityTimeout * 1_000).toBeGreaterThanOrEqual(6 * (limits.at(-1) ?? 0));
  });
});

test('a new order gets a minute in every service, and a bank account as long as its caller waits', () => {
  expect([0.2, 1.2, 60].map((seconds) => submitTimeoutMs(seconds * 1_000))).toEqual([10_000, 60_000, 60_000]);
  for (const { needs, rights, timeoutSeconds } of manifest)
    if (needs.includes('partners') && rights?.writes?.includes('bank'))
      expect(timeoutSeconds * 1_000).toBeGreaterThan(registerTimeoutMs + 5_000);
});

test('scheduled functions run as often as their rows say', () => {
  const found = resources('AWS::Scheduler::Schedule').map(([, { Properties }]) => [
    Properties.Target.Arn['Fn::GetAtt'][0],
    Properties.ScheduleExpression,
  ]);
  const wanted = { reconcile: 'rate(1 minute)', audit: 'cron(0/15 3-23 * * ? *)' };
  expect(found).toEqual(Object.entries(wanted).map(([name, rate]) => [functionOf(name)[0], rate]));
});

test('a scheduled run that fails is not repeated, by the scheduler or by Lambda', () => {
  const policies = [
    ...resources('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties.Target.RetryPolicy),
    ...resources('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties),
  ];
  expect(policies.map(({ MaximumRetryAttempts }) => MaximumRetryAttempts)).toEqual([0, 0, 0, 0]);
});

test('the scheduler takes its roles for schedules of this account only', () => {
  const statements = resources('AWS::IAM::Role')
    .flatMap(([, { Properties }]) => Properties.AssumeRolePolicyDocument.Statement)
    .filter(({ Principal }) => Principal.Service === 'scheduler.amazonaws.com');
  expect(statements.map(({ Condition }) => Condition)).toEqual(
    Array(2).fill({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } }),
  );
});

test('only what prints runs on x86_64, with room for a browser and no setting of the service', () => {
  const architectures = manifest.map(({ name }) => [name, functionOf(name)[1].Architectures[0]]);
  expect(architectures.filter(([, architecture]) => architecture !== 'arm64')).toEqual([['render', 'x86_64']]);
  const [, { EphemeralStorage, MemorySize, Environment }] = functionOf('render');
  expect({ ...EphemeralStorage, MemorySize }).toEqual({ Size: 1024, MemorySize: 2048 });
  expect(Object.keys(Environment.Variables).sort()).toEqual(['DOCUMENTS_BUCKET']);
});

test('an operator may reserve concurrency for what strangers must not starve; by default nothing is reserved', () => {
  const reserved = manifest.flatMap(({ name }) => {
    const { ReservedConcurrentExecutions: value } = functionOf(name)[1];
    return value === undefined ? [] : [[name, value['Fn::If']]];
  });
  const by = (parameter: string) => [`Has${parameter}`, { Ref: parameter }, { Ref: 'AWS::NoValue' }];
  expect(Object.fromEntries(reserved)).toEqual({
    ...Object.fromEntries(
      ['stripe', 'postgrid', 'telnyx'].map((of) => [`receive-${of}-event`, by('WebhookConcurrency')]),
    ),
    ...{ mcp: by('McpConcurrency'), fulfil: by('FulfilConcurrency'), render: by('RenderConcurrency') },
    // What finds paid jobs has its one place wherever they have theirs.
    reconcile: ['HasFulfilConcurrency', 1, { Ref: 'AWS::NoValue' }],
  });
});

test('the table is the one of lib/table.ts, paid by the request, restorable, forgetting', () => {
  const table = only('AWS::DynamoDB::Table');
  expect(table).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: definition.partitionKey, KeyType: 'HASH' }],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    TimeToLiveSpecification: { AttributeName: definition.ttl, Enabled: true },
  });
  expect(table.GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => IndexName)).toEqual(
    definition.indexes.map(({ name }) => name),
  );
});

test('pages may put and post files into the bucket, and read nothing of it', () => {
  const { CorsConfiguration } = only('AWS::S3::Bucket');
  expect(CorsConfiguration.CorsRules).toMatchObject([{ AllowedMethods: ['PUT', 'POST'], AllowedOrigins: ['*'] }]);
});

test('the function that signs for uploads may write them, and read no document at all', () => {
  const rights = grantedTo(template, 'request-upload').filter((right) => right.startsWith('s3:'));
  expect(rights).toEqual(['s3:PutObject on Documents/uploads/*']);
});

test('the health check may list a prefix of the documents under which there is nothing, and no other', () => {
  const [, { Role }] = functionOf('health');
  const statements = policiesIn(template.Resources[Role['Fn::GetAtt'][0]]).flatMap(({ Statement }) => Statement);
  expect(statements.filter(({ Action }) => Action === 's3:ListBucket')).toMatchObject([
    { Condition: { StringEquals: { 's3:prefix': 'health/' } } },
  ]);
  expect(Object.keys(keptDays)).not.toContain('health');
});

test('documents are encrypted, closed to the public, reached by TLS alone, and forgotten', () => {
  const { BucketEncryption, PublicAccessBlockConfiguration, LifecycleConfiguration } = only('AWS::S3::Bucket');
  expect(BucketEncryption).toBeDefined();
  expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
  expect(JSON.stringify(only('AWS::S3::BucketPolicy'))).toContain('"aws:SecureTransport":"false"');
  const days = LifecycleConfiguration.Rules.filter(({ Prefix }: { Prefix?: string }) => Prefix).map(
    ({ Prefix, ExpirationInDays }: { Prefix: string; ExpirationInDays: number }) => [Prefix, ExpirationInDays],
  );
  expect(days).toEqual(Object.entries(keptDays).map(([prefix, kept]) => [`${prefix}/`, kept]));
  expect(keptDays).toMatchObject({ unpaid: 2, paid: 30 });
});

describe('the removal of the stack', () => {
  const data = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'];
  const policies = (of: typeof template) =>
    Object.values(of.Resources).flatMap(({ Type, DeletionPolicy }) => (data.includes(Type) ? [DeletionPolicy] : []));

  test('leaves the data', () => {
    expect(policies(template)).toEqual(Array(3).fill('RetainExceptOnCreate'));
  });

  test('takes the data where that was asked for', () => {
    expect(policies(synthesized({ keeping: 'remove' }))).toEqual(['Delete', 'Delete', 'Delete']);
  });
});

test('every alarm tells the one topic', () => {
  const [topic] = resources('AWS::SNS::Topic')
    .map(([id]) => id)
    .filter((id) => id.startsWith('Alarms'));
  const alarms = resources('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => [
    id.replace(/[0-9A-F]{8}$/, ''),
    Properties.AlarmActions,
  ]);
  for (const [, actions] of alarms) expect(actions).toEqual([{ Ref: topic }]);
  expect(alarms.map(([id]) => id)).toEqual(
    expect.arrayContaining(['deadletters', 'oldestmessage', 'api5xx', 'receivestripeevent5xx', 'fulfilerrors']),
  );
});

test('alarms may publish to their topic, those of this account only', () => {
  const [[, { Properties }]] = resources('AWS::SNS::TopicPolicy').filter(([id]) => id.startsWith('Alarms')) as [
    [string, Resource],
  ];
  expect(Properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  );
});

test('an operator is told where callers, assistants and webhooks go', () => {
  expect(Object.keys(template.Outputs).sort()).toEqual([
    ...['BaseUrl', 'DashboardName', 'DnsTarget', 'McpUrl', 'OperateFunction', 'SecretArn'],
    ...['WebhookUrlPostgrid', 'WebhookUrlStripe', 'WebhookUrlTelnyx'],
  ]);
});

test('the table cannot be deleted by a mistake, and can be restored to any second', () => {
  expect(only('AWS::DynamoDB::Table')).toMatchObject({
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
});

test('until the stack has served, nothing keeps CloudFormation from removing what a failed deployment has made', () => {
  const first = Object.values(synthesized({ isFirst: true }).Resources);
  expect(first.find(({ Type }) => Type === 'AWS::DynamoDB::Table')?.Properties).toMatchObject({
    DeletionProtectionEnabled: false,
  });
});
