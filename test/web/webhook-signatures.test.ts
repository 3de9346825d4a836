/** Events that are not from the provider they claim to be: answered with 401, counted, and never logged. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handlerNamed, httpEvent } from '../support/cloud/touches.ts';
import { signature } from '../support/doubles/postgrid-webhooks.ts';
import { keyPair, signed } from '../support/doubles/telnyx-events.ts';
import { partnerJson, signatureOf } from '../support/doubles/webhook-delivery.ts';
import { written } from '../support/fakes/written.ts';

const telnyxKeys = keyPair();

Object.assign(process.env, {
  METRICS_NAMESPACE: 'PrintAndMail/Test',
  PAYMENT_MODE: 'real',
  REQUEST_LIMITS: 'off',
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_double',
  POSTGRID_WEBHOOK_SECRET: 'postgrid_secret_of_a_double',
  TELNYX_PUBLIC_KEY: telnyxKeys.publicKey,
});

type Handler = (event: APIGatewayProxyEventV2, context: never) => Promise<{ readonly statusCode?: number }>;

const canary = '4000-SECRET-1234';

const eventOf = (name: string): APIGatewayProxyEventV2 => ({
  ...httpEvent({ headers: { 'stripe-signature': `t=1,v1=${canary}` }, body: { id: canary, data: { id: canary } } }),
  rawPath: `/v1/webhooks/${name}`,
});

const handlerOf = (name: string): Promise<Handler> => handlerNamed(`receive-${name}-event`);

const unread = partnerJson({ id: 'evt_1', type: 'customer.created', data: { object: {} } });
const fromTelnyx = signed({ data: { event_type: 'message.sent', payload: {} } }, telnyxKeys, Date.now());

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['stripe', unread, { 'stripe-signature': signatureOf(unread, ['whsec_double'], Date.now()) }],
  ['postgrid', unread, { 'postgrid-signature': signature('postgrid_secret_of_a_double', unread, Date.now()) }],
  ['telnyx', fromTelnyx.rawBody, fromTelnyx.headers],
])('a %s event is verified over its raw bytes, as text and in base64', async (name, body, headers) => {
  const handler = await handlerOf(name);
  for (const coming of [
    { body, isBase64Encoded: false },
    { body: Buffer.from(body).toString('base64'), isBase64Encoded: true },
  ])
    expect(await handler({ ...eventOf(name), ...coming, headers }, {} as never)).toMatchObject({ statusCode: 200 });
});

test.each(['stripe', 'postgrid', 'telnyx'])(
  'an unsigned %s event gets 401, is counted, and is not logged',
  async (name) => {
    const handler = await handlerOf(name);
    const { answer, lines } = await written(() => handler(eventOf(name), {} as never));
    expect(answer).toMatchObject({ statusCode: 401 });
    expect(lines).toEqual([
      expect.objectContaining({ level: 'metric', function: `receive-${name}-event`, signatureFailures: 1 }),
      expect.objectContaining({ level: 'info', message: 'refused', code: 'signature_invalid', status: 401 }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(canary);
  },
);
