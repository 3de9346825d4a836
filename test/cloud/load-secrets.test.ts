/** A function loads its keys before any of its own code runs, and reads no secret that it keeps nothing of. */
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

type Held = Readonly<Record<string, string>> | string;
/** The fields of the first secret, or what an operator has mistyped. */
let secret: Held = {};
/** The fields of the second. */
let issued: Held = {};
/** The secrets that were asked for. */
const asked: string[] = [];
beforeEach(() => {
  issued = {};
  asked.length = 0;
});
/** The readings that are turned away before one is answered. */
let turnsAway = 0;
const store = createServer(async (request, response) => {
  // A partner, which knows no order.
  if (request.method === 'GET') {
    asked.push(String(request.headers['x-api-key']));
    response.writeHead(404).end('{}');
    return;
  }
  const { SecretId, Key } = JSON.parse(`${await readBody(request, 10_000)}`);
  asked.push(SecretId ?? Key.id.S);
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  if (turnsAway > 0) {
    turnsAway -= 1;
    response.writeHead(400).end('{"__type":"ThrottlingException"}');
    return;
  }
  const held = { [issuedArn]: issued, [fingerprintsArn]: { FINGERPRINT_KEY } }[String(SecretId)] ?? secret;
  response.end(JSON.stringify({ SecretString: typeof held === 'string' ? held : JSON.stringify(held) }));
});
let url = '';
beforeAll(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
});

const [seedArn, issuedArn, fingerprintsArn] = ['arn:of-the-secret', 'arn:of-issued-keys', 'arn:of-fingerprints'];
const isOwn = (field: string) => field === 'RECEIPT_SIGNING_KEY';
const FINGERPRINT_KEY = 'f'.repeat(64);

/** The environment as a function finds it that needs `fields`, or the end of its start. */
async function started(fields: string, environment: Readonly<Record<string, string>> = {}) {
  const own = fields.split(',').filter(isOwn).join();
  const others = fields
    .split(',')
    .filter((field) => !isOwn(field) && field !== 'FINGERPRINT_KEY')
    .join();
  const work = environment.CODE ?? `await (await import(${JSON.stringify(script)})).loadKeys();`;
  const code = `${work} console.log(JSON.stringify(process.env))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    env: {
      SECRET_ARN: seedArn,
      SECRET_FIELDS: own,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
      ...(fields.includes('FINGERPRINT_KEY') && { FINGERPRINTS_ARN: fingerprintsArn }),
      ...(others === '' ? {} : { ISSUED_KEYS_ARN: issuedArn, ISSUED_KEYS_FIELDS: others }),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      ...environment,
    },
  });
  return JSON.parse(stdout) as Record<string, string>;
}

test('a function is given the fields that it needs and no others, and empty ones count as left out', async () => {
  issued = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: '', TELNYX_API_KEY: 'KEY1' };
  const environment = await started('STRIPE_SECRET_KEY,STRIPE_WEBHOOK_SECRET');
  expect(environment).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_1' });
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'TELNYX_API_KEY', 'RECEIPT_SIGNING_SEED', 'RECEIPT_SIGNING_KEY'])
    expect(environment).not.toHaveProperty(name);
});

test('a start that is turned away reads the secret again, because AWS would answer for it with a 500', async () => {
  issued = { STRIPE_SECRET_KEY: 'sk_test_1' };
  turnsAway = 2;
  expect(await started('STRIPE_SECRET_KEY')).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(turnsAway).toBe(0);
});

test('the receipts’ key follows from the seed, unless the operator has one', async () => {
  secret = { RECEIPT_SIGNING_SEED: seed };
  expect(JSON.parse((await started('RECEIPT_SIGNING_KEY')).RECEIPT_SIGNING_KEY ?? '')).toMatchObject({
    crv: 'Ed25519',
  });
  const own = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43), d: 'd'.repeat(43) });
  secret = { RECEIPT_SIGNING_SEED: seed, RECEIPT_SIGNING_KEY: own };
  expect((await started('RECEIPT_SIGNING_KEY')).RECEIPT_SIGNING_KEY).toBe(own);
});

test('a combination that cannot work ends the start, with a sentence that names the variable and no value', async () => {
  issued = { STRIPE_SECRET_KEY: 'sk_live_of_a_test', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const start = started('STRIPE_SECRET_KEY', {
    PAYMENT_MODE: 'real',
    PRINT_PARTNER: 'simulated',
    FAX_PARTNER: 'simulated',
    PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  });
  const { stderr } = await start.catch((error: { stderr: string }) => error as never);
  expect(stderr).toContain('PRINT_PARTNER is simulated, and payments are real');
  expect(stderr).not.toMatch(/sk_live_of_a_test|whsec_1/);
});

test.each([
  ['of its own', 'RECEIPT_SIGNING_KEY'],
  ['of another function', 'TELNYX_API_KEY'],
])('a malformed value ends the start: one %s', async (_, field) => {
  secret = { RECEIPT_SIGNING_SEED: seed, RECEIPT_SIGNING_KEY: 'no key' };
  issued = { POSTGRID_WEBHOOK_SECRET: 'too short', STRIPE_SECRET_KEY: 'sk_mistyped_1' };
  const { stderr } = await started(field).catch((error: { stderr: string }) => error as never);
  const told = isOwn(field) ? ['RECEIPT_SIGNING_KEY'] : ['POSTGRID_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'];
  for (const name of told) expect(stderr).toContain(`${name} must`);
  expect(stderr).not.toMatch(/no key|too short|sk_mistyped_1/);
});

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1' };

test.each([
  ['that signs asks for no other secret', 'RECEIPT_SIGNING_KEY', [seedArn]],
  ['that compares fingerprints cannot sign', 'FINGERPRINT_KEY', [fingerprintsArn]],
  ['that keeps an issued key asks for no seed', 'STRIPE_SECRET_KEY', [issuedArn]],
  ['that keeps two asks for each once', 'FINGERPRINT_KEY,STRIPE_SECRET_KEY', [fingerprintsArn, issuedArn]],
])('a function %s', async (_, fields, arns) => {
  secret = { RECEIPT_SIGNING_SEED: seed, STRIPE_SECRET_KEY: 'sk_test_beside_the_seed' };
  issued = stripe;
  const environment = await started(fields);
  expect(asked.sort()).toEqual(arns);
  for (const field of fields.split(',')) expect(environment[field]).toMatch(/^sk_test_1$|^f{64}$|Ed25519/);
});

test('a function that lacks a key only because another needs it starts all the same', async () => {
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
  expect(await started('STRIPE_SECRET_KEY', live)).not.toHaveProperty('POSTGRID_API_KEY');
});

test('a secret that is no JSON ends the start without being quoted', async () => {
  secret = '{"STRIPE_SECRET_KEY": sk_live_mistyped}';
  const { stderr } = await started('RECEIPT_SIGNING_KEY').catch((error: { stderr: string }) => error as never);
  expect(stderr).toContain('The secret is not JSON');
  expect(stderr).not.toMatch(/sk_live|mistyped/);
});

test.each([
  ['answers', () => ({ AWS_ENDPOINT_URL_DYNAMODB: url, TABLE_NAME: 'jobs' }), ['job_']],
  ['cannot be reached', () => ({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9', TABLE_NAME: 'jobs' }), []],
  ['is not named', () => ({}), []],
] as const)(
  'the connection to a table that %s is opened before the first request, and ends no start',
  async (_, lead, ids) => {
    const theTable = join(root, 'shared', 'config', 'the-table.ts');
    const CODE = `await (await import(${JSON.stringify(theTable)})).openConnection('job');`;
    await started('', { ...lead(), CODE });
    expect(asked).toEqual(ids);
  },
);

test('a seed gives the same key for ever, or no receipt could be checked any more', () => {
  const { kty, crv, x } = JSON.parse(signingKeyOf(seed));
  expect({ kty, crv, x }).toEqual({ kty: 'OKP', crv: 'Ed25519', x: 'z6WgkaOxJHI5HqV3bY1kc_6BBflyNIJEMBBro6nZv8Y' });
});

test.each([undefined, '', seed.slice(1)])('too little of a seed, no key: %j', (bad) => {
  expect(() => signingKeyOf(bad)).toThrow('RECEIPT_SIGNING_SEED');
});
