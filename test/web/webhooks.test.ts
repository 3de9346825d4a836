/** Events of providers are verified over their raw bytes. Unsigned events count as reads of their network, and are not logged. */
import { startEmulators } from '../../lib/local/emulators/emulators.ts';
import { handlerNamed, httpEvent } from '../support/cloud/touches.ts';
import { signature } from '../support/doubles/postgrid-webhooks.ts';
import { keyPair, signed } from '../support/doubles/telnyx-events.ts';
import { partnerJson, stripeSignature } from '../support/doubles/webhook-delivery.ts';
import { written } from '../support/fakes/written.ts';
import { newFolder } from '../support/new-folder.ts';

const telnyxKeys = keyPair();
const secrets = { stripe: 'whsec_double', postgrid: 'postgrid_secret_of_a_double' };
const { now } = Date;
// The first second of a window, so that no window ends in the middle of a test.
const startedAt = 1_800_000_001_000;
let emulators: Awaited<ReturnType<typeof startEmulators>>;

beforeAll(async () => {
  Date.now = () => startedAt;
  emulators = await startEmulators(newFolder());
  Object.assign(process.env, emulators.variables, {
    METRICS_NAMESPACE: 'PrintAndMail/Test',
    PAYMENT_MODE: 'real',
    REQUEST_LIMITS: 'reads=4',
    STRIPE_SECRET_KEY: 'sk_test_double',
    STRIPE_WEBHOOK_SECRET: secrets.stripe,
    POSTGRID_WEBHOOK_SECRET: secrets.postgrid,
    TELNYX_PUBLIC_KEY: telnyxKeys.publicKey,
  });
});
afterAll(async () => {
  await emulators.close();
  Date.now = now;
});

/** An event that changes no job, signed as each provider signs it. */
function signedEvents(details: object) {
  const body = partnerJson({ id: 'evt_1', type: 'customer.created', data: { object: details } });
  const telnyx = signed({ data: { event_type: 'message.sent', payload: details } }, telnyxKeys, startedAt);
  return {
    stripe: { body, headers: { 'stripe-signature': stripeSignature(body, [secrets.stripe], startedAt) } },
    postgrid: { body, headers: { 'postgrid-signature': signature(secrets.postgrid, body, startedAt) } },
    telnyx: { body: telnyx.rawBody, headers: telnyx.headers },
  };
}
const events = signedEvents({});
const providers = ['stripe', 'postgrid', 'telnyx'] as const;
const canary = '4000-SECRET-1234';

async function post(provider: (typeof providers)[number], change: object, sourceIp = '192.0.2.1') {
  const handler = await handlerNamed(`receive-${provider}-event`);
  const event = httpEvent(events[provider]);
  const requestContext = { ...event.requestContext, http: { ...event.requestContext.http, sourceIp } };
  return handler({ ...event, requestContext, rawPath: `/v1/webhooks/${provider}`, ...change }, {} as never);
}
const unsigned = {
  headers: { 'stripe-signature': `t=1,v1=${canary}` },
  body: JSON.stringify({ id: canary, data: { id: canary } }),
};

test.each(providers)('a %s event is verified over its raw bytes, as text and in base64', async (provider) => {
  const { body } = events[provider];
  for (const change of [{}, { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }])
    expect(await post(provider, change)).toMatchObject({ statusCode: 200 });
});

test.each(providers)('a signed %s event of 20,000 values is refused before it is parsed', async (provider) => {
  const large = signedEvents({ lines: Array.from({ length: 20_000 }, () => 0) });
  expect(await post(provider, large[provider])).toMatchObject({ statusCode: 400 });
});

test.each(providers)('an unsigned %s event gets 401, is counted, and is not logged', async (provider) => {
  const { answer: response, lines } = await written(() => post(provider, unsigned));
  expect(response).toMatchObject({ statusCode: 401 });
  expect(lines).toEqual([
    expect.objectContaining({ level: 'metric', function: `receive-${provider}-event`, signatureFailures: 1 }),
    expect.objectContaining({ level: 'info', message: 'refused', code: 'signature_invalid', status: 401 }),
  ]);
  expect(JSON.stringify(lines)).not.toContain(canary);
});

test('a network that sends unsigned events is limited, and signed events from it are still accepted', async () => {
  // No other test sends events from this network.
  const network = '192.0.2.2';
  for (const provider of [...providers, 'stripe'] as const)
    expect(await post(provider, unsigned, network)).toMatchObject({ statusCode: 401 });
  expect(await post('postgrid', unsigned, network)).toMatchObject({ statusCode: 429 });
  for (const provider of providers) {
    const { statusCode, headers } = await post(provider, {}, network);
    expect({ statusCode, limit: headers.ratelimit }).toEqual({ statusCode: 200, limit: undefined });
  }
});
