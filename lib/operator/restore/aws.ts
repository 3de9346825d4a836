/** The world of a restore: AWS, by the operator's own credentials, and the CDK of this checkout. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-lambda';
import { foundTable } from '../../cloud/adoption/check.ts';
import { namesOf, seenStack } from '../stack.ts';
import { copyTags, mendTable, setProtection } from './mend.ts';
import type { FoundFunction, HistoricTable, RestoreWorld } from './world.ts';

const reservedBefore = 'print-and-mail:reserved-before-restore';

export function awsWorld({
  stack,
  print,
  audit,
}: Pick<RestoreWorld, 'print' | 'audit'> & { readonly stack: string }): RestoreWorld {
  const pause = () => sleep(5_000);
  const [formation, dynamo, lambda] = [new CloudFormationClient(), new DynamoDBClient(), new LambdaClient()];
  return {
    stack: () => seenStack(formation, stack),
    functions: () => foundFunctions(formation, lambda, stack),
    table: (name) => historicTable(dynamo, name),
    async restoreTable(SourceTableName, TargetTableName, RestoreDateTime) {
      await dynamo.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime }));
    },
    async mend(name, like) {
      await mendTable(dynamo, name, pause);
      const [to, from] = await Promise.all([arnOf(dynamo, name), arnOf(dynamo, like)]);
      await copyTags(dynamo, from, to);
    },
    async protect(name) {
      const { table } = await foundTable(dynamo, name);
      if (!table.DeletionProtectionEnabled) await setProtection(dynamo, name, true);
    },
    async note(Resource, before) {
      await lambda.send(new TagResourceCommand({ Resource, Tags: { [reservedBefore]: before } }));
    },
    async forget(Resource) {
      await lambda.send(new UntagResourceCommand({ Resource, TagKeys: [reservedBefore] }));
    },
    async reserve(FunctionName, ReservedConcurrentExecutions) {
      await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));
    },
    async unreserve(FunctionName) {
      await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
    },
    deploy,
    audit,
    now: Date.now,
    pause,
    print,
  };
}

async function foundFunctions(formation: CloudFormationClient, lambda: LambdaClient, stack: string) {
  const found: FoundFunction[] = [];
  for (const name of await namesOf(formation, stack, 'AWS::Lambda::Function')) {
    const { Configuration, Concurrency, Tags } = await lambda.send(new GetFunctionCommand({ FunctionName: name }));
    const table = Configuration?.Environment?.Variables?.TABLE_NAME;
    if (table === undefined) continue;
    const reserved = Concurrency?.ReservedConcurrentExecutions;
    const arn = Configuration?.FunctionArn ?? '';
    found.push({ name, arn, table, reserved, before: Tags?.[reservedBefore] });
  }
  return found;
}

async function historicTable(client: DynamoDBClient, TableName: string): Promise<HistoricTable | undefined> {
  try {
    const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName }));
    const unknown = { ttl: undefined, isRestorable: false, earliest: undefined, latest: undefined };
    // AWS tells the rest of it once it is made.
    if (table.TableStatus === 'CREATING') return { table, ...unknown };
    const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
    const { EarliestRestorableDateTime, LatestRestorableDateTime } =
      ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
    return {
      ...(await foundTable(client, TableName)),
      earliest: EarliestRestorableDateTime?.getTime(),
      latest: LatestRestorableDateTime?.getTime(),
    };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function arnOf(client: DynamoDBClient, TableName: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table?.TableArn ?? '';
}

/** Its output goes to the error stream: the answer may be JSON. The plan was shown, and nobody is there to approve it. */
async function deploy(words: readonly string[]): Promise<void> {
  const args = ['cdk', 'deploy', '--require-approval', 'never', ...words];
  const [code] = await once(spawn('npx', args, { stdio: ['ignore', process.stderr, process.stderr] }), 'close');
  if (code !== 0) throw new Error(`npx cdk deploy ended with ${code}: what it printed says why.`);
}
