/** A healthy configuration with doubles of all partners, and what the doctor prints about it. */
import { createServer, request } from 'node:http';
import { listen } from '../../lib/local/gateway/http.ts';
import { type DoctorOptions, runDoctor } from '../../lib/operator/doctor/doctor.ts';
import { productNames } from '../../shared/domain/names.ts';
import type { FetchSeams } from '../../shared/partners/http/guarded-fetch.ts';
import { postgridEventTypes } from '../../shared/partners/postgrid/event.ts';
import { stripeEventTypes } from '../../shared/partners/stripe/event.ts';
import { openPostgrid } from './doubles/postgrid.ts';
import { startStripe } from './doubles/stripe.ts';
import { telnyxDouble } from './doubles/telnyx.ts';
import { TestClock } from './fakes/clock.ts';

export type Clinic = Awaited<ReturnType<typeof openClinic>>;

const postgridSecret = 'postgrid_secret_0123456789';
export const address = 'https://mail.example.com/v1';

export async function openClinic() {
  const clock = new TestClock();
  const [stripe, postgrid, telnyx] = await Promise.all([
    startStripe({ secretKey: 'sk_test_clinic0123' }),
    openPostgrid(),
    telnyxDouble({ clock }),
  ]);
  // The service itself, as the doctor reaches it from outside.
  const service = await listen(
    createServer(({ url }, answer) => answer.writeHead(url === '/v1/health' ? 200 : 404).end('{}')),
  );
  const { port } = new URL(service.url);
  const connect: FetchSeams['connect'] = (url, options) =>
    request({ ...options, host: '127.0.0.1', port, path: url.pathname, lookup: undefined });
  const environment = {
    PAYMENT_MODE: 'real',
    PRODUCTS: productNames.join(),
    PUBLIC_BASE_URL: address,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_clinic0123',
    STRIPE_API_BASE: stripe.url,
    POSTGRID_API_KEY: postgrid.apiKey,
    POSTGRID_WEBHOOK_SECRET: postgridSecret,
    POSTGRID_API_BASE: postgrid.baseUrl,
    TELNYX_API_KEY: telnyx.settings.apiKey,
    TELNYX_API_BASE: telnyx.base,
    TELNYX_CONNECTION_ID: telnyx.settings.connectionId,
    TELNYX_FROM_NUMBER: telnyx.settings.fromNumber,
    TELNYX_PUBLIC_KEY: telnyx.publicKey,
  };

  /** Runs the doctor. `printed` includes the names of the groups; `findings` has the lines that aren't `ok`. */
  async function visit(
    changes: Readonly<Record<string, string | undefined>> = {},
    options: Partial<DoctorOptions> = {},
  ) {
    const printed: string[] = [];
    const exit = await runDoctor({
      environment: { ...environment, ...changes },
      now: Date.now,
      seams: { connect },
      ...options,
      print: (line) => void printed.push(line),
    });
    const lines = printed.filter((line) => /^(?:ok|warn|FAIL) /.test(line));
    return { printed, lines, findings: lines.filter((line) => !line.startsWith('ok ')), exit };
  }

  /** Registers the endpoints of a healthy configuration. */
  async function registerAll(): Promise<void> {
    const body = new URLSearchParams([
      ['url', `${address}/webhooks/stripe`],
      ...stripeEventTypes.map((type, at): [string, string] => [`enabled_events[${at}]`, type]),
    ]);
    const headers = { authorization: `Bearer ${stripe.secretKey}` };
    await fetch(`${stripe.url}/v1/webhook_endpoints`, { method: 'POST', headers, body });
    postgrid.webhooks.register({
      url: `${address}/webhooks/postgrid`,
      payloadFormat: 'json',
      secret: postgridSecret,
      enabledEvents: postgridEventTypes,
    });
  }

  const close = () => Promise.all([service.close(0), stripe.close(), postgrid.close(), telnyx.close()]);
  return { stripe, postgrid, telnyx, environment, visit, registerAll, close };
}
