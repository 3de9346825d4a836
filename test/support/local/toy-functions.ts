/** Toy handlers that use the AWS clients exactly as the product does: nothing but the environment. */

import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import type { LoadHandler } from '../../../lib/local/functions.ts';

const { TABLE_NAME, DOCUMENTS_BUCKET, QUEUE_URL, RENDER_FUNCTION } = process.env;
const table = () => new DynamoDBClient({});
const documents = () => new S3Client({});
const fulfilled = new Map<string, PromiseWithResolvers<string>>();
const swept = Promise.withResolvers<string[]>();

const fulfilment = (id: string) => {
  const known = fulfilled.get(id) ?? Promise.withResolvers<string>();
  fulfilled.set(id, known);
  return known;
};

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const idOf = (event: unknown) => (event as APIGatewayProxyEventV2).pathParameters?.id ?? '';

const handlers: Record<string, (event: unknown) => Promise<unknown>> = {
  health: async () => json(200, { ok: true }),
  'not-found': async () => json(404, { error: 'not_found' }),
  keep: async (event) => {
    const id = idOf(event);
    const Body = (event as APIGatewayProxyEventV2).body ?? '';
    await documents().send(new PutObjectCommand({ Bucket: DOCUMENTS_BUCKET, Key: id, Body }));
    const Item = { id: { S: id }, due: { S: 'due' }, due_at: { N: '1' } };
    await table().send(new PutItemCommand({ TableName: TABLE_NAME, Item }));
    return json(201, { id });
  },
  show: async (event) => {
    const id = idOf(event);
    const { Item } = await table().send(new GetItemCommand({ TableName: TABLE_NAME, Key: { id: { S: id } } }));
    const { Body } = await documents().send(new GetObjectCommand({ Bucket: DOCUMENTS_BUCKET, Key: id }));
    return json(200, { id: Item?.id?.S, document: await Body?.transformToString() });
  },
  hurry: async (event) => {
    const id = idOf(event);
    await new SQSClient({}).send(new SendMessageCommand({ QueueUrl: QUEUE_URL, MessageBody: id }));
    return json(200, { source: await fulfilment(id).promise });
  },
  draw: async () => {
    const { Payload } = await new LambdaClient({}).send(
      new InvokeCommand({ FunctionName: RENDER_FUNCTION, Payload: JSON.stringify({ html: '<p>' }) }),
    );
    return json(200, JSON.parse(Payload?.transformToString() ?? 'null'));
  },
  swept: async () => json(200, await swept.promise),
  fulfil: async (event) => {
    for (const record of (event as SQSEvent).Records) fulfilment(record.body).resolve(record.eventSourceARN);
    return { batchItemFailures: [] };
  },
  reconcile: async () => {
    const found = await table().send(
      new QueryCommand({
        TableName: TABLE_NAME,
        IndexName: 'due',
        KeyConditionExpression: 'due = :due',
        ExpressionAttributeValues: { ':due': { S: 'due' } },
      }),
    );
    swept.resolve((found.Items ?? []).map(({ id }) => id?.S ?? ''));
  },
  render: async (event) => ({ drawn: event }),
};

export const loadToy: LoadHandler = async ({ name }) => {
  const handler = handlers[name];
  if (!handler) throw new Error(`no toy ${name}`);
  return { handler };
};
