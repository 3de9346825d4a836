/** The stacks compared with the manifest: every function with its row, every permission with its need. */
import { manifest, type QueueName } from '../../functions/manifest.ts';
import { lambdaRows, routesOf } from '../../lib/cloud/lambda-rows.ts';
import { retentionDays } from '../../lib/cloud/stack/data.ts';
import { tableDefinition as definition } from '../../lib/table.ts';
import { outboxLeaseMs, submitLeaseMs, submitTimeoutMs, timeoutsMs } from '../../shared/domain/times.ts';
import { fitnessLimits } from '../../shared/rendering/fax/fitness.ts';
import { readLimits } from '../../shared/rendering/process/read-in-child.ts';
import { grantedTo, policiesIn } from '../support/cloud/granted.ts';
import { meanings, neededBy } from '../support/cloud/meanings.ts';
import { type AssembledStack, assembled, type Resource, synthesized, usual } from '../support/cloud/synthesized.ts';

const template = synthesized();
const [data] = assembled({ file: usual }) as [AssembledStack];
const [temporary] = assembled({ file: { ...usual, temporary: true } }) as [AssembledStack];
const dataResource = (type: string): Resource['Properties'] =>
  Object.values(data.template.Resources).find(({ Type }) => Type === type)?.Properties;
const functions = lambdaRows(manifest);

const resources = (type: string): [string, Resource][] =>
  Object.entries(template.Resources).filter(([, { Type }]) => Type === type);

const onlyResource = (type: string): Resource['Properties'] => {
  const [first, ...others] = resources(type);
  expect(others).toEqual([]);
  return first?.[1].Properties;
};

const functionOf = (name: string): readonly [string, Resource['Properties']] => {
  const matches = resources('AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties.Description === `print-and-mail ${name}`,
  );
  expect(matches).toHaveLength(1);
  const [id, { Properties }] = matches[0] as [string, Resource];
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

const pdfReaders = 'quote-letter quote-fax order-form mcp show-preview show-text show-receipt render'.split(' ');

test.each(pdfReaders)('%s has enough memory for a child process that reads PDFs, at its memory limit', (name) => {
  const childBytes = Math.max(readLimits.memoryBytes, fitnessLimits.memoryBytes);
  const ownBytes = 400_000_000;
  const memoryBytes = (manifest.find((row) => row.name === name)?.memoryMb ?? 0) * 1_048_576;
  expect(memoryBytes).toBeGreaterThanOrEqual(childBytes + ownBytes);
});

const logOf = (name: string) => `${name.replaceAll('-', '')}log`;
const logRights = (name: string) =>
  ['CreateLogStream', 'PutLogEvents'].map((action) => `logs:${action} on ${logOf(name)}`);
const receiveRights = (queue: QueueName) =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} on ${resourceOf(queue)}`);

describe.each(functions)('$name', ({ name, needs, rights, triggers, timeoutSeconds, memoryMb }) => {
  test(`${name} runs on Node 24 without traces, keeps its log for 30 days, and may loop only if it reads a queue`, () => {
    const [, { Timeout, MemorySize, Runtime, TracingConfig, LoggingConfig, RecursiveLoop }] = functionOf(name);
    expect([Timeout, MemorySize, Runtime]).toEqual([timeoutSeconds, memoryMb, 'nodejs24.x']);
    expect(TracingConfig?.Mode ?? 'PassThrough').not.toBe('Active');
    expect(template.Resources[LoggingConfig.LogGroup.Ref]?.Properties.RetentionInDays).toBe(30);
    expect(RecursiveLoop).toBe(triggers.some((trigger) => 'queue' in trigger) ? 'Allow' : undefined);
  });

  test(`${name} has the permissions of its needs, and no others`, () => {
    const needed = new Set(neededBy({ needs, rights }));
    const ofQueues = triggers.flatMap((trigger) => ('queue' in trigger ? receiveRights(trigger.queue) : []));
    const ofFailures = triggers.some((trigger) => 'emailEvents' in trigger) ? ['sqs:SendMessage on DeadLetters'] : [];
    expect(rightsOf(name).sort()).toEqual([...needed, ...ofQueues, ...ofFailures, ...logRights(name)].sort());
  });

  test(`${name} has the environment variables of its needs, and no others`, () => {
    const [, { Environment }] = functionOf(name);
    const variables = Object.keys(Environment.Variables).filter((variable) =>
      Object.values(meanings).some(({ variables }) => variables.includes(variable)),
    );
    expect(variables.sort()).toEqual([...new Set(needs.flatMap((need) => meanings[need].variables))].sort());
  });
});

test('only receive-stripe-event can both call a partner and check its events, because Stripe’s client needs the key', () => {
  const fieldsOf = (name: string): string => functionOf(name)[1].Environment.Variables.ISSUED_KEYS_FIELDS ?? '';
  const withField = (field: RegExp) => functions.map(({ name }) => name).filter((name) => field.test(fieldsOf(name)));
  const receivers = withField(/WEBHOOK_SECRET|PUBLIC_KEY/);
  expect(receivers).toEqual(['receive-stripe-event', 'partner-events']);
  const callers = withField(/API_KEY|KEY_SECRET|SECRET_KEY/);
  expect(receivers.filter((name) => callers.includes(name))).toEqual(['receive-stripe-event']);
  expect(fieldsOf('fulfill')).toMatch(/^POSTGRID_API_KEY,.*STRIPE_SECRET_KEY$/);
});

test('there is one function for each row or group of the manifest, each with its own role', () => {
  const roles = resources('AWS::Lambda::Function').map(([, { Properties }]) => Properties.Role['Fn::GetAtt'][0]);
  expect(roles).toHaveLength(functions.length);
  expect(new Set(roles).size).toBe(roles.length);
});

test('exactly the rows that need the table or documents have rights, and with table:read they may not write', () => {
  const needing = manifest.filter(({ needs }) => needs.some((need) => /^(table|documents)/.test(need)));
  const withRights = manifest.filter(({ rights = {} }) => Object.keys(rights).length > 0);
  expect(withRights).toEqual(needing);
  const readers = manifest.filter(({ needs }) => needs.includes('table:read'));
  expect(readers.filter(({ rights }) => rights?.writes !== undefined)).toEqual([]);
});

test('the API has exactly the routes of the manifest, without those that $default serves, and each calls its function', () => {
  const defaultGroup = manifest.find(({ trigger }) => 'http' in trigger && trigger.http.includes('$default'))?.group;
  const expected = manifest.flatMap(({ name, group = name, trigger }) =>
    'http' in trigger
      ? trigger.http
          .filter((route) => group !== defaultGroup || route === '$default')
          .map((route) => `${route} → ${functionOf(group)[0]}`)
      : [],
  );
  const routes = resources('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const integration = Properties.Target['Fn::Join'][1][1].Ref;
    const { IntegrationUri, PayloadFormatVersion } = template.Resources[integration]?.Properties ?? {};
    expect(PayloadFormatVersion).toBe('2.0');
    return `${Properties.RouteKey} → ${IntegrationUri['Fn::GetAtt'][0]}`;
  });
  expect(routes.sort()).toEqual(expected.sort());
});

test('the API may only invoke the functions of its routes, with one role', () => {
  const behindApi = functions.filter((row) => routesOf(row).length > 0).map(({ name }) => functionOf(name)[0]);
  const [[id, role]] = resources('AWS::IAM::Role').filter(([roleId]) => roleId.startsWith('ApiRole')) as [
    [string, Resource],
  ];
  expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
    expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } }),
  ]);
  const statements = policiesIn(role).flatMap(({ Statement }) => Statement);
  expect(new Set(statements.flatMap(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
  const invocable = statements.flatMap(({ Resource: arns }) => arns) as { 'Fn::GetAtt': string[] }[];
  expect(invocable.map((arn) => arn['Fn::GetAtt'][0]).sort()).toEqual(behindApi.sort());
  for (const [, { Properties }] of resources('AWS::ApiGatewayV2::Integration'))
    expect(Properties.CredentialsArn).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
});

test('anyone may call a function with a URL, but only through the URL', () => {
  const { name } = manifest.find(({ trigger }) => 'functionUrl' in trigger) ?? { name: '' };
  const [id] = functionOf(name);
  expect(onlyResource('AWS::Lambda::Url').AuthType).toBe('NONE');
  const permissions = resources('AWS::Lambda::Permission')
    .map(([, { Properties }]) => Properties)
    .filter(({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === id);
  expect(permissions).toEqual([
    expect.objectContaining({ Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' }),
    expect.objectContaining({ Action: 'lambda:InvokeFunction', Principal: '*', InvokedViaFunctionUrl: true }),
  ]);
});

test('only credentials with permission to invoke it can call the operator’s function', () => {
  // `npm run ops` finds it by this name. No other function has a fixed name.
  const fixed = resources('AWS::Lambda::Function').filter(([, { Properties }]) => Properties.FunctionName);
  expect(fixed.map(([, { Properties }]) => Properties.FunctionName)).toEqual([
    { 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '-operate']] },
  ]);
  const callerTypes = ['Lambda::Permission', 'Lambda::Url', 'Scheduler::Schedule', 'ApiGatewayV2::Integration'];
  const callers = callerTypes.flatMap((type) => resources(`AWS::${type}`));
  expect(callers.length).toBeGreaterThan(0);
  expect(callers.filter(([, caller]) => JSON.stringify(caller).includes(`"${fixed[0]?.[0]}"`))).toEqual([]);
});

test.each(
  functions.flatMap((row) => row.triggers.flatMap((trigger) => ('queue' in trigger ? [{ ...row, ...trigger }] : []))),
)(
  'the queue of $queue gives a batch enough time, retries single messages, and has a dead-letter queue',
  ({ name, queue, batchSize, timeoutSeconds }) => {
    const { VisibilityTimeout, RedrivePolicy, MessageRetentionPeriod } = queueOf(queue);
    const { BatchSize, FunctionResponseTypes, ScalingConfig } = mappingOf(name);
    expect([BatchSize, FunctionResponseTypes]).toEqual([batchSize, ['ReportBatchItemFailures']]);
    // Even if receivers never respond, other functions can use the rest of the 10 that a new account may run.
    expect(ScalingConfig.MaximumConcurrency).toBe({ jobs: 10, webhooks: 4, emails: 2 }[queue]);
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeoutSeconds);
    const dead = RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0];
    expect([dead, RedrivePolicy.maxReceiveCount]).toEqual([expect.stringMatching(/^DeadLetters/), 5]);
    // A dead letter keeps its original date, and a person must have ten days to look at it.
    const days = (template.Resources[dead]?.Properties.MessageRetentionPeriod - MessageRetentionPeriod) / 86_400;
    expect(days).toBeGreaterThanOrEqual(10);
  },
);

test('the delivery of a webhook and the lookup of its host end before their claim, and the claim before the function', () => {
  const { timeoutSeconds = 0 } = manifest.find(({ name }) => name === 'send-webhooks') ?? {};
  expect(2 * timeoutsMs.event).toBeLessThan(outboxLeaseMs);
  expect(outboxLeaseMs).toBeLessThan(timeoutSeconds * 1_000);
});

const byName = (a: string, b: string) => a.localeCompare(b);

test('only functions that need a partner or payments can read the keys of partners and payment providers', () => {
  const reading = functions.filter(({ name }) => rightsOf(name).some((right) => right.endsWith(' on IssuedKeys')));
  const partnerNeeds = ['partners', 'payments', 'addresses', 'self-check'];
  const whyOf = ({ needs }: (typeof reading)[number]) => needs.filter((need) => partnerNeeds.includes(need)).join(', ');
  const reasons = Object.entries(Object.groupBy(reading, whyOf));
  const byReason = reasons.map(([why, rows = []]) => [why, rows.map(({ name }) => name).sort(byName)] as const);
  expect(Object.fromEntries(byReason)).toEqual({
    partners: ['delete-document', 'partner-events', 'register-bank-account', 'status'],
    payments: ['create-fax-job', 'pay', 'receive-stripe-event'],
    addresses: ['verify-address'],
    'self-check': ['health'],
    'payments, addresses': ['create-check-job', 'create-letter-job', 'order-form'],
    'partners, payments': ['audit', 'cancel-job', 'fulfill', 'operate', 'partner-forms', 'remove-bank-account'],
    'partners, payments, addresses': ['mcp'],
  });
});

test('only functions that sign receipts or events can read the seed', () => {
  const reading = functions.filter(({ name }) => rightsOf(name).some((right) => right.endsWith(' on Secret')));
  expect(reading.map(({ name }) => name).sort(byName)).toEqual(['mcp', 'receipts', 'send-webhooks']);
  for (const { needs } of reading) expect(needs).toContain('signing-key');
});

test.each([0.1, 1, 60, 3_600])(
  'with %s seconds between retries, calls end before their claim, the claim before its function, and the function well before the queue’s timeout',
  (seconds) => {
    const limits = [
      timeoutsMs.call,
      // A lookup, then the order itself.
      timeoutsMs.call + submitTimeoutMs(seconds * 1_000),
      submitLeaseMs(seconds * 1_000),
      (manifest.find(({ name }) => name === 'fulfill')?.timeoutSeconds ?? 0) * 1_000,
    ];
    expect(limits).toEqual([...new Set(limits)].sort((a, b) => a - b));
    expect(queueOf('jobs').VisibilityTimeout * 1_000).toBeGreaterThanOrEqual(6 * (limits.at(-1) ?? 0));
  },
);

test('a partner has up to a minute to accept an order', () => {
  expect([0.2, 1.2, 60].map((seconds) => submitTimeoutMs(seconds * 1_000))).toEqual([10_000, 60_000, 60_000]);
});

test('the call that registers a bank account ends before its function', () => {
  for (const { needs, rights, timeoutSeconds } of manifest)
    if (needs.includes('partners') && rights?.writes?.includes('bank'))
      expect(timeoutSeconds * 1_000).toBeGreaterThan(timeoutsMs.register + 5_000);
});

const schedules = resources('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties);

test('scheduled functions run as their rows say, and only this account’s schedules may assume their roles', () => {
  expect(schedules.map(({ Target, ScheduleExpression }) => [Target.Arn['Fn::GetAtt'][0], ScheduleExpression])).toEqual([
    [functionOf('reconcile')[0], 'rate(1 minute)'],
    [functionOf('audit')[0], 'cron(0/15 3-23 * * ? *)'],
  ]);
  const trusts = resources('AWS::IAM::Role')
    .flatMap(([, { Properties }]) => Properties.AssumeRolePolicyDocument.Statement)
    .filter(({ Principal }) => Principal.Service === 'scheduler.amazonaws.com');
  expect(trusts.map(({ Condition }) => Condition)).toEqual(
    Array(2).fill({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } }),
  );
});

test('neither the scheduler nor Lambda retries a scheduled run', () => {
  const policies = [
    ...schedules.map(({ Target }) => Target.RetryPolicy),
    // Email events are retried, and then go to the dead-letter queue.
    ...resources('AWS::Lambda::EventInvokeConfig').flatMap(([, { Properties }]) =>
      Properties.DestinationConfig === undefined ? [Properties] : [],
    ),
  ];
  expect(policies.map(({ MaximumRetryAttempts }) => MaximumRetryAttempts)).toEqual([0, 0, 0, 0]);
});

test('only the renderer runs on x86_64, with enough memory and disk for a browser and no settings', () => {
  const architectures = functions.map(({ name }) => [name, functionOf(name)[1].Architectures[0]]);
  expect(architectures.filter(([, architecture]) => architecture !== 'arm64')).toEqual([['render', 'x86_64']]);
  const [, { EphemeralStorage, MemorySize, Environment }] = functionOf('render');
  expect({ ...EphemeralStorage, MemorySize }).toEqual({ Size: 1024, MemorySize: 2048 });
  expect(Object.keys(Environment.Variables).sort()).toEqual(['DOCUMENTS_BUCKET']);
});

const limited = synthesized({
  file: {
    apiRate: 50,
    batches: { jobs: 7, webhooks: 5, emails: 3 },
    concurrency: { render: 30, fulfill: 20, webhook: 11, mcp: 100 },
  },
});

test('an operator may reserve concurrency, and by default nothing is reserved', () => {
  const reserved = ({ Resources }: typeof template) =>
    Object.fromEntries(
      Object.values(Resources).flatMap(({ Type, Properties }) =>
        Type === 'AWS::Lambda::Function' && Properties.ReservedConcurrentExecutions !== undefined
          ? [[Properties.Description.replace('print-and-mail ', ''), Properties.ReservedConcurrentExecutions]]
          : [],
      ),
    );
  expect(reserved(template)).toEqual({});
  expect(reserved(limited)).toEqual({
    'receive-stripe-event': 11,
    'partner-events': 11,
    mcp: 100,
    fulfill: 20,
    render: 30,
    // Reserved along with `fulfill`.
    reconcile: 1,
  });
});

test('the payment webhook gets its reserved concurrency as a variable, or that of a new account', () => {
  const webhookConcurrency = ({ Resources }: typeof template) =>
    Object.values(Resources).find(({ Properties }) => Properties?.Description === 'print-and-mail receive-stripe-event')
      ?.Properties.Environment.Variables.WEBHOOK_CONCURRENCY;
  expect([template, limited].map(webhookConcurrency)).toEqual(['10', '11']);
});

test('the stage sets the maximum number of concurrent batches and of requests a second', () => {
  const all = Object.values(limited.Resources);
  const maximums = all.flatMap(({ Properties }) => Properties?.ScalingConfig?.MaximumConcurrency ?? []);
  const apiStage = all.find(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage');
  expect(maximums.sort()).toEqual([3, 5, 7]);
  const throttling = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };
  expect(apiStage?.Properties.DefaultRouteSettings).toEqual(throttling);
  expect(onlyResource('AWS::ApiGatewayV2::Stage').DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 200 });
});

test('the table has the keys and indexes of lib/table.ts, expiry, point-in-time recovery and deletion protection', () => {
  const table = dataResource('AWS::DynamoDB::Table');
  expect(table).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    DeletionProtectionEnabled: true,
    KeySchema: [{ AttributeName: definition.partitionKey, KeyType: 'HASH' }],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    TimeToLiveSpecification: { AttributeName: definition.ttl, Enabled: true },
  });
  expect(table.GlobalSecondaryIndexes.map(({ IndexName }: { IndexName: string }) => IndexName)).toEqual(
    definition.indexes.map(({ name }) => name),
  );
});

test('all queues share one policy without names, because SQS refuses a policy that names another queue', () => {
  const { PolicyDocument, Queues } = onlyResource('AWS::SQS::QueuePolicy');
  expect(PolicyDocument.Statement).toMatchObject([{ Effect: 'Deny', Resource: '*' }]);
  expect(Queues).toHaveLength(4);
});

test('the health check may list only a prefix without documents', () => {
  const [, { Role }] = functionOf('health');
  const statements = policiesIn(template.Resources[Role['Fn::GetAtt'][0]]).flatMap(({ Statement }) => Statement);
  expect(statements.filter(({ Action }) => Action === 's3:ListBucket')).toMatchObject([
    { Condition: { StringEquals: { 's3:prefix': 'health/' } } },
  ]);
  expect(Object.keys(retentionDays)).not.toContain('health');
});

test('pages may upload files to the bucket, and each kind of document expires after its retention time', () => {
  const { CorsConfiguration, LifecycleConfiguration } = dataResource('AWS::S3::Bucket');
  expect(CorsConfiguration.CorsRules).toMatchObject([{ AllowedMethods: ['PUT', 'POST'], AllowedOrigins: ['*'] }]);
  const days = LifecycleConfiguration.Rules.filter(({ Prefix }: { Prefix?: string }) => Prefix).map(
    ({ Prefix, ExpirationInDays }: { Prefix: string; ExpirationInDays: number }) => [Prefix, ExpirationInDays],
  );
  expect(days).toEqual(Object.entries(retentionDays).map(([prefix, count]) => [`${prefix}/`, count]));
  expect(retentionDays).toMatchObject({ unpaid: 2, paid: 74 });
});

const dataTypes = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'];
const policies = ({ Resources }: typeof template) =>
  Object.values(Resources).flatMap(({ Type, DeletionPolicy }) => (dataTypes.includes(Type) ? [DeletionPolicy] : []));

test('the data survives the removal of either stack, unless the stage is temporary', () => {
  expect(policies(data.template)).toEqual(Array(5).fill('RetainExceptOnCreate'));
  expect(policies(template)).toEqual([]);
  expect(policies(temporary.template)).toEqual(Array(5).fill('Delete'));
  expect([data, temporary].map(({ isProtected }) => isProtected)).toEqual([true, false]);
  const [table] = Object.values(temporary.template.Resources).filter(({ Type }) => Type === 'AWS::DynamoDB::Table');
  expect(table?.Properties.DeletionProtectionEnabled).toBe(false);
});

test('the table is created last, so that no later failure would have to remove the protected table', () => {
  const [[, table] = []] = Object.entries(data.template.Resources).filter(([id]) => id.startsWith('Table'));
  const { DependsOn } = table as unknown as { readonly DependsOn: readonly string[] };
  const others = Object.keys(data.template.Resources).filter((id) => /^(Documents|Seed|Fingerprints|Issued)/.test(id));
  expect(others.filter((id) => !DependsOn.includes(id))).toEqual([]);
});

test('the data is found by fixed names, so the service can be removed and deployed again', () => {
  const { TABLE_NAME, DOCUMENTS_BUCKET, SECRET_ARN } = functionOf('receipts')[1].Environment.Variables;
  expect([TABLE_NAME, SECRET_ARN]).toEqual([dataResource('AWS::DynamoDB::Table').TableName, 'PrintAndMail/seed']);
  expect(DOCUMENTS_BUCKET).toEqual(dataResource('AWS::S3::Bucket').BucketName);
  expect(JSON.stringify(template)).not.toMatch(/Fn::ImportValue|GetStackOutput/);
});

test('the properties that generate the three secrets never change, or CloudFormation would generate new ones', () => {
  const secrets = Object.values(data.template.Resources).filter(({ Type }) => Type === 'AWS::SecretsManager::Secret');
  const properties = secrets.map(({ Properties: { Name, GenerateSecretString, SecretString } }) => [
    Name,
    GenerateSecretString ?? SecretString,
  ]);
  const generated = (GenerateStringKey: string) => ({
    ExcludePunctuation: true,
    GenerateStringKey,
    PasswordLength: 64,
    SecretStringTemplate: '{}',
  });
  expect(properties).toEqual([
    ['PrintAndMail/seed', generated('RECEIPT_SIGNING_SEED')],
    ['PrintAndMail/fingerprints', generated('FINGERPRINT_KEY')],
    ['PrintAndMail/issued', '{}'],
  ]);
});
