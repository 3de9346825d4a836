/** The role by which a workflow of GitHub deploys: one environment of one repository, its main branch, no stored key. */
import {
  type App,
  Aws,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  DefaultStackSynthesizer,
  Fn,
  RemovalPolicy,
  Stack,
} from 'aws-cdk-lib';
import { CfnOIDCProvider, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';

const issuer = 'token.actions.githubusercontent.com';

/** The environments of `.github/workflows/deploy.yml`. Each gets a role of its own, because each has its own account. */
export const environments = ['staging', 'production'] as const;

export type PipelineStage = (typeof environments)[number];

/** The roles of `cdk bootstrap` that a deployment takes on. Of the others, one may read all data of the account. */
const bootstrapped = ['deploy', 'file-publishing'] as const;

const within = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** For `bin/before-deploy.ts`: how the stack and what it has adopted are set up, and nothing of what is in them. */
const looks = (): PolicyStatement[] => [
  may(['cloudformation:DescribeStacks'], [within('cloudformation', 'stack/PrintAndMail*')]),
  may(
    ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive', 'dynamodb:DescribeContinuousBackups'],
    [within('dynamodb', 'table/*')],
  ),
  may(
    [
      's3:GetBucketPublicAccessBlock',
      's3:GetLifecycleConfiguration',
      ...(['s3:GetBucketCORS', 's3:GetBucketPolicy'] as const),
    ],
    [`arn:${Aws.PARTITION}:s3:::*`],
  ),
  may(['secretsmanager:DescribeSecret'], [within('secretsmanager', 'secret:*')]),
];

const may = (actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

export function access(app: App, environment: PipelineStage): Stack {
  const stack = new Stack(app, `PrintAndMailAccess-${environment}`, {
    description: `Lets a repository of GitHub deploy print-and-mail from its environment ${environment}.`,
    // It uploads nothing, so CloudFormation takes the template by itself, too.
    synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }),
  });
  const repository = new CfnParameter(stack, 'Repository', {
    description: 'As the subject of its tokens says it: owner@123/name@456, and owner/name before July 2026',
    allowedPattern: '[\\w-]+(@\\d+)?/[\\w.-]+(@\\d+)?',
  });
  const claims = {
    aud: 'sts.amazonaws.com',
    sub: `repo:${repository.valueAsString}:environment:${environment}`,
    // The environment should refuse other branches. This holds even if nobody has told it to.
    ref: 'refs/heads/main',
  };
  const role = new Role(stack, 'Deploys', {
    assumedBy: new WebIdentityPrincipal(provider(stack), {
      StringEquals: Object.fromEntries(Object.entries(claims).map(([claim, value]) => [`${issuer}:${claim}`, value])),
    }),
    inlinePolicies: {
      deploys: new PolicyDocument({
        statements: [may(['sts:AssumeRole'], bootstrapped.map(bootstrapRole)), ...looks()],
      }),
    },
  });
  new CfnOutput(stack, 'RoleArn', { value: role.roleArn, description: 'The variable AWS_ROLE of the environment' });
  return stack;
}

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
