/**
 * Calls the functions as AWS does, with stores that record every request. Each AWS service that a function needs first
 * throttles one of its calls; only then does a call succeed.
 */
import { createServer, request as forward } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type FunctionRow, manifest } from '../../../functions/manifest.ts';
import { startEmulators } from '../../../lib/local/emulators/emulators.ts';
import { listen, readBody } from '../../../lib/local/gateway/http.ts';
import { written } from '../fakes/written.ts';
import { newFolder } from '../new-folder.ts';

export type Service = 'table' | 'documents' | 'queue';

/** A call of a function in which a service throttled one request. */
interface ThrottledCall {
  readonly name: string;
  readonly service: Service;
  /** The function's response, or the error that it threw. */
  readonly answer: unknown;
  /** The lines that the function logged. */
  readonly lines: readonly { readonly level: string; readonly message?: string; readonly error?: string }[];
}

/** Returns the request in the format of `granted.ts`, such as `dynamodb:GetItem on Table of job_…`. */
type Describe = (request: { method: string; path: string; target: string; body: string }) => string;

const ofTable: Describe = ({ target, body }) => {
  const action = `dynamodb:${target.split('.').at(-1)}`;
  const { Key, Item, IndexName } = JSON.parse(body);
  return IndexName ? `${action} on Table/index/${IndexName}` : `${action} on Table of ${(Key ?? Item).id.S}`;
};

const ofDocuments: Describe = ({ method, path }) => {
  const key = path.split('/').slice(2).join('/');
  const actions: Readonly<Record<string, string>> = { PUT: 'PutObject', DELETE: 'DeleteObject' };
  return key === '' ? 's3:ListBucket on Documents' : `s3:${actions[method] ?? 'GetObject'} on Documents/${key}`;
};

/** Each service's throttling response, as sent over the wire. */
const throttles: Readonly<Record<Service, { readonly status: number; readonly type: string; readonly body: string }>> =
  {
    table: {
      status: 400,
      type: 'application/x-amz-json-1.0',
      body: '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}',
    },
    documents: {
      status: 503,
      type: 'application/xml',
      body: '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>slow</Message></Error>',
    },
    queue: { status: 400, type: 'application/x-amz-json-1.0', body: '{"__type":"com.amazonaws.sqs#RequestThrottled"}' },
  };

/** The AWS services that the function needs and that can be throttled here. */
export const servicesOf = ({ needs }: FunctionRow): readonly Service[] => [
  ...(needs.some((need) => need.startsWith('table')) ? (['table'] as const) : []),
  ...(needs.includes('documents') ? (['documents'] as const) : []),
  ...(needs.includes('queue:send') || needs.includes('outboxes:send') ? (['queue'] as const) : []),
];

/** True for the count of a rate limit, which isn't throttled here: without it, a function serves the request anyway. */
const isCount = (touch = ''): boolean => touch.startsWith('dynamodb:UpdateItem');

/** Servers in front of the emulators that record requests and can throttle one. */
class Recorder {
  readonly byFunction = new Map<string, Set<string>>();
  /** The name of the function that is being called. */
  current = '';
  /** The first of these services that is called throttles that request; the others don't. */
  throttling: readonly Service[] = [];
  throttledBy: Service | undefined;

  /** Without `describe`, requests aren't recorded. */
  watch(service: Service, url = '', describe?: Describe) {
    const server = createServer(async (received, response) => {
      const { method = '', url: path = '', headers } = received;
      const body = (await readBody(received, 50_000_000)) ?? Buffer.alloc(0);
      const target = String(headers['x-amz-target']);
      const touch = describe?.({ method, path: path.split('?')[0] ?? '', target, body: body.toString() });
      const touches = this.byFunction.get(this.current) ?? new Set();
      if (touch !== undefined) this.byFunction.set(this.current, touches.add(touch));
      if (this.throttling.includes(service) && !isCount(touch)) {
        this.throttling = [];
        this.throttledBy = service;
        const throttle = throttles[service];
        response.writeHead(throttle.status, { 'content-type': throttle.type }).end(throttle.body);
        return;
      }
      const forwarded = forward(new URL(path, url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      forwarded.end(body);
    });
    return listen(server);
  }
}

/** A renderer that always responds that too many requests are running. */
const busyRenderer = createServer((_, response) => {
  response.writeHead(429, { 'content-type': 'application/json', 'x-amzn-errortype': 'TooManyRequestsException' });
  response.end('{"Reason":"ReservedFunctionConcurrentInvocationLimitExceeded","Type":"User"}');
});

const serve = async (name: string, event: object) =>
  (await handlerNamed(name))(event, { awsRequestId: 'request', getRemainingTimeInMillis: () => 60_000 });

export type Touches = Awaited<ReturnType<typeof startTouches>>;

export async function startTouches(variables: Readonly<Record<string, string>>) {
  const emulators = await startEmulators(newFolder());
  const recorder = new Recorder();
  const throttled: ThrottledCall[] = [];
  const { variables: emulated } = emulators;
  const table = await recorder.watch('table', emulated.AWS_ENDPOINT_URL_DYNAMODB, ofTable);
  const documents = await recorder.watch('documents', emulated.AWS_ENDPOINT_URL_S3, ofDocuments);
  const queue = await recorder.watch('queue', emulated.AWS_ENDPOINT_URL_SQS);
  const lambda = await listen(busyRenderer);
  const recordedQueue = (url = '') => url.replace(emulated.AWS_ENDPOINT_URL_SQS ?? '', queue.url);
  Object.assign(process.env, emulated, variables, {
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    AWS_ENDPOINT_URL_S3: documents.url,
    AWS_ENDPOINT_URL_SQS: queue.url,
    AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    RENDER_FUNCTION: 'render',
    QUEUE_URL: recordedQueue(emulated.QUEUE_URL),
    WEBHOOKS_QUEUE_URL: recordedQueue(emulated.WEBHOOKS_QUEUE_URL),
    EMAILS_QUEUE_URL: recordedQueue(emulated.EMAILS_QUEUE_URL),
    // The SDK must not retry a throttled call.
    AWS_MAX_ATTEMPTS: '1',
  });
  /** Calls again after each throttled call. Returns the response of the first call that is not throttled, if any. */
  const callThrottled = async (name: string, event: object): Promise<{ readonly answer: unknown } | undefined> => {
    const row = manifest.find((each) => each.name === name);
    recorder.throttling = (row ? servicesOf(row) : []).filter(
      (service) => !throttled.some((call) => call.name === name && call.service === service),
    );
    if (recorder.throttling.length === 0) return undefined;
    recorder.throttledBy = undefined;
    const { answer, lines } = await written(() => serve(name, event).catch((error: unknown) => error));
    recorder.throttling = [];
    const { throttledBy } = recorder;
    if (throttledBy === undefined) return { answer };
    throttled.push({ name, service: throttledBy, answer, lines });
    return callThrottled(name, event);
  };
  return {
    /** The requests of each function. */
    byFunction: recorder.byFunction as ReadonlyMap<string, ReadonlySet<string>>,
    throttled: throttled as readonly ThrottledCall[],
    /** Returns the function's response, or throws its error. */
    async call(name: string, event: object): Promise<unknown> {
      recorder.current = name;
      const served = await callThrottled(name, event);
      if (served?.answer instanceof Error) throw served.answer;
      return served === undefined ? serve(name, event) : served.answer;
    },
    async close(): Promise<void> {
      await Promise.all([table.close(), documents.close(), queue.close(), lambda.close()]);
      await emulators.close();
    },
  };
}

export interface HttpRequest {
  readonly method?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, an object as JSON. */
  readonly body?: string | object;
}

export const httpEvent = ({ method = 'POST', path = {}, headers = {}, body }: HttpRequest): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: '/',
  rawQueryString: '',
  headers: { host: 'localhost', 'content-type': 'application/json', accept: 'application/json', ...headers },
  pathParameters: path,
  requestContext: {
    accountId: 'anonymous',
    apiId: 'api',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'tests' },
    requestId: 'request',
    routeKey: '$default',
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  isBase64Encoded: false,
});

/** A row's handler, from its own file or from its group. */
export async function handlerNamed(name: string) {
  const row = manifest.find((each) => each.name === name);
  const { handler, handlers } = await import(`../../../functions/${row?.file}.ts`);
  return handlers?.[name] ?? handler;
}
