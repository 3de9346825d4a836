/** The emulators serve only this service: no web page, no other user of the machine, no forged signature. */
import { request as httpRequest } from 'node:http';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { clientOptions, region } from '../../lib/local/emulators/aws.ts';
import { startEmulators } from '../../lib/local/emulators/emulators.ts';
import { startInvoke } from '../../lib/local/emulators/invoke.ts';
import { openFunctions } from '../../lib/local/functions.ts';
import type { ListeningServer } from '../../lib/local/gateway/http.ts';
import { newFolder } from '../support/new-folder.ts';

let emulators: Awaited<ReturnType<typeof startEmulators>>;
let invoke: ListeningServer;

beforeAll(async () => {
  emulators = await startEmulators(newFolder());
  const common = { file: 'x', needs: [], timeoutSeconds: 5, memoryMb: 512 };
  const functions = openFunctions(async () => ({ handler: async () => {} }));
  invoke = await startInvoke([{ ...common, name: 'operate', trigger: { invoke: true } }], functions);
});
afterAll(() => Promise.all([emulators.close(), invoke.close()]));

const emulatorNames = ['DYNAMODB', 'S3', 'SQS', 'LAMBDA'] as const;
const urlOf = (name: (typeof emulatorNames)[number]): string =>
  name === 'LAMBDA' ? invoke.url : (emulators.variables[`AWS_ENDPOINT_URL_${name}`] ?? '');

interface HttpRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends headers that `fetch` would not. */
const send = (url: string, { method = 'POST', path = '/', headers = {} }: HttpRequest) =>
  new Promise<{ status: number | undefined; allowed: unknown }>((resolve, reject) => {
    httpRequest(url + path, { method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, allowed: response.headers['access-control-allow-origin'] });
    })
      .on('error', reject)
      .end();
  });

const refused = { status: 403, allowed: undefined };

test.each(emulatorNames)(
  'the emulator of %s refuses preflights, unsigned requests, forged signatures and other hosts',
  async (name) => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    expect(await send(urlOf(name), { method: 'OPTIONS', headers: origin })).toEqual(refused);
    expect(await send(urlOf(name), { method: 'GET' })).toEqual(refused);
    const forged = `AWS4-HMAC-SHA256 Credential=local/20200101/${region}/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
    for (const authorization of ['x', forged]) {
      expect(await send(urlOf(name), { headers: { authorization, 'x-amz-date': '20200101T000000Z' } })).toEqual(
        refused,
      );
      expect(await send(urlOf(name), { headers: { authorization, host: 'evil.example' } })).toEqual(refused);
    }
  },
);

const scan = (client: DynamoDBClient) => client.send(new ScanCommand({ TableName: 'jobs' }));

test('only a signature with the key of this process is accepted, but not from a web page', async () => {
  const endpoint = urlOf('DYNAMODB');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const stranger = new DynamoDBClient({ endpoint, region, credentials });
  await expect(scan(stranger)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  const client = new DynamoDBClient({ endpoint, ...clientOptions });
  expect(await scan(client)).toMatchObject({ Items: [] });
  client.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers.origin = 'https://evil.example';
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await expect(scan(client)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  for (const each of [stranger, client]) each.destroy();
});
