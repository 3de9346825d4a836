/** Checks the data that a destroyed stack leaves, and the logs of its functions. */
import { readFileSync } from 'node:fs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { manifest } from '../../../functions/manifest.ts';
import { usBank } from '../../support/e2e/desk.ts';

const log = readFileSync(process.env.DEPLOYED_LOGS ?? '', 'utf8');

/** MiniStack responds to preflights itself, and sends no bounces. */
const invoked = manifest.filter(({ name, trigger }) => name !== 'preflight' && !('emailEvents' in trigger));

test.each(invoked)('$name was called by its trigger', ({ name, group }) => {
  // A handler of a group is recognized by its own log lines.
  const line = group === undefined ? '\\bDuration:' : `"function":"${name}"`;
  expect(log).toMatch(new RegExp(`^\\S*/${(group ?? name).replaceAll('-', '')}log\\w+\\t.*${line}`, 'm'));
});

test('no request of a function was denied', () => {
  expect(log.match(/.*(not authorized|AccessDenied).*/g)).toBeNull();
});

test('no log contains a bank number', () => {
  for (const number of [usBank.account_number, usBank.routing_number]) expect(log).not.toContain(number);
});

test('only the tables, documents and secrets of both stages are left', async () => {
  const { TableNames = [] } = await new DynamoDBClient().send(new ListTablesCommand());
  const { Buckets = [] } = await new S3Client().send(new ListBucketsCommand());
  const { SecretList = [] } = await new SecretsManagerClient().send(new ListSecretsCommand());
  const { Functions = [] } = await new LambdaClient().send(new ListFunctionsCommand());
  const { QueueUrls = [] } = await new SQSClient().send(new ListQueuesCommand());
  const stacks = ['PrintAndMail', 'PrintAndMail-staging'];
  expect(TableNames.sort()).toEqual(stacks.map((name) => `${name}-table`).sort());
  const secrets = ['fingerprints', 'issued', 'seed'];
  expect(SecretList.map(({ Name }) => Name).sort()).toEqual(
    stacks.flatMap((name) => secrets.map((secret) => `${name}/${secret}`)).sort(),
  );
  expect(Buckets.map(({ Name }) => Name).sort()).toEqual([
    expect.stringMatching(/^cdk-/),
    expect.stringMatching(/^printandmail-main-/),
    expect.stringMatching(/^printandmail-staging-/),
  ]);
  expect([...Functions, ...QueueUrls]).toEqual([]);
});
