/**
 * Generates client/python from docs/openapi.json with openapi-python-client, and orders a letter, a check and a fax from
 * the local service with it. The last line of the output is `N passed, N failed` and nothing else; a line that begins with
 * `skipped:` says why the generator can't run on this machine.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from '../deployed/processes.ts';
import { installPythonPackages } from '../deployed/python.ts';
import { startService } from '../support/e2e/service.ts';
import { checkPythonClient } from './generators/python-client.ts';
import { exitAfter, newReport } from './report.ts';

const here = join(import.meta.dirname, 'generators');
const folder = await mkdtemp(join(tmpdir(), 'generators-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const service = await startService();
const cancelTimeout = exitAfter(19 * 60, service.stop);
const report = newReport();
const environment = { ...process.env };

const python = await installPythonPackages(join(folder, 'python'), environment, join(here, 'requirements.txt'));

if (typeof python === 'string') console.log(`skipped: openapi-python-client: ${python}`);
else await checkPythonClient({ tools: python, folder, environment, service: service.baseUrl, report });
await service.stop();
cancelTimeout();
// Without the generator, nothing is counted.
process.exitCode = report.close() || typeof python === 'string' ? 0 : 1;
