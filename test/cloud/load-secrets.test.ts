/** A function loads its keys before its own code runs, and reads only the secrets that it uses. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signingKeyOf } from '../../lib/cloud/packaging/load-secrets.ts';
import { readBody } from '../../lib/local/gateway/http.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'lib', 'cloud', 'packaging', 'load-secrets.ts');
const seed = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab';

type SecretContent = Readonly<Record<string, string>> | string;
/** The secret of the signing key: its fields, or a text that an operator mistyped. */
let secret: SecretContent = {};
/** The secret of the keys that partners have issued. */
let issued: SecretContent = {};
/** The secrets and items that were read. */
const reads: string[] = [];
beforeEach(() => {
  secret = {};
  issued = {};
  reads.length = 0;
});
/** The number of reads that are throttled before one succeeds. */
let throttles = 0;
const aws = createServer(async (request, response) => {
  const { SecretId, Key } = JSON.parse(`${await readBody(request, 10_000)}`);
  reads.push(SecretId ?? Key.id.S);
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  if (throttles > 0) {
    throttles -= 1;
    response.writeHead(400).end('{"__type":"ThrottlingException"}');
    return;
  }
  const content = { [issuedArn]: issued, [fingerprintsArn]: { FINGERPRINT_KEY } }[String(SecretId)] ?? secret;
  response.end(JSON.stringify({ SecretString: typeof content === 'string' ? content : JSON.stringify(content) }));
});
let url = '';
beforeAll(async () => {
  await once(aws.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
});
afterAll(() => {
  aws.closeAllConnections();
  aws.close();
});

const [seedArn, issuedArn, fingerprintsArn] = ['arn:of-the-seed', 'arn:of-issued-keys', 'arn:of-fingerprints'];
const isInSeedSecret = (field: string) => field === 'RECEIPT_SIGNING_KEY';
const FINGERPRINT_KEY = 'f'.repeat(64);

/** Starts a function that needs `fields` and returns its environment after that. Rejects if the start fails. */
async function start(
  fields: string,
  environment: Readonly<Record<string, string>> = {},
  startCode = `await (await import(${JSON.stringify(script)})).loadKeys();`,
) {
  const seedFields = fields.split(',').filter(isInSeedSecret).join();
  const issuedFields = fields
    .split(',')
    .filter((field) => !isInSeedSecret(field) && field !== 'FINGERPRINT_KEY')
    .join();
  const code = `${startCode} console.log(JSON.stringify(process.env))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    env: {
      SECRET_ARN: seedArn,
      SECRET_FIELDS: seedFields,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
      ...(fields.includes('FINGERPRINT_KEY') && { FINGERPRINTS_ARN: fingerprintsArn }),
      ...(issuedFields === '' ? {} : { ISSUED_KEYS_ARN: issuedArn, ISSUED_KEYS_FIELDS: issuedFields }),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      ...environment,
    },
  });
  return JSON.parse(stdout) as Record<string, string>;
}

/** The errors that a function prints when its start fails; empty if it starts. */
const errorsOfStart = (...input: Parameters<typeof start>): Promise<string> =>
  start(...input).then(
    () => '',
    ({ stderr }: { readonly stderr: string }) => stderr,
  );

test('a function gets only the secret fields that it needs, and an empty field counts as missing', async () => {
  issued = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: '', TELNYX_API_KEY: 'KEY1' };
  const environment = await start('STRIPE_SECRET_KEY,STRIPE_WEBHOOK_SECRET');
  expect(environment).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_1' });
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'TELNYX_API_KEY', 'RECEIPT_SIGNING_SEED', 'RECEIPT_SIGNING_KEY'])
    expect(environment).not.toHaveProperty(name);
});

test('a throttled start reads the secret again, because AWS would respond with 500 if the start failed', async () => {
  issued = { STRIPE_SECRET_KEY: 'sk_test_1' };
  throttles = 2;
  expect(await start('STRIPE_SECRET_KEY')).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(throttles).toBe(0);
});

test('the signing key is derived from the seed, unless the operator has set one', async () => {
  secret = { RECEIPT_SIGNING_SEED: seed };
  expect(JSON.parse((await start('RECEIPT_SIGNING_KEY')).RECEIPT_SIGNING_KEY ?? '')).toMatchObject({ crv: 'Ed25519' });
  const operatorKey = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43), d: 'd'.repeat(43) });
  secret = { RECEIPT_SIGNING_SEED: seed, RECEIPT_SIGNING_KEY: operatorKey };
  expect((await start('RECEIPT_SIGNING_KEY')).RECEIPT_SIGNING_KEY).toBe(operatorKey);
});

test('contradictory settings stop a function from starting, with an error that names the variable but shows no value', async () => {
  issued = { STRIPE_SECRET_KEY: 'sk_live_of_a_test', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const errors = await errorsOfStart('STRIPE_SECRET_KEY', {
    PAYMENT_MODE: 'real',
    PRINT_PARTNER: 'simulated',
    FAX_PARTNER: 'simulated',
    PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  });
  expect(errors).toContain('PRINT_PARTNER is simulated, but payments are real');
  expect(errors).not.toMatch(/sk_live_of_a_test|whsec_1/);
});

test.each([
  ['its own key', 'RECEIPT_SIGNING_KEY'],
  ['a key in the same secret that it does not need', 'TELNYX_API_KEY'],
])('the start of a function fails if the value of %s is malformed', async (_, field) => {
  secret = { RECEIPT_SIGNING_SEED: seed, RECEIPT_SIGNING_KEY: 'no key' };
  issued = { POSTGRID_WEBHOOK_SECRET: 'too short', STRIPE_SECRET_KEY: 'sk_mistyped_1' };
  const errors = await errorsOfStart(field);
  const malformed = isInSeedSecret(field) ? ['RECEIPT_SIGNING_KEY'] : ['POSTGRID_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'];
  for (const name of malformed) expect(errors).toContain(`${name} must`);
  expect(errors).not.toMatch(/no key|too short|sk_mistyped_1/);
});

test.each([
  ['RECEIPT_SIGNING_KEY', [seedArn]],
  ['FINGERPRINT_KEY', [fingerprintsArn]],
  ['STRIPE_SECRET_KEY', [issuedArn]],
  ['FINGERPRINT_KEY,STRIPE_SECRET_KEY', [fingerprintsArn, issuedArn]],
])('a function that needs %s reads only %j, each once', async (fields, arns) => {
  secret = { RECEIPT_SIGNING_SEED: seed, STRIPE_SECRET_KEY: 'sk_test_in_the_wrong_secret' };
  issued = { STRIPE_SECRET_KEY: 'sk_test_1' };
  const environment = await start(fields);
  expect(reads.sort()).toEqual(arns);
  for (const field of fields.split(',')) expect(environment[field]).toMatch(/^sk_test_1$|^f{64}$|Ed25519/);
});

test('a function starts without the keys that only other functions need', async () => {
  issued = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    POSTGRID_API_KEY: 'live_1',
    POSTGRID_WEBHOOK_SECRET: 'w'.repeat(20),
    TELNYX_API_KEY: 'KEY1',
    TELNYX_CONNECTION_ID: '1',
    TELNYX_FROM_NUMBER: '+12125550100',
    TELNYX_PUBLIC_KEY: `${'A'.repeat(43)}=`,
  };
  const live = {
    PAYMENT_MODE: 'real',
    PUBLIC_BASE_URL: 'https://mail.example.com/v1',
    SERVICE_NAME: 'Acme Letters',
    SUPPORT_CONTACT: 'help@example.com',
  };
  expect(await start('STRIPE_SECRET_KEY', live)).not.toHaveProperty('POSTGRID_API_KEY');
});

test('a secret that is not JSON stops the start, and the error does not quote it', async () => {
  secret = '{"STRIPE_SECRET_KEY": sk_live_mistyped}';
  const errors = await errorsOfStart('RECEIPT_SIGNING_KEY');
  expect(errors).toContain('The secret is not JSON');
  expect(errors).not.toMatch(/sk_live|mistyped/);
});

test.each([
  ['responds', () => ({ AWS_ENDPOINT_URL_DYNAMODB: url, TABLE_NAME: 'jobs' }), ['job_']],
  ['cannot be reached', () => ({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9', TABLE_NAME: 'jobs' }), []],
  ['is not configured', () => ({}), []],
] as const)('a start does not fail if the table %s', async (_, environmentFor, ids) => {
  const theTable = join(root, 'shared', 'config', 'the-table.ts');
  await start('', environmentFor(), `await (await import(${JSON.stringify(theTable)})).openConnection('job');`);
  expect(reads).toEqual(ids);
});

test('a seed always gives the same key, because receipts are checked with it for years', () => {
  const { kty, crv, x } = JSON.parse(signingKeyOf(seed));
  expect({ kty, crv, x }).toEqual({ kty: 'OKP', crv: 'Ed25519', x: 'z6WgkaOxJHI5HqV3bY1kc_6BBflyNIJEMBBro6nZv8Y' });
});

test.each([undefined, '', seed.slice(1)])('a seed that is too short gives no key: %j', (short) => {
  expect(() => signingKeyOf(short)).toThrow('RECEIPT_SIGNING_SEED');
});
