/** A call loads only the adapter and client of its own partner. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sample } from '../support/proofs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** Uses the dependencies as a function does, and prints every module that was loaded on the way. */
const scriptFor = (call: string) => `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const { depsFor } = await import('./shared/config/app.ts');
  const deps = depsFor({});
  await Promise.resolve().then(() => ${call}).catch(() => undefined);
  console.log(JSON.stringify(loaded));
`;

const nowhere = 'http://127.0.0.1:9';
const live = {
  ...{ PAYMENT_MODE: 'real', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  POSTGRID_API_KEY: 'test_1',
  TELNYX_API_KEY: 'KEY1',
  TELNYX_CONNECTION_ID: '1',
  TELNYX_FROM_NUMBER: '+12125550100',
  ...{ STRIPE_API_BASE: nowhere, POSTGRID_API_BASE: nowhere, TELNYX_API_BASE: nowhere },
};

/** The modules by which each real partner and payment provider is reached. */
const reached = {
  stripe: /node_modules\/stripe\//,
  letters: /partners\/postgrid\/letter\.ts$/,
  checks: /partners\/postgrid\/cheque\.ts$/,
  vault: /partners\/postgrid\/vault\.ts$/,
  telnyx: /partners\/telnyx\/telnyx\.ts$/,
  addresses: /partners\/postgrid\/addresses\.ts$/,
};

async function loadedBy(call: string, environment: object): Promise<string[]> {
  const { PATH } = process.env;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', scriptFor(call)], {
    cwd: root,
    env: { PATH, TABLE_NAME: 'none', AWS_REGION: 'us-east-1', ...environment },
  });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded.some((url) => url.endsWith('/shared/config/app.ts'))).toBe(true);
  return Object.entries(reached).flatMap(([name, module]) => (loaded.some((url) => module.test(url)) ? [name] : []));
}

const fax = "'job_1', { number: '+12125550199' }";

const calls: readonly (readonly [call: string, code: string, expected: readonly string[]])[] = [
  ['nothing', 'undefined', []],
  ['the names of the partners', '[deps.partnerNames, deps.partners]', []],
  ['a letter', "deps.partners.letter.find('job_1')", ['letters']],
  ['a check', "deps.partners.check.find('job_1')", ['checks']],
  ['a fax', `deps.partners.fax.find(${fax})`, ['telnyx']],
  ['a bank account', "deps.vault.register('bank_1', { country: 'US' })", ['vault']],
  ['a payment', "deps.payments.stripe.status('cs_test_1')", ['stripe']],
];

// Each starts a process.
test.each(sample(calls, 3))('%s, with everything configured, loads its own adapter only', async (_, call, expected) => {
  expect(await loadedBy(call, live)).toEqual(expected);
});

test('addresses are looked up with live keys alone', async () => {
  const call = "deps.addresses?.verify({ addressLine1: '1 Main St', city: 'x', countryCode: 'US' })";
  expect(await loadedBy(call, live)).toEqual([]);
  expect(await loadedBy(call, { ...live, POSTGRID_API_KEY: 'live_1' })).toEqual(['addresses']);
});

test('in mock mode no real partner is loaded, and no client of a payment provider', async () => {
  const calls = ['deps.partners.letter.read', 'deps.partners.fax.read', 'deps.payments.mock.status'];
  const all = `Promise.allSettled([${calls.map((call) => `${call}('x')`).join(', ')}])`;
  expect(await loadedBy(all, { AWS_ENDPOINT_URL: nowhere, AWS_MAX_ATTEMPTS: '1' })).toEqual([]);
});
