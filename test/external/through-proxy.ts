/**
 * Runs the journeys through a validating proxy. A check fails for each response that docs/openapi.json doesn't describe, and
 * for each described response that no call got. Bodies that aren't JSON, and pages for people, are tested elsewhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, clientOf } from '../support/e2e/client.ts';
import { startPdfServer } from '../support/e2e/pdf-server.ts';
import { startService } from '../support/e2e/service.ts';
import { type Call, journeys } from './journeys.ts';
import { startProxy } from './prism.ts';
import { exitAfter, newReport } from './report.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, object>>;
}

/** The argument may name another document. */
const document = process.argv[2] ?? join(import.meta.dirname, '../..', 'docs', 'openapi.json');

const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, Record<string, Operation>> };

const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    variableCount: path.split('{').length - 1,
    operation,
  })),
);

/** If two paths match, the one with fewer variables. */
const operationOf = (method: string, path: string): Operation | undefined =>
  described
    .filter((candidate) => candidate.method === method && candidate.pattern.test(path))
    .sort((a, b) => a.variableCount - b.variableCount)[0]?.operation;

/** Responses that a client can't get in test mode. */
const unreachable: readonly (readonly [operation: RegExp, status: string, why: string])[] = [
  [/^receive(Postgrid|Telnyx)Event$/, '200', 'needs the signature of a partner, which only real mode has'],
  [/^receive(Postgrid|Telnyx)Event$/, '400', 'an unsigned event is refused before its body is parsed'],
  [/^receive(Postgrid|Telnyx)Event$/, '503', 'only a signed event can come too early'],
  [/./, '500', 'no request causes it'],
  [/./, '413', 'the proxy accepts no such body; test/e2e has it'],
  [/^(?!registerBankAccount$)/, '429', 'only the limit of bank accounts is on here'],
  [/^(?!registerBankAccount$)/, '503', 'nothing is overloaded or down here; test/cloud has it'],
  [/^create/, '409', 'needs two simultaneous requests'],
  [/^create/, '422', 'only an operator adds to the stop list; test/orders has it'],
  [/^receiveStripeEvent$/, '401', 'test mode checks no signature'],
];

const report = newReport();
const pdfs = await startPdfServer();
const service = await startService({ PDF_URL_ALLOW_HOSTS: pdfs.host });
const proxy = await startProxy(service.baseUrl, document);
const stop = () => Promise.all([proxy.stop(), service.stop(), pdfs.close()]);
const cancelTimeout = exitAfter(180, stop);

const seenResponses = new Set<string>();
const api = clientOf(proxy.url);
/** Links in responses point to the service itself. */
const throughProxy = (path: string) => path.replace(service.baseUrl, proxy.url);

function checkResponse(operation: Operation | undefined, { status, headers, text }: Answer, expected: number): void {
  const violations = headers.get('sl-violations');
  if (violations !== null) throw new Error(violations);
  if (operation === undefined) throw new Error('the document does not describe this operation');
  // A problem of the proxy, not of the service.
  if (headers.get('content-type')?.includes('problem+json') && text.includes('stoplight.io')) throw new Error(text);
  if (status !== expected) throw new Error(`status ${status} instead of ${expected}: ${text.slice(0, 300)}`);
  seenResponses.add(`${operation.operationId} ${status}`);
}

const call: Call = async (expected, method, path, body, headers) => {
  const url = throughProxy(path);
  const calls = {
    GET: () => api.get(url, headers),
    POST: () => api.post(url, body, headers),
    DELETE: () => api.remove(url),
  };
  const response = await calls[method]();
  const { pathname } = new URL(url.startsWith('http') ? url : proxy.url + url);
  const operation = operationOf(method, pathname);
  await report.check(`${method} ${pathname} ${expected}`, () => checkResponse(operation, response, expected));
  return response;
};

try {
  await report.check('the journeys complete', () => journeys(call, pdfs));
  for (const { operation } of described)
    for (const status of Object.keys(operation.responses)) {
      const { operationId } = operation;
      if (unreachable.some(([pattern, code]) => pattern.test(operationId) && code === status)) continue;
      await report.check(`${operationId} returns ${status}`, () => {
        if (!seenResponses.has(`${operationId} ${status}`)) throw new Error('it is described, but no call got it');
      });
    }
} finally {
  cancelTimeout();
  await stop();
}
process.exitCode = report.close() ? 0 : 1;
