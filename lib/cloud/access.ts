/** The role that lets one repository's main branch deploy from one GitHub environment, without a stored key. */
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
import { CfnOIDCProvider, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';

const issuer = 'token.actions.githubusercontent.com';

export function addAccessStack(app: App): Stack {
  const stack = new Stack(app, 'PrintAndMailAccess', {
    description: 'Lets one environment of a GitHub repository deploy print-and-mail.',
    // An administrator deploys this stack with their own rights: without assets, it needs none of the CDK's roles.
    synthesizer: new BootstraplessSynthesizer(),
  });
  const repository = new CfnParameter(stack, 'Repository', {
    description: 'As in the subject of its tokens: owner@123/name@456, or owner/name before July 2026',
    allowedPattern: '[\\w-]+(@\\d+)?/[\\w.-]+(@\\d+)?',
  });
  const environment = new CfnParameter(stack, 'Environment', {
    description: 'The environment of .github/workflows/deploy.yml that deploys to this account',
    allowedValues: ['staging', 'production'],
  });
  const claims = {
    aud: 'sts.amazonaws.com',
    sub: `repo:${repository.valueAsString}:environment:${environment.valueAsString}`,
    // The environment should refuse other branches. This condition refuses them even if it doesn't.
    ref: 'refs/heads/main',
  };
  // The roles of `cdk bootstrap` that a deployment needs. Another one, `lookup`, may read all data in the account.
  const bootstrapRoles = ['deploy', 'file-publishing'];
  const deployRole = new Role(stack, 'Deploys', {
    assumedBy: new WebIdentityPrincipal(providerArn(stack, claims.aud), {
      StringEquals: Object.fromEntries(Object.entries(claims).map(([claim, value]) => [`${issuer}:${claim}`, value])),
    }),
    inlinePolicies: {
      deploys: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['sts:AssumeRole'],
            resources: bootstrapRoles.map(
              (name) =>
                `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
            ),
          }),
        ],
      }),
    },
  });
  new CfnOutput(stack, 'RoleArn', {
    value: deployRole.roleArn,
    description: 'The variable AWS_ROLE of the environment',
  });
  return stack;
}

/** The ARN of the account's only provider for GitHub. One that is created here stays, because others may rely on it. */
function providerArn(stack: Stack, audience: string): string {
  const existingArn = new CfnParameter(stack, 'ProviderArn', {
    description: 'The account’s identity provider for GitHub; leave empty to create it',
    default: '',
    allowedPattern: `(arn:aws[a-z-]*:iam::\\d{12}:oidc-provider/${issuer.replaceAll('.', '\\.')})?`,
  });
  const isMissing = new CfnCondition(stack, 'NeedsProvider', {
    expression: Fn.conditionEquals(existingArn.valueAsString, ''),
  });
  const provider = new CfnOIDCProvider(stack, 'Provider', { url: `https://${issuer}`, clientIdList: [audience] });
  provider.cfnOptions.condition = isMissing;
  provider.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return Fn.conditionIf(isMissing.logicalId, provider.attrArn, existingArn.valueAsString).toString();
}
