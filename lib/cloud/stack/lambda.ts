/** The one Lambda of the house: a row of the manifest, with what all of them have in common stated once. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { mayLog } from './needs.ts';

export interface ServiceLambda {
  readonly row: FunctionRow;
  readonly lambda: LambdaFunction;
  /** What triggers start: the function, or the alias by which its versions take turns. */
  readonly entry: IFunction;
  readonly log: LogGroup;
}

export interface LambdaOptions {
  readonly packageFolder: string;
  /** Whether a new version takes over little by little, see `canary.ts`. */
  readonly takesTurns: boolean;
  /** Whatever it says: where it changes, a function starts anew and has a new version, with its parameters and keys of that moment. */
  readonly release?: string | undefined;
}

export function serviceLambda(scope: Construct, row: FunctionRow, housing: LambdaOptions): ServiceLambda {
  const { packageFolder, takesTurns, release } = housing;
  const log = new LogGroup(scope, `${row.name}-log`, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, `${row.name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const lambda = new LambdaFunction(scope, row.name, {
    description: [`print-and-mail ${row.name}`, release].filter(Boolean).join(', '),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(packageFolder),
    timeout: Duration.seconds(row.timeoutSeconds),
    memorySize: row.memoryMb,
    environment: { NODE_OPTIONS: '--enable-source-maps' },
    // Most functions see letters or addresses, and a trace would carry parts of them elsewhere.
    tracing: Tracing.DISABLED,
    logGroup: log,
    role,
    // A version that has served is what a rollback goes back to.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
  });
  lambda.addToRolePolicy(mayLog(log.logGroupArn));
  return { row, lambda, log, entry: takesTurns ? liveOf(scope, row, lambda) : lambda };
}

/** The library's own classes miss its interfaces by an optional property. */
const liveOf = (scope: Construct, { name }: FunctionRow, lambda: LambdaFunction): IFunction =>
  new Alias(scope, `${name}-live`, { aliasName: 'live', version: lambda.currentVersion as IVersion }) as IFunction;
