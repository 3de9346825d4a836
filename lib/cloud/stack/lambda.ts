/** Creates a Lambda function from a row, with everything that all functions have in common. */
import { Aws, Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
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
  /** Everything that the function may do. It is inline in the role, because separate policies would be more resources. */
  readonly rights: PolicyDocument;
}

/**
 * The target of calls to a function while new versions take over gradually (`canary.ts`). A function without needs holds no
 * data and calls nothing, so its new version takes over at once, and so does the health check, which reports on the newest
 * settings. The renderer shifts with its callers, because each calls the version that was deployed with it.
 */
function entryKindOf(row: LambdaRow): 'function' | 'alias' | 'version' {
  if (isRenderer(row)) return 'version';
  return row.needs.some((need) => need !== 'self-check') ? 'alias' : 'function';
}

export function addLambda(
  scope: Construct,
  row: LambdaRow,
  options: {
    readonly packageFolder: string;
    readonly hasCanary: boolean;
    /** Any text. A change forces a new version, which reads parameters and secrets again. */
    readonly release?: string;
  },
): ServiceLambda {
  const { packageFolder, hasCanary, release } = options;
  const log = new LogGroup(scope, `${row.name}-log`, {
    retention: RetentionDays.ONE_MONTH,
    // The table has every job's history. A retained log group would only be an empty leftover after a month.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const rights = new PolicyDocument({
    statements: [
      // The only permission in CloudWatch is for the function's own log.
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
    // `npm run ops` derives the same name from the stack's.
    functionName: row.name === 'operate' ? `${Aws.STACK_NAME}-operate` : undefined,
    // Chromium is built for x86, and needs disk space.
    architecture: isRenderer(row) ? Architecture.X86_64 : Architecture.ARM_64,
    ephemeralStorageSize: isRenderer(row) ? Size.gibibytes(1) : undefined,
    handler: 'index.handler',
    code: Code.fromAsset(packageFolder),
    timeout: Duration.seconds(row.timeoutSeconds),
    memorySize: row.memoryMb,
    // Most functions see letters or addresses, and a trace would copy parts of them elsewhere.
    tracing: Tracing.DISABLED,
    logGroup: log,
    role,
    // A job queues its own next message. Lambda would mistake sixteen in a row for an endless loop, and stop it.
    recursiveLoop: row.triggers.some((trigger) => 'queue' in trigger) ? RecursiveLoop.ALLOW : undefined,
    // CloudFormation removes the old version only after the new one has taken over, so a rollback is possible until then.
    // If they were retained, old versions would fill the 75 GB that a region has for code.
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
