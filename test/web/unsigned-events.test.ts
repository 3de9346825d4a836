/** Events that nobody has signed are counted as readings of their network; a provider's own events are in no limit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulators, startEmulators } from '../../lib/local/emulators/emulators.ts';
import { handlerNamed, httpEvent } from '../support/cloud/touches.ts';
import { signature } from '../support/doubles/postgrid-webhooks.ts';
import { partnerJson, signatureOf } from '../support/doubles/webhook-delivery.ts';

let emulators: Emulators;
let folder: string;
const before = { ...process.env };
const { now } = Date;
// The first second of a window, so that none ends in the middle of a test.
const startedAt = 1_800_000_001_000;

beforeAll(async () => {
  Date.now = () => startedAt;
  folder = await mkdtemp(join(tmpdir(), 'unsigned-'));
  emulators = await startEmulators(folder);
  Object.assign(process.env, emulators.variables, {
    ...{ PAYMENT_MODE: 'real', STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: 'whsec_double' },
    ...{ POSTGRID_WEBHOOK_SECRET: 'postgrid_secret_of_a_double', REQUEST_LIMITS: 'reads=2' },
  });
});
afterAll(async () => {
  await emulators.close();
  await rm(folder, { recursive: true });
  process.env = before;
  Date.now = now;
});

const body = partnerJson({ id: 'evt_1', type: 'customer.created', data: { object: {} } });
const signatures = {
  stripe: { 'stripe-signature': signatureOf(body, ['whsec_double'], startedAt) },
  postgrid: { 'postgrid-signature': signature('postgrid_secret_of_a_double', body, startedAt) },
};

async function answered(provider: keyof typeof signatures, headers: Readonly<Record<string, string>>) {
  const handler = await handlerNamed(`receive-${provider}-event`);
  const { statusCode, headers: told } = await handler(httpEvent({ body, headers }), {} as never);
  return { statusCode, ratelimit: told.ratelimit };
}

test('a network that sends unsigned events is limited, and signed events from it are still accepted', async () => {
  const signed = async () => {
    for (const provider of ['stripe', 'postgrid'] as const)
      expect(await answered(provider, signatures[provider])).toEqual({ statusCode: 200, ratelimit: undefined });
  };
  for (let times = 3; times > 0; times--) await signed();
  const statuses = [];
  for (const provider of ['stripe', 'postgrid', 'stripe', 'postgrid'] as const)
    statuses.push((await answered(provider, { 'stripe-signature': 't=1,v1=x' })).statusCode);
  expect(statuses).toEqual([401, 401, 429, 429]);
  await signed();
});
