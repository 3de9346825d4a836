/**
 * Checks the requests that the service made to its partners in the tests against the partners' own descriptions. The
 * argument is the folder where test/support/doubles/wire.ts recorded them. The last line is only `N passed, N failed`; a
 * line that begins with `skipped:` names each check that this machine can't run.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from '../deployed/processes.ts';
import { telnyx } from './partner-apis/fax-partners.ts';
import type { Description } from './partner-apis/operations.ts';
import { postgrid } from './partner-apis/print-partners.ts';
import { type Request, readRequests } from './partner-apis/requests.ts';
import { postgridTypes, telnyxTypes } from './partner-apis/sources.ts';
import { type StripeMock, startStripeMock } from './partner-apis/stripe-mock.ts';
import { misspelled, validatorFor } from './partner-apis/validate.ts';
import { exitAfter, newReport } from './report.ts';

const requests = await readRequests(process.argv[2] ?? '');
const folder = await mkdtemp(join(tmpdir(), 'partner-apis-'));
const report = newReport();
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const cancelTimeout = exitAfter(240);

const skipped: string[] = [];
const madeTo = (partner: Request['partner']) => requests.filter((request) => request.partner === partner);
const lineOf = ({ method, url }: Request) => `${method} ${url.slice(0, 80)}`;

/** Checks that the requests of each operation pass, and that they would not pass with a misspelled field. */
async function checkPartner(description: Description): Promise<void> {
  const { faultsOf, operationOf } = validatorFor(description);
  const { partner, operations } = description;
  const unknown = madeTo(partner).filter((request) => operationOf(request) === undefined);
  await report.check(`${partner} has every operation that was called`, () => rejectFaults(unknown, faultsOf));
  for (const operation of operations) {
    const calls = madeTo(partner).filter((request) => operationOf(request) === operation);
    if (calls.length === 0) continue;
    const name = `${partner}: ${operation.method} ${operation.path.source}`;
    await report.check(`${name} allows the ${calls.length} requests`, () => rejectFaults(calls, faultsOf));
    if (operation.query ?? operation.bodies)
      await report.check(`${name} refuses a misspelled field`, () => misspellFields(calls, faultsOf));
  }
  await report.check(`${partner} got orders`, () => {
    if (!madeTo(partner).some(({ method, path }) => method === 'POST' && /\/(letters|faxes)$/.test(path)))
      throw new Error('no order was recorded: requests.ts keeps only requests that accept application/json');
  });
}

function rejectFaults(calls: readonly Request[], faultsOf: (request: Request) => readonly string[]): void {
  const wrong = calls
    .map((request) => ({ request, faults: faultsOf(request) }))
    .filter(({ faults }) => faults.length > 0);
  if (wrong.length === 0) return;
  const examples = wrong
    .slice(0, 3)
    .map(({ request, faults }) =>
      [lineOf(request), ...faults.slice(0, 8).map((fault) => fault.slice(0, 200))].join('\n    '),
    );
  throw new Error(`${wrong.length} of ${calls.length}\n  ${examples.join('\n  ')}`);
}

/** Throws if a misspelled field passes in the first valid request of each type. */
function misspellFields(calls: readonly Request[], faultsOf: (request: Request) => readonly string[]): void {
  for (const part of ['query', 'body'] as const)
    for (const type of new Set(calls.map((request) => request.type))) {
      const first = calls.find((request) => request.type === type && faultsOf(request).length === 0);
      for (const { name, value } of misspelled(first?.[part]))
        if (first !== undefined && faultsOf({ ...first, [part]: value }).length === 0)
          throw new Error(`${part} ${name}, misspelled, would pass in ${lineOf(first)}`);
    }
}

async function checkStripe(mock: StripeMock): Promise<void> {
  const callsByOperation = Map.groupBy(
    madeTo('stripe'),
    ({ method, path }) => `${method} ${path.replace(/\/\w+_\w{10,}/, '/:id')}`,
  );
  for (const [name, calls] of callsByOperation) {
    await report.check(`stripe: ${name} allows the ${calls.length} requests`, async () => {
      for (const request of calls) {
        const fault = await mock.faultOf(request);
        if (fault !== undefined) throw new Error(`${lineOf(request)}\n    ${fault}\n    ${request.sent}`);
      }
    });
    const [first] = calls.filter(({ sent }) => sent !== '');
    if (first !== undefined)
      await report.check(`stripe: ${name} refuses a misspelled field`, () => misspellForm(mock, first));
  }
  // Without this call, the checks above prove nothing.
  await report.check('stripe got orders', () => {
    if (!callsByOperation.has('POST /v1/checkout/sessions'))
      throw new Error('no test has made POST /v1/checkout/sessions');
  });
}

/**
 * Misspells the top-level fields of the form. The mock doesn't check the names of nested fields; the compiler does, because
 * our adapter calls Stripe's typed client.
 */
async function misspellForm(mock: StripeMock, request: Request): Promise<void> {
  const fields = [...new URLSearchParams(request.sent)];
  for (const name of new Set(fields.map(([field]) => field.split('[')[0] ?? ''))) {
    const changed = fields.map(([field, value]): [string, string] => [
      field.replace(name, `${name.slice(0, -1)}_`),
      value,
    ]);
    const fault = await mock.faultOf({ ...request, sent: `${new URLSearchParams(changed)}` });
    if (fault === undefined) throw new Error(`${name}, misspelled, would pass`);
  }
}

const env = process.env;
const [telnyxDefinitions, postgridDefinitions, mock] = await Promise.all([
  telnyxTypes(env),
  postgridTypes(join(folder, 'python'), env),
  startStripeMock(folder, env),
]);
await checkPartner(telnyx(telnyxDefinitions));
if (typeof postgridDefinitions === 'string') skipped.push(`skipped: PostGrid's description: ${postgridDefinitions}`);
else await checkPartner(postgrid(postgridDefinitions));
if (typeof mock === 'string') skipped.push(`skipped: stripe-mock: ${mock}`);
else await checkStripe(mock).finally(() => mock.close());
cancelTimeout();
for (const line of skipped) console.log(line);
process.exitCode = report.close() ? 0 : 1;
