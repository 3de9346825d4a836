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
import { isRenderer, type LambdaRow } from '../lambda-rows.ts';

export interface ServiceLambda {
  readonly row: LambdaRow;
  readonly lambda: LambdaFunction;
  /** The target of triggers and callers. */
  readonly entry: IFunction;
  readonly entryKind: ReturnType<typeof entryKindOf>;
  readonly log: LogGroup;
  /** All that the function may do. It is part of the role: a separate policy would be one more resource for each. */
  readonly rights: PolicyDocument;
}

/**
 * The target of a function's callers while new versions take over gradually (`canary.ts`). A function without needs holds
 * no data and calls no one, so its new version takes over at once. So does the health check, which reports on the newest
 * settings. The renderer shifts with its callers: each calls the version that was deployed with it. So no alias waits for
 * another.
 */
function entryKindOf(row: LambdaRow): 'function' | 'alias' | 'version' {
  if (isRenderer(row)) return 'version';
  return row.needs.some((need) => need !== 'self-check') ? 'alias' : 'function';
}

export function serviceLambda(
  scope: Construct,
  row: LambdaRow,
  options: {
    readonly packageFolder: string;
    readonly hasCanary: boolean;
    /** Any text. Changing it forces a new version, which reads parameters and secrets again. */
    readonly release?: string;
  },
): ServiceLambda {
  const { packageFolder, hasCanary, release } = options;
  const log = new LogGroup(scope, `${row.name}-log`, {
    retention: RetentionDays.ONE_MONTH,
    // The table holds a job's history. A log group that stayed would outlive its lines, empty.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const rights = new PolicyDocument({
    statements: [
      // Lets a function write to its own log, and to nothing else in CloudWatch.
      new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [log.logGroupArn] }),
    ],
  });
  const role = new Role(scope, `${row.name}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { rights },
  });
  const lambda = new LambdaFunction(scope, row.name, {
    description: [`print-and-mail ${row.name}`, release].filter(Boolean).join(', '),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(packageFolder),
    timeout: Duration.seconds(row.timeoutSeconds),
    memorySize: row.memoryMb,
    // Most functions see letters or addresses, and a trace would copy parts of them elsewhere.
    tracing: Tracing.DISABLED,
    logGroup: log,
    role,
    // Work queues its own next message. Lambda would mistake sixteen in a row for a loop, and stop it.
    recursiveLoop: row.triggers.some((trigger) => 'queue' in trigger) ? RecursiveLoop.ALLOW : undefined,
    // CloudFormation removes the old version only once the new one has taken over: until then the way back is there. Kept
    // for ever, old versions would fill the 75 GB that a region has for code.
    currentVersionOptions: { removalPolicy: RemovalPolicy.DESTROY },
  });
  const entryKind = hasCanary ? entryKindOf(row) : 'function';
  if (entryKind === 'function') return { row, lambda, log, rights, entryKind, entry: lambda };
  // The casts are needed because the CDK's classes differ from its interfaces by an optional property.
  const version = lambda.currentVersion as IVersion;
  const entry =
    entryKind === 'version' ? version : new Alias(scope, `${row.name}-live`, { aliasName: 'live', version });
  return { row, lambda, log, rights, entryKind, entry: entry as IFunction };
}
