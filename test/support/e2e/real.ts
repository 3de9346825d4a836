/** The service in real mode, in a child process, with doubles of Stripe, PostGrid and Telnyx in this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import { productNames } from '../../../shared/domain/names.ts';
import { postgridEventTypes } from '../../../shared/partners/postgrid/event.ts';
import { openPostgrid, type PostgridDouble } from '../doubles/postgrid.ts';
import { type StripeDouble, startStripe } from '../doubles/stripe.ts';
import { type TelnyxDouble, telnyxDouble } from '../doubles/telnyx.ts';
import { stripeSignature } from '../doubles/webhook-delivery.ts';
import { ada, grace, type Json, text } from './client.ts';
import { caBank, usBank } from './desk.ts';
import { type Environment, freePort, running, type Service, startService } from './service.ts';

interface Doubles {
  readonly stripe: StripeDouble;
  readonly postgrid: PostgridDouble;
  readonly telnyx: TelnyxDouble;
}

export interface RealService extends Service, Doubles {
  /** The id of a job's checkout session, from its URL. */
  sessionOf(job: Json): string;
}

/** Keys that look like real ones, so that a test would notice them in the service's output. */
const stripeKey = 'sk_test_51JourneyDouble';
const stripeSecret = 'whsec_JourneyDouble';
const postgridSecret = 'postgrid-journey-double-0123456789';

/** PostGrid's double moves orders only if SIMULATED_READY_SECONDS is set; otherwise a test moves them. */
export async function startRealService(environment: Environment = {}): Promise<RealService> {
  const stripe = await startStripe({ secretKey: stripeKey, webhookSecret: stripeSecret });
  const { SIMULATED_READY_SECONDS: pace } = environment;
  const postgrid = await openPostgrid(pace === undefined ? {} : { statusMs: Number(pace) * 1_000 });
  const clock = { now: () => Date.now(), sleep };
  const telnyx = await telnyxDouble({ clock, moving: true });
  const doubles = { stripe, postgrid, telnyx };
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  stripe.sendEventsTo(`${baseUrl}/webhooks/stripe`);
  postgrid.webhooks.register({
    url: `${baseUrl}/webhooks/postgrid`,
    enabledEvents: postgridEventTypes,
    payloadFormat: 'json',
    secret: postgridSecret,
  });
  return startWith(doubles, {
    PORT: port,
    PUBLIC_BASE_URL: baseUrl,
    PAYMENT_MODE: 'real',
    PRODUCTS: productNames.join(),
    NEW_ACCOUNT_DAY_LIMIT: 'off',
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    STRIPE_API_BASE: stripe.url,
    PRINT_PARTNER: 'postgrid',
    POSTGRID_API_KEY: postgrid.apiKey,
    POSTGRID_API_BASE: postgrid.baseUrl,
    POSTGRID_WEBHOOK_SECRET: postgridSecret,
    FAX_PARTNER: 'telnyx',
    TELNYX_API_BASE: telnyx.base,
    TELNYX_API_KEY: telnyx.settings.apiKey,
    TELNYX_CONNECTION_ID: telnyx.settings.connectionId,
    TELNYX_FROM_NUMBER: telnyx.settings.fromNumber,
    TELNYX_PUBLIC_KEY: telnyx.publicKey,
    ...environment,
  });
}

async function startWith(doubles: Doubles, environment: Environment): Promise<RealService> {
  const close = () => Promise.all(Object.values(doubles).map((one: { close(): Promise<unknown> }) => one.close()));
  const service = await startService(environment).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const sessionOf = ({ checkout_url }: Json): string => checkout_url.split('/').at(-1);
  return {
    ...service,
    ...doubles,
    sessionOf,
    sendEvent(event) {
      const body = typeof event === 'string' ? event : JSON.stringify(event);
      const signature = stripeSignature(body, [stripeSecret], Date.now());
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return service.post('/webhooks/stripe', body, headers);
    },
    atPartner: async (jobId) => ordersAt(doubles, jobId),
    async stop() {
      const exitCode = await service.stop();
      await close();
      return exitCode;
    },
  };
}

/** The partners' orders for a job, newest first. */
function ordersAt({ postgrid, telnyx }: Doubles, jobId: string): Json[] {
  const printed = postgrid
    .orders()
    .filter(({ metadata }: Json) => metadata.job_id === jobId)
    .map(({ id, object, status, createdAt }: Json) => ({
      ...mailboxItem(id, object === 'letter' ? 'letter' : 'check', status, postgrid.pdfOf(id)),
      created_at: Date.parse(createdAt),
    }));
  const faxed = telnyx
    .faxes()
    .filter(({ client_state }) => Buffer.from(client_state, 'base64').toString().startsWith(jobId))
    .map(({ id, status, created_at }) => ({
      ...mailboxItem(id, 'fax', status, telnyx.media.get(id)),
      created_at: Date.parse(created_at),
    }));
  return [...printed, ...faxed].map((order) => ({ ...order, job_id: jobId })).toReversed();
}

/** In the format of the developer's mailbox. */
const mailboxItem = (id: string, kind: string, status: string, pdf: Uint8Array | undefined) => ({
  id,
  kind,
  status,
  document_sha256: pdf === undefined ? null : sha256Hex(pdf),
  document_url: pdf === undefined ? null : `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`,
});

/** Checks that the service's output has no secrets, links to documents, or payers' texts. */
function expectNothingConfidential(service: RealService): void {
  const { postgrid, telnyx } = service;
  const confidential = [
    stripeKey,
    stripeSecret,
    postgridSecret,
    postgrid.apiKey,
    telnyx.settings.apiKey,
    telnyx.publicKey,
    'X-Amz-Signature',
    ada.name,
    ada.addressLine1,
    grace.name,
    grace.addressLine1,
    ...text.split('\n\n'),
    usBank.account_number,
    usBank.routing_number,
    caBank.account_number,
    ...telnyx.faxes().map(({ to }) => to),
  ];
  expect(confidential.filter((word) => service.said().includes(word))).toEqual([]);
}

/** A service in real mode that all tests of a file share. */
export const runningReal = (environment: Environment = {}): RealService =>
  running(() => startRealService(environment), expectNothingConfidential);
