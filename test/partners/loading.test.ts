/** At startup, only DynamoDB's client library is loaded. After that, each call loads only the library that it needs. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sample } from '../support/sampling.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** A program that builds the dependencies as a Lambda function does, makes the call, and prints the URL of every module that it loaded. */
const scriptFor = (call: string) => `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  const { depsFor } = await import('./shared/config/app.ts');
  const deps = depsFor({});
  await Promise.resolve().then(() => ${call}).catch(() => undefined);
  console.log(JSON.stringify(loaded));
`;

const nowhere = 'http://127.0.0.1:9';
const configured = {
  PAYMENT_MODE: 'real',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  POSTGRID_API_KEY: 'test_1',
  TELNYX_API_KEY: 'KEY1',
  TELNYX_CONNECTION_ID: '1',
  TELNYX_FROM_NUMBER: '+12125550100',
  DOCUMENTS_BUCKET: 'documents',
  QUEUE_URL: `${nowhere}/jobs`,
  RECEIPT_SIGNING_KEY: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43), d: 'd'.repeat(43) }),
  AWS_ENDPOINT_URL: nowhere,
  AWS_MAX_ATTEMPTS: '1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  STRIPE_API_BASE: nowhere,
  POSTGRID_API_BASE: nowhere,
  TELNYX_API_BASE: nowhere,
};

/** The client libraries that take longer to load than most calls take. */
const clients = {
  stripe: /node_modules\/stripe\//,
  documents: /node_modules\/@aws-sdk\/client-s3\//,
  queue: /node_modules\/@aws-sdk\/client-sqs\//,
  functions: /node_modules\/@aws-sdk\/client-lambda\//,
  secrets: /node_modules\/@aws-sdk\/client-secrets-manager\//,
  signatures: /node_modules\/jose\//,
};

async function loadedBy(call: string, environment: object): Promise<string[]> {
  const { PATH } = process.env;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', scriptFor(call)], {
    cwd: root,
    env: { PATH, TABLE_NAME: 'none', AWS_REGION: 'us-east-1', ...environment },
  });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded.some((url) => url.endsWith('/shared/config/app.ts'))).toBe(true);
  return Object.entries(clients).flatMap(([name, module]) => (loaded.some((url) => module.test(url)) ? [name] : []));
}

const calls: readonly (readonly [call: string, code: string, expected: readonly string[]])[] = [
  ['startup', 'undefined', []],
  ['the partners', '[deps.partners, deps.vault, deps.addresses]', []],
  ['a letter', "deps.partners.letter.find('job_1')", []],
  ['a payment', "deps.payments.stripe.status('cs_test_1')", ['stripe']],
  ['a document', "deps.documents.get('unpaid/x.pdf')", ['documents']],
  ['a message', "deps.queue.send('job_1')", ['queue']],
  ['a public key', 'deps.signer.publicKeys()', ['signatures']],
];

// Each call starts a process, so each run tests only a sample.
test.each(sample(calls, 3))(
  'only the client library that is needed is loaded for %s, even if everything is configured',
  async (_name, code, expected) => {
    expect(await loadedBy(code, configured)).toEqual(expected);
  },
);

test('addresses are checked only with live keys', async () => {
  // Loads the documents' client only if addresses are checked.
  const code = 'deps.addresses && deps.documents.get("unpaid/x.pdf")';
  expect(await loadedBy(code, configured)).toEqual([]);
  expect(await loadedBy(code, { ...configured, POSTGRID_API_KEY: 'live_1' })).toEqual(['documents']);
});
