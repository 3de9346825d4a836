/**
 * The rights of CloudFormation for a stack of this service, and the most that a role of the stack may ever do: made of the
 * templates themselves. `npx cdk bootstrap` takes the first in place of an administrator's rights.
 */
import { Aws } from 'aws-cdk-lib';

/** A statement of a policy, which always allows. */
export interface Allowed {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, object>>;
}

/** The part of a template that is read here. */
export interface CreatedTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

interface AwsService {
  /** How CloudFormation's types begin: `AWS::<types>::`. */
  readonly types: string;
  /** IAM's name for it. */
  readonly prefix: string;
  /** Without the prefix. None reads or writes what the service keeps for customers. */
  readonly makes: readonly string[];
  readonly looks: readonly string[];
  /** Names that CloudFormation gives begin with the name of the stack, where a service takes names. */
  readonly resources: readonly string[];
}

const named = 'PrintAndMail-*';
const here = (prefix: string, resource: string) =>
  `arn:${Aws.PARTITION}:${prefix}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
const anywhere = (prefix: string, resource: string) => `arn:${Aws.PARTITION}:${prefix}::${Aws.ACCOUNT_ID}:${resource}`;
const bucket = (name: string) => `arn:${Aws.PARTITION}:s3:::${name}`;
const tags = ['TagResource', 'UntagResource'];
const make = ['Create*', 'Delete*', 'Update*', ...tags];
const look = ['Get*', 'List*'];

const services: readonly AwsService[] = [
  {
    types: 'ApiGatewayV2',
    prefix: 'apigateway',
    makes: ['DELETE', 'PATCH', 'POST', 'PUT', 'AddCertificateToDomain', 'RemoveCertificateFromDomain', ...tags],
    looks: ['GET'],
    resources: [`arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/*`],
  },
  {
    types: 'Budgets',
    prefix: 'budgets',
    makes: ['ModifyBudget', ...tags],
    looks: ['ViewBudget', 'ListTagsForResource'],
    resources: [anywhere('budgets', 'budget/*')],
  },
  {
    types: 'CloudFront',
    prefix: 'cloudfront',
    makes: [...make, 'PublishFunction'],
    looks: [...look, 'DescribeFunction'],
    resources: [anywhere('cloudfront', 'distribution/*'), anywhere('cloudfront', 'function/*')],
  },
  {
    types: 'CloudWatch',
    prefix: 'cloudwatch',
    makes: ['DeleteAlarms', 'DeleteDashboards', 'PutDashboard', 'PutMetricAlarm', ...tags],
    looks: ['DescribeAlarms', 'GetDashboard', 'ListTagsForResource'],
    resources: [here('cloudwatch', 'alarm:*'), anywhere('cloudwatch', `dashboard/${named}`)],
  },
  {
    types: 'CodeDeploy',
    prefix: 'codedeploy',
    makes: [...make, 'RegisterApplicationRevision', 'StopDeployment'],
    looks: look,
    resources: ['application:', 'deploymentgroup:']
      .map((kind) => here('codedeploy', `${kind}${named}`))
      .concat(here('codedeploy', 'deploymentconfig:*')),
  },
  {
    types: 'DynamoDB',
    prefix: 'dynamodb',
    makes: ['CreateTable', 'DeleteTable', 'UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups', ...tags],
    looks: ['Describe*', 'GetResourcePolicy', 'ListTagsOfResource'],
    resources: [here('dynamodb', `table/${named}`)],
  },
  {
    types: 'Lambda',
    prefix: 'lambda',
    makes: [...make, 'Put*', 'Publish*', 'AddPermission', 'RemovePermission'],
    looks: look,
    resources: [here('lambda', `function:${named}`), here('lambda', 'event-source-mapping:*')],
  },
  {
    types: 'Logs',
    prefix: 'logs',
    makes: [
      ...['CreateLogGroup', 'DeleteLogGroup', 'PutRetentionPolicy', 'DeleteRetentionPolicy'],
      ...['PutMetricFilter', 'DeleteMetricFilter', ...tags],
    ],
    looks: ['Describe*', 'ListTagsForResource', 'GetDataProtectionPolicy'],
    resources: [here('logs', 'log-group:*')],
  },
  {
    types: 'S3',
    prefix: 's3',
    makes: ['CreateBucket', 'DeleteBucket*', 'PutBucket*', 'Put*Configuration', ...tags],
    looks: ['GetBucket*', 'Get*Configuration', 'ListBucket', 'ListTagsForResource'],
    resources: [bucket('printandmail-*')],
  },
  {
    types: 'SES',
    prefix: 'ses',
    makes: [...make, 'PutConfigurationSet*'],
    looks: [...look, 'DescribeConfigurationSet'],
    resources: [here('ses', 'configuration-set/*')],
  },
  {
    types: 'SNS',
    prefix: 'sns',
    makes: ['CreateTopic', 'DeleteTopic', 'Set*Attributes', 'Subscribe', 'Unsubscribe', ...tags],
    looks: look,
    resources: [here('sns', named)],
  },
  {
    types: 'SQS',
    prefix: 'sqs',
    makes: ['CreateQueue', 'DeleteQueue', 'SetQueueAttributes', 'TagQueue', 'UntagQueue'],
    looks: ['GetQueueAttributes', 'GetQueueUrl', 'ListQueueTags'],
    resources: [here('sqs', named)],
  },
  {
    types: 'Scheduler',
    prefix: 'scheduler',
    makes: make,
    looks: look,
    resources: [here('scheduler', `schedule/default/${named}`)],
  },
  { types: 'WAFv2', prefix: 'wafv2', makes: make, looks: look, resources: [here('wafv2', 'global/*')] },
];

/** AWS names a secret after the id in the template. A secret's value is read where a template refers to it. */
const secrets = (templates: readonly CreatedTemplate[]): AwsService => ({
  types: 'SecretsManager',
  prefix: 'secretsmanager',
  makes: [...make, 'GetRandomPassword', 'GetSecretValue'],
  looks: ['DescribeSecret'],
  resources: idsOf(templates, 'AWS::SecretsManager::Secret').map((id) => here('secretsmanager', `secret:${id}*`)),
});

const idsOf = (templates: readonly CreatedTemplate[], type: string): string[] => [
  ...new Set(templates.flatMap(({ Resources }) => Object.keys(Resources).filter((id) => Resources[id]?.Type === type))),
];

/** Roles are CloudFormation's to make only within the boundary: see `execution`. */
const roles = anywhere('iam', `role/${named}`);
const looksAtRoles = ['iam:GetRole', 'iam:GetRolePolicy', 'iam:ListAttachedRolePolicies', 'iam:ListRolePolicies'];

const elsewhere: readonly string[] = ['IAM', 'SecretsManager'];

/** The services whose resources the templates make. Throws if one is unknown here. */
function used(templates: readonly CreatedTemplate[]): AwsService[] {
  const types = new Set(templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)));
  const known = new Set([...types].flatMap((type) => /^AWS::(\w+)::/.exec(type)?.[1] ?? []));
  const unknown = [...known].filter((name) => ![...elsewhere, ...services.map((each) => each.types)].includes(name));
  if (unknown.length > 0)
    throw new Error(`lib/cloud/pipeline/rights.ts knows nothing of AWS::${unknown.join(', AWS::')}.`);
  return [...services.filter((each) => known.has(each.types)), secrets(templates)];
}

const allowed = ({ prefix, resources }: AwsService, verbs: readonly string[]): Allowed => ({
  actions: [...new Set(verbs)].map((verb) => `${prefix}:${verb}`),
  resources,
});

/** The policies of `npx cdk bootstrap --cloudformation-execution-policies`. `boundary`: the ARN of the policy that bounds each role. */
export function execution(templates: readonly CreatedTemplate[], boundary: string): Allowed[] {
  const within = { StringEquals: { 'iam:PermissionsBoundary': boundary } };
  const passed = ['lambda', 'apigateway', 'scheduler', 'codedeploy'].map((name) => `${name}.amazonaws.com`);
  return [
    ...used(templates).map((service) => allowed(service, [...service.makes, ...service.looks])),
    {
      actions: ['CreateRole', 'PutRolePolicy', 'AttachRolePolicy', 'PutRolePermissionsBoundary'].map(
        (each) => `iam:${each}`,
      ),
      resources: [roles],
      conditions: within,
    },
    {
      actions: [
        ...['iam:DeleteRole', 'iam:DeleteRolePolicy', 'iam:DetachRolePolicy', 'iam:TagRole', 'iam:UntagRole'],
        ...['iam:UpdateAssumeRolePolicy', 'iam:UpdateRole', 'iam:UpdateRoleDescription', ...looksAtRoles],
      ],
      resources: [roles],
    },
    { actions: ['iam:PassRole'], resources: [roles], conditions: { StringEquals: { 'iam:PassedToService': passed } } },
    // The bucket of a stack that gives its data up is emptied by a function of the CDK's.
    { actions: ['lambda:InvokeFunction'], resources: [here('lambda', 'function:PrintAndMail-*CustomS3AutoDelete*')] },
    { actions: ['billing:GetBillingViewData'], resources: [anywhere('billing', 'billingview/*')] },
    {
      actions: ['s3:GetObject', 's3:GetObjectVersion'],
      resources: [bucket(`cdk-*-assets-${Aws.ACCOUNT_ID}-${Aws.REGION}/*`)],
    },
    { actions: ['ssm:GetParameters'], resources: [here('ssm', 'parameter/cdk-bootstrap/*')] },
  ];
}

/** To compare a stack with its template: how everything is set up, and nothing of what is in it. */
export const looking = (templates: readonly CreatedTemplate[]): Allowed[] => [
  ...used(templates).map((service) => allowed(service, service.looks)),
  { actions: looksAtRoles, resources: [roles] },
];

/** The part of the CDK's own policies that is used, and the policies of AWS that a role refers to. */
const ofOthers = [
  'lambda:GetAlias',
  'lambda:UpdateAlias',
  'lambda:GetProvisionedConcurrencyConfig',
  'cloudwatch:DescribeAlarms',
];

/** The work of the templates' roles, within the services' own resources: no role does anything besides, whoever asks. */
export function boundary(templates: readonly CreatedTemplate[]): Allowed[] {
  const actions = new Set([...templates.flatMap(grantedIn), ...ofOthers]);
  const byService = Map.groupBy(actions, (action) => action.split(':')[0] ?? '');
  return [
    ...[...byService].map(([prefix, own]) => ({ actions: own.toSorted(), resources: resourcesOf(prefix) })),
    { actions: ofEmptying, resources: [bucket('printandmail-*')] },
  ];
}

/** The function of the CDK's that empties the bucket of a stack that gives its data up. */
const ofEmptying = [
  'GetBucketTagging',
  'GetBucketPolicy',
  'PutBucketPolicy',
  'DeleteObject*',
  'ListBucketVersions',
].map((verb) => `s3:${verb}`);

/** A table, a bucket and a secret that a stack has adopted may have any name. */
function resourcesOf(prefix: string): readonly string[] {
  if (prefix === 's3') return [bucket('*')];
  // E-mails may be sent from another region.
  if (prefix === 'ses') return [`arn:${Aws.PARTITION}:ses:*:${Aws.ACCOUNT_ID}:*`];
  if (prefix === 'dynamodb') return [here('dynamodb', 'table/*')];
  const narrow = services.find((each) => each.prefix === prefix);
  return narrow?.resources ?? [here(prefix, '*')];
}

interface Policies {
  readonly Policies?: readonly {
    readonly PolicyDocument: { readonly Statement: readonly { readonly Action: string | readonly string[] }[] };
  }[];
}

const grantedIn = ({ Resources }: CreatedTemplate): string[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::IAM::Role')
    .flatMap(({ Properties = {} }) => (Properties as Policies).Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement.flatMap(({ Action }) => Action));
