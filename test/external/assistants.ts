/**
 * Tests the MCP endpoint with third-party tools: the inspector's command line, which lists and calls tools, and those
 * scenarios of the conformance suite that need no special tools, resources or prompts.
 */
import assert from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { text } from '../support/e2e/client.ts';
import { startService } from '../support/e2e/service.ts';
import { letterPrice } from '../support/prices.ts';
import { exitAfter, newReport } from './report.ts';

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO';
  readonly errorMessage?: string;
}

const bin = (name: string) => join(import.meta.dirname, 'node_modules', '.bin', name);

interface RunResult {
  readonly exitCode: number;
  readonly stdout: string;
}

async function run(name: string, options: readonly string[]): Promise<RunResult> {
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' };
  try {
    const { stdout } = await promisify(execFile)(bin(name), options, { env, timeout: 60_000, maxBuffer: 10_000_000 });
    return { exitCode: 0, stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    return { exitCode: typeof code === 'number' ? code : -1, stdout: stdout + stderr };
  }
}

/** The suite's results, by scenario. */
async function checksIn(folder: string): Promise<Map<string, Check[]>> {
  const checks = new Map<string, Check[]>();
  for (const name of await readdir(folder)) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
    checks.set(scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')));
  }
  return checks;
}

const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

const report = newReport();
const service = await startService();
const results = await mkdtemp(join(tmpdir(), 'conformance-'));
const stop = () => Promise.all([service.stop(), rm(results, { recursive: true, force: true })]);
const cancelTimeout = exitAfter(240, stop);
const url = `${service.origin}/mcp`;

const inspector = (...options: string[]) => run('mcp-inspector', ['--cli', url, ...options]);
const callTool = (tool: string, ...values: string[]) =>
  inspector('--method', 'tools/call', '--tool-name', tool, ...values.flatMap((value) => ['--tool-arg', value]));

const tools = [
  'quote_letter',
  'create_letter_job',
  'get_job_status',
  'cancel_letter',
  'quote_check',
  'create_check_job',
  'quote_fax',
  'create_fax_job',
  'get_proof_of_mailing',
  'verify_address',
];

try {
  await report.check('the inspector lists the ten tools', async () => {
    const { exitCode, stdout } = await inspector('--method', 'tools/list');
    assert(exitCode === 0, stdout);
    const names = (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
    assert(names.toSorted().join() === tools.toSorted().join(), `listed ${names.join(', ')}`);
  });
  await report.check('the inspector gets a quote', async () => {
    const { exitCode, stdout } = await callTool('quote_letter', 'country=US', `text=${text}`);
    assert(exitCode === 0, stdout);
    const { structuredContent } = JSON.parse(stdout) as { structuredContent: { total: string } };
    assert(structuredContent.total === letterPrice().total, stdout);
  });
  await report.check('the inspector gets an error result', async () => {
    const { stdout } = await callTool('quote_letter', 'country=FR', `text=${text}`);
    assert(/"isError": true/.test(stdout) && /invalid_request/.test(stdout), stdout);
  });
  await run('conformance', ['server', '--url', url, '--suite', 'all', '-o', results]);
  const checksByScenario = await checksIn(results);
  for (const scenario of scenarios)
    await report.check(`conformance: ${scenario}`, () => {
      const checks = checksByScenario.get(scenario) ?? [];
      const passed = checks.some(({ status }) => status === 'SUCCESS');
      assert(passed && checks.every(({ status }) => status !== 'FAILURE'), JSON.stringify(checks));
    });
} finally {
  cancelTimeout();
  await stop();
}
process.exitCode = report.close() ? 0 : 1;
