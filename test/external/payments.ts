/**
 * Agents' own libraries pay orders of the local service: pympp and mppx, each a letter and a fax, over HTTP and over MCP, and
 * the order of calls of Stripe's wallet. Prints `N passed, N failed` alone on its last line, and a line that begins with
 * `skipped:` for each library that this machine cannot have.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { installPython } from '../deployed/python.ts';
import { startService } from '../support/e2e/service.ts';
import { challengeIn, credentialWith } from '../support/fakes/agents.ts';
import { newReport, within } from './report.ts';

const here = join(import.meta.dirname, 'payments');
const folder = await mkdtemp(join(tmpdir(), 'payments-'));
const report = newReport();
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const service = await startService({ AGENT_PAYMENTS: 'stripe' });
const inTime = within(240, async () => {
  await service.stop();
});
const { baseUrl, origin } = service;

const party = {
  addressLine1: '12 Main St',
  city: 'Albany',
  provinceOrState: 'NY',
  postalOrZip: '12207',
  countryCode: 'US',
};
const orders = {
  letter: { to: { name: 'Ada Lovelace', ...party }, from: { name: 'Grace Hopper', ...party } },
  fax: { to_number: '+12125550199' },
} as const;

/** A new order, which waits for its payment. */
async function placed(product: keyof typeof orders): Promise<string> {
  const [quotes, jobs] = product === 'letter' ? ['quotes', 'jobs'] : ['fax-quotes', 'fax-jobs'];
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const said = (await answer.json()) as Readonly<Record<string, string>>;
    if (!answer.ok) throw new Error(JSON.stringify(said));
    return said;
  };
  const content = { text: 'Dear Ada,\n\nthe engine works.' };
  const { quote_id } = await ask(quotes, { country: 'US', ...content });
  return `${(await ask(jobs, { quote_id, [product]: { ...orders[product], ...content } })).job_id}`;
}

const asked = (jobId: string, credential?: object) =>
  fetch(`${baseUrl}/jobs/${jobId}/pay`, {
    method: 'POST',
    redirect: 'error',
    headers:
      credential === undefined
        ? {}
        : { authorization: `Payment ${Buffer.from(JSON.stringify(credential)).toString('base64url')}` },
  });
const challengeOf = async (jobId: string) => challengeIn((await asked(jobId)).headers.get('www-authenticate') ?? '');

/** The payment that an answer names: one charge has one. */
const referenceOf = (answer: Response): string =>
  JSON.parse(Buffer.from(answer.headers.get('payment-receipt') ?? '', 'base64url').toString()).reference;

await report.check('the wallet: asks, waits, asks, pays, loses the answer, and pays with another token', async () => {
  const jobId = await placed('letter');
  const [first, second] = [await challengeOf(jobId), await challengeOf(jobId)];
  if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error('the price has moved');
  const lost = asked(jobId, credentialWith(second, 'spt_test_paid_1'));
  const again = [await asked(jobId, credentialWith(first, 'spt_test_paid_2')), await asked(jobId), await lost];
  const references = new Set(again.map(referenceOf));
  if (references.size !== 1 || again.some(({ status }) => status !== 200)) throw new Error('it was paid twice');
});

for (const product of ['letter', 'fax'] as const) {
  const libraries = { pympp: await pympp(), mppx: await mppx() };
  for (const [name, pay] of Object.entries(libraries))
    if (typeof pay === 'string') console.log(`skipped: ${name} pays a ${product}: ${pay}`);
    else
      await report.check(`${name} pays a ${product} over HTTP, and another over MCP`, async () => {
        await pay(await placed(product), await placed(product));
      });
}

type Payer = (overHttp: string, overMcp: string) => Promise<unknown>;

async function pympp(): Promise<Payer | string> {
  const python = await installPython(join(folder, 'python'), process.env, join(here, 'requirements.txt'));
  if (typeof python === 'string') return python;
  return (...jobs) =>
    run(python.tool('python'), [join(here, 'pays.py'), baseUrl, `${origin}/mcp`, ...jobs], process.env);
}

/** It asks for a newer viem than it needs here, and is never installed beside the project. */
async function mppx(): Promise<Payer | string> {
  const target = join(folder, 'mppx');
  await run('mkdir', ['-p', target], process.env);
  await writeFile(join(target, 'package.json'), '{"private":true}');
  try {
    await run(
      'npm',
      ['install', '--prefix', target, '--legacy-peer-deps', '--no-audit', '--no-fund', 'mppx@0.11.0', 'viem@2.57.20'],
      process.env,
    );
  } catch {
    return 'the registry of npm cannot be reached';
  }
  const { resolve } = createRequire(join(target, 'package.json'));
  const paths = [resolve('mppx/client'), resolve('mppx/mcp/client')];
  return (...jobs) => run('node', [join(here, 'pays.mjs'), ...paths, baseUrl, `${origin}/mcp`, ...jobs], process.env);
}

inTime();
await service.stop();
process.exitCode = report.close() ? 0 : 1;
