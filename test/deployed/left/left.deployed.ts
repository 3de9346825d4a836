/** The remains of a destroyed stack, and the logs that its functions wrote. */
import { readFileSync } from 'node:fs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { manifest } from '../../../functions/manifest.ts';
import { caBank, usBank } from '../../support/e2e/desk.ts';

const log = readFileSync(process.env.DEPLOYED_LOGS ?? '', 'utf8');

/** MiniStack answers preflights by itself, and tells of no bounces. */
const started = manifest.filter(({ name, trigger }) => name !== 'preflight' && !('emailEvents' in trigger));

test.each(started)('$name ran, started by what starts it on AWS', ({ name, group }) => {
  // A handler of a group is known by its own lines.
  const line = group === undefined ? '\\bDuration:' : `"function":"${name}"`;
  expect(log).toMatch(new RegExp(`^\\S*/${(group ?? name).replaceAll('-', '')}log\\w+\\t.*${line}`, 'm'));
});

test('no request of a function was denied: its role suffices', () => {
  expect(log.match(/.*(not authorized|AccessDenied).*/g)).toBeNull();
});

test('no log holds a bank number', () => {
  for (const { account_number } of [usBank, caBank]) expect(log).not.toContain(account_number);
});

test('the tables, the documents and the secrets of both stages are left, and nothing else', async () => {
  const { TableNames = [] } = await new DynamoDBClient().send(new ListTablesCommand());
  const { Buckets = [] } = await new S3Client().send(new ListBucketsCommand());
  const { SecretList = [] } = await new SecretsManagerClient().send(new ListSecretsCommand());
  const { Functions = [] } = await new LambdaClient().send(new ListFunctionsCommand());
  const { QueueUrls = [] } = await new SQSClient().send(new ListQueuesCommand());
  const services = ['PrintAndMail', 'PrintAndMail-staging'];
  expect(TableNames.sort()).toEqual(services.map((name) => `${name}-table`).sort());
  const secrets = ['fingerprints', 'issued', 'seed'];
  expect(SecretList.map(({ Name }) => Name).sort()).toEqual(
    services.flatMap((name) => secrets.map((secret) => `${name}/${secret}`)).sort(),
  );
  expect(Buckets.map(({ Name }) => Name).sort()).toEqual([
    expect.stringMatching(/^cdk-/),
    expect.stringMatching(/^printandmail-main-/),
    expect.stringMatching(/^printandmail-staging-/),
  ]);
  expect([...Functions, ...QueueUrls]).toEqual([]);
});
