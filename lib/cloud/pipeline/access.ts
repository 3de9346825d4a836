/** The role by which a workflow of GitHub deploys: one environment of one repository, its main branch, no stored key. */
import {
  type App,
  Aws,
  BootstraplessSynthesizer,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  DefaultStackSynthesizer,
  Fn,
  RemovalPolicy,
  Stack,
} from 'aws-cdk-lib';
import {
  CfnOIDCProvider,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';

import { type Allowed, boundary, type CreatedTemplate, execution, looking } from './rights.ts';

const main = 'refs/heads/main';
const issuer = 'token.actions.githubusercontent.com';

/** The environments of `.github/workflows/deploy.yml`. Each gets a role of its own, because each has its own account. */
export const environments = ['staging', 'production'] as const;

export type PipelineStage = (typeof environments)[number];

/** The roles of `cdk bootstrap` that a deployment takes on. Of the others, one may read all data of the account. */
const bootstrapped = ['deploy', 'file-publishing'] as const;

const within = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** The rights of `bin/before-deploy.ts`: how the stack and what it has adopted are set up, and nothing of what is in them. */
const adoption: readonly Allowed[] = [
  { actions: ['cloudformation:DescribeStacks'], resources: [within('cloudformation', 'stack/PrintAndMail*')] },
  {
    actions: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive', 'dynamodb:DescribeContinuousBackups'],
    resources: [within('dynamodb', 'table/*')],
  },
  {
    actions: ['BucketPublicAccessBlock', 'LifecycleConfiguration', 'BucketCORS', 'BucketPolicy'].map(
      (what) => `s3:Get${what}`,
    ),
    resources: [`arn:${Aws.PARTITION}:s3:::*`],
  },
  { actions: ['secretsmanager:DescribeSecret'], resources: [within('secretsmanager', 'secret:*')] },
];

/** The role of `.github/workflows/drift.yml`. */
const comparison: readonly Allowed[] = [
  {
    actions: [
      'DetectStackDrift',
      'DetectStackResourceDrift',
      'DescribeStackDriftDetectionStatus',
      'DescribeStackResourceDrifts',
    ].map((what) => `cloudformation:${what}`),
    resources: [within('cloudformation', 'stack/PrintAndMail*')],
  },
];

/** `templates`: of the service, with all that flags can bring. */
export function access(app: App, environment: PipelineStage, templates: readonly CreatedTemplate[]): Stack {
  const stack = new Stack(app, `PrintAndMailAccess-${environment}`, {
    description: `Lets a repository of GitHub deploy print-and-mail from its environment ${environment}.`,
    // Made by whoever is an administrator, and not by the roles of the CDK that it bounds. It uploads nothing.
    synthesizer: new BootstraplessSynthesizer(),
  });
  const repository = new CfnParameter(stack, 'Repository', {
    description: 'As the subject of its tokens says it: owner@123/name@456, and owner/name before July 2026',
    allowedPattern: '[\\w-]+(@\\d+)?/[\\w.-]+(@\\d+)?',
  });
  const issued = provider(stack);
  const trusted = (subject: string) =>
    new WebIdentityPrincipal(issued, {
      StringEquals: Object.fromEntries(
        Object.entries({
          aud: 'sts.amazonaws.com',
          sub: `repo:${repository.valueAsString}:${subject}`,
          // The environment should refuse other branches. This holds even if nobody has told it to.
          ref: main,
        }).map(([claim, value]) => [`${issuer}:${claim}`, value]),
      ),
    });
  const deploys = new Role(stack, 'Deploys', {
    assumedBy: trusted(`environment:${environment}`),
    inlinePolicies: {
      deploys: document([{ actions: ['sts:AssumeRole'], resources: bootstrapped.map(bootstrapRole) }, ...adoption]),
    },
  });
  // A job of the clock would wait for the reviewers of an environment, so it has none. It may look, and change nothing.
  const compares = new Role(stack, 'Compares', {
    assumedBy: trusted(`ref:${main}`),
    inlinePolicies: { compares: document([...comparison, ...looking(templates)]) },
  });
  const boundaryName = `PrintAndMailBoundary-${environment}`;
  new ManagedPolicy(stack, 'Boundary', {
    managedPolicyName: boundaryName,
    description: 'The most that a role of print-and-mail may do.',
    document: document(boundary(templates)),
  });
  const boundaryArn = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:policy/${boundaryName}`;
  const executes = halved(execution(templates, boundaryArn)).map(
    (statements, at) =>
      new ManagedPolicy(stack, `Executes${at + 1}`, {
        description: 'What CloudFormation may do for print-and-mail.',
        document: document(statements),
      }),
  );
  const outputs = {
    RoleArn: [deploys.roleArn, 'The variable AWS_ROLE of the environment'],
    CompareRoleArn: [compares.roleArn, `The variable COMPARE_ROLE_${environment.toUpperCase()} of the repository`],
    ExecutionPolicies: [
      executes.map(({ managedPolicyArn }) => managedPolicyArn).join(),
      'For npx cdk bootstrap --cloudformation-execution-policies',
    ],
  } as const;
  for (const [name, [value, description]] of Object.entries(outputs))
    new CfnOutput(stack, name, { value, description });
  return stack;
}

/** A managed policy holds 6,144 characters. */
const halved = <T>(all: readonly T[]): readonly (readonly T[])[] => {
  const half = Math.ceil(all.length / 2);
  return [all.slice(0, half), all.slice(half)];
};

const document = (statements: readonly Allowed[]): PolicyDocument =>
  new PolicyDocument({
    statements: statements.map(
      ({ actions, resources, conditions }) =>
        new PolicyStatement({ actions: [...actions], resources: [...resources], ...(conditions && { conditions }) }),
    ),
  });

const bootstrapRole = (name: string): string =>
  `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role-${Aws.ACCOUNT_ID}-${Aws.REGION}`;

/** An account has room for one provider of an issuer. It grants nothing by itself, so it stays when the stack goes. */
function provider(stack: Stack): string {
  const given = new CfnParameter(stack, 'ProviderArn', {
    description: 'The identity provider of GitHub, if the account has one; empty makes it',
    default: '',
    allowedPattern: `(arn:aws[a-z-]*:iam::\\d{12}:oidc-provider/${issuer.replaceAll('.', '\\.')})?`,
  });
  const isMissing = new CfnCondition(stack, 'NeedsProvider', {
    expression: Fn.conditionEquals(given.valueAsString, ''),
  });
  const made = new CfnOIDCProvider(stack, 'Provider', {
    url: `https://${issuer}`,
    clientIdList: ['sts.amazonaws.com'],
  });
  made.cfnOptions.condition = isMissing;
  made.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return Fn.conditionIf(isMissing.logicalId, made.attrArn, given.valueAsString).toString();
}
