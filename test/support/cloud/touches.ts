/** The functions themselves, called as AWS calls them, with stores that record every request. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { manifest } from '../../../functions/manifest.ts';
import { startEmulators } from '../../../lib/local/emulators/emulators.ts';
import { listen } from '../../../lib/local/gateway/listen.ts';
import { readBody } from '../../../lib/local/gateway/read-body.ts';

/** In the words of `granted.ts`: `dynamodb:GetItem on Table of job_…`. */
export interface Touches {
  readonly by: ReadonlyMap<string, ReadonlySet<string>>;
  /** The answer, parsed if it is JSON. */
  call(name: string, event: object): Promise<unknown>;
  close(): Promise<void>;
}

type Describe = (asked: { method: string; path: string; target: string; body: string }) => string;

const ofTable: Describe = ({ target, body }) => {
  const action = `dynamodb:${target.split('.').at(-1)}`;
  const { Key, Item, IndexName } = JSON.parse(body);
  return IndexName ? `${action} on Table/index/${IndexName}` : `${action} on Table of ${(Key ?? Item).id.S}`;
};

const ofDocuments: Describe = ({ method, path }) =>
  `s3:${method === 'PUT' ? 'PutObject' : 'GetObject'} on Documents/${path.split('/').slice(2).join('/')}`;

export async function startTouches(variables: Readonly<Record<string, string>>): Promise<Touches> {
  const folder = await mkdtemp(join(tmpdir(), 'touches-'));
  const emulators = await startEmulators(folder, 30);
  const by = new Map<string, Set<string>>();
  let current = '';
  const watched = (url: string, describe: Describe) =>
    listen(
      createServer(async (received, response) => {
        const { method = '', url: path = '', headers } = received;
        const body = (await readBody(received, 50_000_000)) ?? Buffer.alloc(0);
        const touch = describe({
          ...{ method, path: path.split('?')[0] ?? '', target: String(headers['x-amz-target']) },
          body: body.toString(),
        });
        by.set(current, (by.get(current) ?? new Set()).add(touch));
        const passed = forward(new URL(path, url), { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        });
        passed.end(body);
      }),
    );
  const table = await watched(emulators.variables.AWS_ENDPOINT_URL_DYNAMODB ?? '', ofTable);
  const documents = await watched(emulators.variables.AWS_ENDPOINT_URL_S3 ?? '', ofDocuments);
  Object.assign(process.env, emulators.variables, variables, {
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    AWS_ENDPOINT_URL_S3: documents.url,
  });
  return {
    by,
    async call(name, event) {
      current = name;
      const { file } = manifest.find((row) => row.name === name) ?? { file: name };
      const { handler } = await import(`../../../functions/${file}.ts`);
      return handler(event, { awsRequestId: 'request', getRemainingTimeInMillis: () => 60_000 });
    },
    async close() {
      await Promise.all([table.close(), documents.close()]);
      await emulators.close();
      await rm(folder, { recursive: true });
    },
  };
}

export interface Asked {
  readonly method?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, or as JSON. */
  readonly body?: string | object;
}

export const httpEvent = ({ method = 'POST', path = {}, headers = {}, body }: Asked): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: '/',
  rawQueryString: '',
  headers: { host: 'localhost', 'content-type': 'application/json', accept: 'application/json', ...headers },
  pathParameters: path,
  requestContext: {
    ...{ accountId: 'anonymous', apiId: 'api', domainName: 'localhost', domainPrefix: 'localhost' },
    http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'tests' },
    ...{ requestId: 'request', routeKey: '$default', stage: '$default', time: '', timeEpoch: 0 },
  },
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  isBase64Encoded: false,
});
