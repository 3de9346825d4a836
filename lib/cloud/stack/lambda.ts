/** A Lambda from a row of the manifest; everything that all functions have in common is stated here once. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../../functions/manifest.ts';

export interface ServiceLambda {
  readonly row: FunctionRow;
  readonly lambda: LambdaFunction;
  /** The target of triggers: the function, or the alias that shifts between its versions. */
  readonly entry: IFunction;
  readonly log: LogGroup;
  /** All that the function may do. It stands within its role: a policy of its own would be one more resource each. */
  readonly rights: PolicyDocument;
}

export interface LambdaOptions {
  readonly packageFolder: string;
  /** Whether a new version takes over gradually (see `canary.ts`). */
  readonly hasAlias: boolean;
  /** Any text. Changing it forces a new version, which reads parameters and secrets again. */
  readonly release?: string;
}

export function serviceLambda(scope: Construct, row: FunctionRow, options: LambdaOptions): ServiceLambda {
  const { packageFolder, hasAlias, release } = options;
  const log = new LogGroup(scope, `${row.name}-log`, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const rights = new PolicyDocument({ statements: [mayLog(log)] });
  const role = new Role(scope, `${row.name}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { rights },
  });
  const lambda = new LambdaFunction(scope, row.name, {
    description: [`print-and-mail ${row.name}`, release].filter(Boolean).join(', '),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'start.handler',
    code: Code.fromAsset(packageFolder),
    timeout: Duration.seconds(row.timeoutSeconds),
    memorySize: row.memoryMb,
    // Most functions see letters or addresses, and a trace would copy parts of them elsewhere.
    tracing: Tracing.DISABLED,
    logGroup: log,
    role,
    // Work sends its own next message. Lambda would take sixteen of them in a row for a loop, and stop it.
    recursiveLoop: 'queue' in row.trigger ? RecursiveLoop.ALLOW : undefined,
    // A rollback goes back to a version that has served.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
  });
  return { row, lambda, log, rights, entry: hasAlias ? liveOf(scope, row, lambda) : lambda };
}

/** The casts are needed because the CDK's classes differ from its interfaces by an optional property. */
const liveOf = (scope: Construct, { name }: FunctionRow, lambda: LambdaFunction): IFunction =>
  new Alias(scope, `${name}-live`, { aliasName: 'live', version: lambda.currentVersion as IVersion }) as IFunction;

/** Lets a function write to its own log, and to nothing else in CloudWatch. */
const mayLog = ({ logGroupArn }: LogGroup): PolicyStatement =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroupArn] });
