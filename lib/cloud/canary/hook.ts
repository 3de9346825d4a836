/** The function that CodeDeploy asks before a new version gets its first call, and the events that it tries. */
import { fileURLToPath } from 'node:url';
import { Aws, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import type { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, type IFunction, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { buildSync } from 'esbuild';
import type { Trigger } from '../../../functions/manifest.ts';
import { emptyBatch, type Probes } from './probe.ts';

/** A function that the clock starts would do its work, and one that others invoke would print: they are not tried. */
export function probeFor(triggers: readonly Trigger[]): string | undefined {
  const [first, ...others] = triggers;
  const address = triggers.find((each) => 'http' in each || 'functionUrl' in each);
  if (address !== undefined && 'http' in address) return address.http[0];
  if (address !== undefined) return 'GET /mcp';
  const isBatch = first !== undefined && others.length === 0 && ('queue' in first || 'emailEvents' in first);
  return isBatch ? emptyBatch : undefined;
}

/** CloudFormation takes 4,096 characters within a template, and a package of its own would be built before this. */
const code = (): string =>
  buildSync({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    ...({ bundle: true, write: false, minify: true, platform: 'node', target: 'node24', format: 'cjs' } as const),
  }).outputFiles[0]?.text ?? '';

export function hookBefore(stack: Stack, application: LambdaApplication, probes: Probes): IFunction {
  const log = new LogGroup(stack, 'CanaryHook-log', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const functions = `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${Aws.STACK_NAME}-*`;
  const deployments = `arn:${Aws.PARTITION}:codedeploy:${Aws.REGION}:${Aws.ACCOUNT_ID}:deploymentgroup:${application.applicationName}/*`;
  const asks = ['PutLifecycleEventHookExecutionStatus', 'ListDeploymentTargets', 'BatchGetDeploymentTargets'];
  const may = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
  const rights = new PolicyDocument({
    statements: [
      may(['logs:CreateLogStream', 'logs:PutLogEvents'], [log.logGroupArn]),
      // By name, because aliases wait for this function, and functions for aliases.
      may(['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'], [functions]),
      may(
        asks.map((action) => `codedeploy:${action}`),
        [deployments],
      ),
    ],
  });
  const role = new Role(stack, 'CanaryHook-role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { rights },
  });
  return new LambdaFunction(stack, 'CanaryHook', {
    description: 'print-and-mail: tries a new version before it gets its first call',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromInline(code()),
    timeout: Duration.minutes(2),
    memorySize: 256,
    environment: { PROBES: JSON.stringify(probes) },
    logGroup: log,
    // The CDK would grant what it has, once more for each function.
    role: role.withoutPolicyUpdates(),
  }) as IFunction;
}
