/** `npm run test:smoke` orders nothing from a service that takes real payments, and checks that service's MCP URL and commit. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../../../lib/local/gateway/http.ts';
import { journeys } from '../../smoke/journeys.ts';
import { runningReal } from '../../support/e2e/real.ts';

const service = runningReal();

/** Runs the smoke test. Returns its output, whether or not it failed. */
async function runSmokeTest(...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, '..', '..', 'smoke', 'run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]).catch((error) => error);
  return stdout;
}

test.each([
  ['its MCP URL', '/mcp', 0],
  ['a wrong MCP URL, which fails', '/nowhere', 1],
])('in real mode, with %s, the smoke test runs only the journeys that order nothing', async (_, path, failed) => {
  const stdout = await runSmokeTest('--url', service.baseUrl, '--mcp', `${service.origin}${path}`);
  const ordering = journeys.filter(({ orders }) => orders);
  for (const { title } of ordering) expect(stdout).toContain(`not run, because it would order: ${title}`);
  // Besides the journeys, the MCP URL is checked.
  const checks = journeys.length - ordering.length + 1;
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${checks - failed} passed, ${failed} failed`);
  expect([...service.stripe.sessions, ...service.postgrid.orders()]).toEqual([]);
});

test.each([
  ['0123456789ab', '0123456789abcdef0123456789abcdef01234567', '1 passed, 0 failed'],
  ['0123456789ab', '0123456', '1 passed, 0 failed'],
  ['0123456789ab', '', '0 passed, 1 failed'],
  ['0123456789ab', '0123457', '0 passed, 1 failed'],
  ['0123456789ab-dirty', '0123456', '0 passed, 1 failed'],
])('if commit %j runs and %j is expected, the smoke test ends with “%s”', async (commit, expected, ending) => {
  // Without a payment mode, no journey is run.
  const json = { 'content-type': 'application/json' };
  const { url, close } = await listen(
    createServer((_, response) => response.writeHead(200, json).end(JSON.stringify({ commit }))),
  );
  const stdout = await runSmokeTest('--url', `${url}/v1`, '--commit', expected);
  await close(0);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(ending);
});
