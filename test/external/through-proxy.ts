/**
 * Runs the REST calls once through a validating proxy: every operation of docs/openapi.json, in good cases and in bad.
 * It fails on an answer that the document does not describe, and on a described answer that nobody got.
 * Bodies that are not JSON, and pages for people, are checked elsewhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, clientOf } from '../support/e2e/client.ts';
import { startPdfServer } from '../support/e2e/pdf-server.ts';
import { startService } from '../support/e2e/service.ts';
import { type Call, journeys } from './journeys.ts';
import { startProxy } from './prism.ts';
import { newReport, within } from './report.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, object>>;
}

/** Another one may be named, to see what is found in it. */
const document = process.argv[2] ?? join(import.meta.dirname, '../..', 'docs', 'openapi.json');

const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, Record<string, Operation>> };

const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    // The text before a variable decides, where both would fit.
    pattern: new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    variables: path.split('{').length - 1,
    operation,
  })),
);

const operationOf = (method: string, path: string): Operation | undefined =>
  described
    .filter((one) => one.method === method && one.pattern.test(path))
    .sort((a, b) => a.variables - b.variables)[0]?.operation;

/** Answers that a caller cannot provoke in test mode. */
const unseen: readonly (readonly [operation: RegExp, status: string, why: string])[] = [
  [/^receive(Postgrid|Telnyx)Event$/, '200', 'signed by partners, whom only real mode has'],
  [/^receive(Postgrid|Telnyx)Event$/, '400', 'what is not signed is not read'],
  [/^receive(Postgrid|Telnyx)Event$/, '503', 'only a signed event can come too early'],
  [/./, '500', 'accidents do not come when called'],
  [/./, '413', 'the proxy takes no such body; the journeys have it'],
  [/^(?!registerBankAccount$)/, '429', 'only the bank account’s limit is on here'],
  [/^(?!registerBankAccount$)/, '503', 'nobody is overloaded here, and everybody answers; test/cloud has it'],
  [/^create/, '409', 'needs two requests at the same moment; the journeys have it'],
  [/^create/, '422', 'only an operator puts somebody on the stop list; test/orders has it'],
  [/^receiveStripeEvent$/, '401', 'test mode looks at no signature'],
];

const report = newReport();
const pdfs = await startPdfServer();
const service = await startService({ PDF_URL_ALLOW_HOSTS: pdfs.host });
const proxy = await startProxy(service.baseUrl, document);
const stop = () => Promise.all([proxy.stop(), service.stop(), pdfs.close()]);
const inTime = within(180, stop);

const seen = new Set<string>();
const api = clientOf(proxy.url);
/** Links in answers lead to the service itself. */
const through = (path: string) => path.replace(service.baseUrl, proxy.url);

function judge(operation: Operation | undefined, { status, headers, text }: Answer, wanted: number): void {
  const violations = headers.get('sl-violations');
  if (violations !== null) throw new Error(violations);
  if (operation === undefined) throw new Error('the document does not know this operation');
  // The service has problems of its own: this is the proxy's.
  if (headers.get('content-type')?.includes('problem+json') && text.includes('stoplight.io')) throw new Error(text);
  if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}: ${text.slice(0, 300)}`);
  seen.add(`${operation.operationId} ${status}`);
}

const call: Call = async (wanted, method, path, body, headers) => {
  const address = through(path);
  const calls = {
    GET: () => api.get(address, headers),
    POST: () => api.post(address, body, headers),
    DELETE: () => api.remove(address),
  };
  const answer = await calls[method]();
  const relative = new URL(address.startsWith('http') ? address : proxy.url + address).pathname;
  await report.check(`${method} ${relative} ${wanted}`, () => judge(operationOf(method, relative), answer, wanted));
  return answer;
};

try {
  await report.check('the journeys end', () => journeys(call, pdfs));
  for (const { operation } of described)
    for (const status of Object.keys(operation.responses)) {
      const { operationId } = operation;
      if (unseen.some(([which, code]) => which.test(operationId) && code === status)) continue;
      await report.check(`${operationId} answers ${status}`, () => {
        if (!seen.has(`${operationId} ${status}`)) throw new Error('it is described, but nothing here has led to it');
      });
    }
} finally {
  inTime();
  await stop();
}
process.exitCode = report.close() ? 0 : 1;
