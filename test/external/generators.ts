/**
 * openapi-python-client makes client/python of docs/openapi.json, and the client orders a letter, a check and a fax from the
 * local service. Prints `N passed, N failed` alone on its last line, and a line that begins with `skipped:` where this
 * machine cannot have the generator.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from '../deployed/processes.ts';
import { installPython } from '../deployed/python.ts';
import { startService } from '../support/e2e/service.ts';
import { checkPythonClient } from './generators/python-client.ts';
import { newReport, within } from './report.ts';

const here = join(import.meta.dirname, 'generators');
const folder = await mkdtemp(join(tmpdir(), 'generators-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const service = await startService();
const inTime = within(1_140, async () => {
  await service.stop();
});
const report = newReport();
const environment = { ...process.env };

const python = await installPython(join(folder, 'python'), environment, join(here, 'requirements.txt'));

if (typeof python === 'string') console.log(`skipped: openapi-python-client: ${python}`);
else await checkPythonClient({ tools: python, folder, environment, service: service.baseUrl, report });
await service.stop();
inTime();
// Nothing was counted where the generator is not there.
process.exitCode = report.close() || typeof python === 'string' ? 0 : 1;
