/** `npm run test:smoke` orders nothing from a service that takes real payments. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { journeys } from '../../smoke/journeys.ts';
import { type RealService, startRealService } from '../../support/e2e/real.ts';

let service: RealService;
beforeAll(async () => {
  service = await startRealService();
});
afterAll(() => service.stop());

test('in real mode the smoke test runs only the journeys that order nothing', async () => {
  const script = join(import.meta.dirname, '..', '..', 'smoke', 'run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--url', service.baseUrl]);
  const ordering = journeys.filter(({ orders }) => orders);
  for (const { promise } of ordering) expect(stdout).toContain(`not run, because it would order: ${promise}`);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${journeys.length - ordering.length + 1} passed, 0 failed`);
  expect([...service.stripe.sessions, ...service.postgrid.orders()]).toEqual([]);
});
