/** The doctor with doubles of all partners: a healthy configuration, and a distinct finding for every planted fault. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runDoctor } from '../../lib/operator/doctor/doctor.ts';
import type { FetchSeams } from '../../shared/partners/http/guarded-fetch.ts';
import { stripeEventTypes } from '../../shared/partners/stripe/event.ts';
import { address, type Clinic, openClinic } from '../support/clinic.ts';
import { startStripe } from '../support/doubles/stripe.ts';
import { StripeRefusal } from '../support/doubles/stripe-wire.ts';

let clinic: Clinic;

beforeEach(async () => {
  clinic = await openClinic();
  await clinic.registerAll();
});
afterEach(() => clinic.close());

const onlyHook = () => {
  const [hook] = clinic.postgrid.webhooks.hooks.values();
  if (hook === undefined) throw new Error('no webhook');
  return hook;
};
const onlyEndpoint = () => {
  const [endpoint] = clinic.stripe.endpoints.values();
  if (endpoint === undefined) throw new Error('no endpoint');
  return endpoint;
};

test('a healthy configuration passes, with a line for each check', async () => {
  const { lines, exit } = await clinic.visit();
  expect(lines).toEqual([
    'ok    configuration: the service can start with it',
    `ok    PUBLIC_BASE_URL: ${address}/health responds`,
    expect.stringMatching(/^ok {4}clock: this clock is \d s (?:behind|ahead of) the partners’$/),
    'ok    Stripe key: Stripe accepts STRIPE_SECRET_KEY, test',
    `ok    Stripe webhook: ${address}/webhooks/stripe gets every event that it needs`,
    'ok    PostGrid key: PostGrid accepts POSTGRID_API_KEY, test',
    `ok    PostGrid webhook: ${address}/webhooks/postgrid gets every event that it needs`,
    'ok    Telnyx key: Telnyx accepts TELNYX_API_KEY and has the fax application with the id in TELNYX_CONNECTION_ID',
    'ok    Telnyx from-number: +12125550100 is active and belongs to the fax application',
    'ok    Telnyx countries: faxes may go to the US and to Canada',
  ]);
  expect(exit).toBe(0);
});

test('the doctor groups its findings, and its last line counts the incomplete groups', async () => {
  const { printed } = await clinic.visit({
    STRIPE_SECRET_KEY: 'sk_live_clinic0123',
    TELNYX_API_KEY: undefined,
    POSTGRID_API_BASE: undefined,
    POSTGRID_API_KEY: 'live_clinic0123',
    STRIPE_API_BASE: undefined,
    TELNYX_API_BASE: undefined,
    SERVICE_NAME: undefined,
  });
  expect(printed.filter((line) => !/^(?:ok|warn|FAIL) /.test(line))).toEqual([
    'Service',
    'Stripe',
    'Print',
    'Fax',
    'Your name',
    expect.stringMatching(/^\d of 4 groups incomplete: .*Fax.*Your name\.$/),
  ]);
  const [, name, ...others] = printed.slice(printed.indexOf('Your name'));
  expect(name).toMatch(/^FAIL {2}configuration: SERVICE_NAME/);
  expect(others).toContainEqual(expect.stringMatching(/^warn {2}policies: .* — Stripe and your payers/));
});

test('a PUBLIC_BASE_URL at which the service does not respond is a warning', async () => {
  const { findings, exit } = await clinic.visit({ PUBLIC_BASE_URL: 'https://mail.example.com/api/v1' });
  expect(findings).toContainEqual(
    expect.stringMatching(
      /^warn {2}PUBLIC_BASE_URL: https:\S+\/api\/v1\/health can’t be opened: .*404.* — every link goes there/,
    ),
  );
  expect(exit).toBe(1);
});

test('the doctor changes nothing: every call is a read', async () => {
  const before = clinic.stripe.requests.length;
  await clinic.visit();
  expect(clinic.stripe.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(clinic.postgrid.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(clinic.telnyx.requestCounts).toMatchObject({ create: 0, cancel: 0, account: 3 });
});

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_wrong0123' }, 'Stripe key: Stripe rejected STRIPE_SECRET_KEY (401)'],
  [{ POSTGRID_API_KEY: 'test_sk_wrong0123' }, 'PostGrid key: PostGrid rejected POSTGRID_API_KEY (401)'],
  [{ TELNYX_API_KEY: 'KEY_wrong0123' }, 'Telnyx key: Telnyx rejected TELNYX_API_KEY (401)'],
  [{ TELNYX_CONNECTION_ID: '22' }, 'Telnyx key: Telnyx has no fax application with the id in TELNYX_CONNECTION_ID'],
  [{ STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'Stripe key: Stripe did not respond (UNKNOWN)'],
])('with %j, one check of that partner fails, and its others are skipped', async (changes, line) => {
  const { findings, exit } = await clinic.visit(changes);
  const failures = findings.filter((finding) => finding.startsWith('FAIL'));
  expect(failures).toEqual([expect.stringContaining(`FAIL  ${line} — `)]);
  for (const other of findings.filter((finding) => !failures.includes(finding)))
    expect(other).toMatch(/^warn {2}\S+ [\w-]+: not checked — fix the key above first$/);
  expect(exit).toBe(1);
});

test.each([
  [
    'Stripe has no endpoint',
    () => clinic.stripe.endpoints.clear(),
    `FAIL  Stripe webhook: ${address}/webhooks/stripe is missing — add it at Stripe with the events ${stripeEventTypes.join(', ')}; set STRIPE_WEBHOOK_SECRET to its secret`,
  ],
  [
    'Stripe’s endpoint lacks an event',
    () =>
      Object.assign(onlyEndpoint(), {
        enabled_events: stripeEventTypes.filter((type) => type !== 'charge.dispute.created'),
      }),
    `FAIL  Stripe webhook: ${address}/webhooks/stripe lacks the event charge.dispute.created — change the endpoint at Stripe`,
  ],
  [
    'Stripe’s endpoint is disabled',
    () => Object.assign(onlyEndpoint(), { status: 'disabled' }),
    `FAIL  Stripe webhook: ${address}/webhooks/stripe is disabled — change the endpoint at Stripe`,
  ],
  [
    'PostGrid sends JWT',
    () => Object.assign(onlyHook(), { payloadFormat: 'jwt' }),
    `FAIL  PostGrid webhook: ${address}/webhooks/postgrid lacks payloadFormat json — change the endpoint at PostGrid`,
  ],
  [
    'PostGrid signs with a different secret',
    () => Object.assign(onlyHook(), { secret: 'another_secret_0123456789' }),
    `FAIL  PostGrid webhook: ${address}/webhooks/postgrid signs with a secret that is not in POSTGRID_WEBHOOK_SECRET — set POSTGRID_WEBHOOK_SECRET to the endpoint’s secret`,
  ],
  [
    'the number belongs to another application',
    () => {
      clinic.telnyx.account.numbers = [{ phone_number: '+12125550100', status: 'active', connection_id: '99' }];
    },
    'FAIL  Telnyx from-number: +12125550100 belongs to another application — assign it in Telnyx’s portal to the fax application with the id in TELNYX_CONNECTION_ID',
  ],
  [
    'the number is not ours',
    () => Object.assign(clinic.telnyx.account, { numbers: [] }),
    'FAIL  Telnyx from-number: +12125550100 is not a number of this account — buy or port it at Telnyx, or set TELNYX_FROM_NUMBER to one that is',
  ],
  [
    'Canada is not allowed',
    () => Object.assign(clinic.telnyx.account.profile, { whitelisted_destinations: ['US'] }),
    'FAIL  Telnyx countries: faxes may not go to CA — add CA to the allowed destinations of the outbound voice profile',
  ],
  [
    'the application has no profile',
    () => Object.assign(clinic.telnyx.account.application.outbound, { outbound_voice_profile_id: null }),
    'FAIL  Telnyx countries: the fax application has no outbound voice profile, so nothing can be sent — make one that allows the US and Canada, and assign it to the application',
  ],
  [
    'the profile is switched off',
    () => Object.assign(clinic.telnyx.account.profile, { enabled: false }),
    'FAIL  Telnyx countries: the outbound voice profile is switched off — enable it in Telnyx’s portal',
  ],
  [
    'the number is still being ported',
    () => Object.assign(clinic.telnyx.account.numbers[0] ?? {}, { status: 'port_pending' }),
    'FAIL  Telnyx from-number: +12125550100 is not active — check in Telnyx’s portal why its order isn’t complete',
  ],
])('if %s, that is the doctor’s only finding', async (_, breakIt, line) => {
  breakIt();
  const { findings, exit } = await clinic.visit();
  expect(findings).toEqual([line]);
  expect(exit).toBe(1);
});

test('an endpoint that is registered twice is a warning, because each registration has its own secret', async () => {
  await clinic.registerAll();
  const { findings, exit } = await clinic.visit();
  expect(findings).toEqual([
    `warn  Stripe webhook: ${address}/webhooks/stripe is registered 2 times, each with its own secret — delete all but one of them`,
    `warn  PostGrid webhook: ${address}/webhooks/postgrid is registered 2 times, each with its own secret — delete all but one of them`,
  ]);
  expect(exit).toBe(0);
});

test('a restricted key that may not read the balance is a warning, not a wrong key', async () => {
  const stripe = await startStripe({ secretKey: 'rk_test_clinic0123' });
  stripe.fail(new StripeRefusal(403, 'invalid_request_error', undefined, 'rk_test_clinic0123 lacks rights'), /balance/);
  const { findings } = await clinic.visit({ STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_BASE: stripe.url });
  await stripe.close();
  expect(findings[0]).toMatch(/^warn {2}Stripe key: Stripe accepts STRIPE_SECRET_KEY, a restricted key/);
  expect(findings.join()).not.toContain('rk_test_clinic0123');
});

test('the doctor prints a line for each problem of the configuration, and still checks the rest', async () => {
  const missing = { STRIPE_WEBHOOK_SECRET: undefined, TELNYX_FROM_NUMBER: undefined };
  const { lines, exit } = await clinic.visit({ ...missing, PORT: 'x', PAYMENT_MOD: 'real' });
  expect(lines.filter((line) => line.includes('configuration:'))).toEqual([
    'FAIL  configuration: PORT is "x": set it to a whole number from 0 to 65535, or leave it out for 8787.',
    "FAIL  configuration: PAYMENT_MOD isn't a setting: did you mean PAYMENT_MODE?",
    'FAIL  configuration: STRIPE_WEBHOOK_SECRET is missing: stripe cannot be used without it (whsec_…).',
    'FAIL  configuration: TELNYX_FROM_NUMBER is missing: telnyx cannot be used without it (+12125550100).',
  ]);
  expect(lines).toContain('ok    Telnyx countries: faxes may go to the US and to Canada');
  expect(exit).toBe(1);
});

test.each([
  [-70_000, 'warn', /this clock is (?:69|70|71) s behind the partners’/, 0],
  [100_000, 'warn', /this clock is (?:99|100|101) s ahead of the partners’/, 0],
  [250_000, 'FAIL', /: signed events are refused beyond 300 s/, 1],
  [-250_000, 'FAIL', /: signed events are refused beyond 300 s/, 1],
])('a clock that is %d ms off is %s', async (offMs, grade, message, exit) => {
  const visit = await clinic.visit({}, { now: () => Date.now() + offMs });
  expect(visit.findings).toEqual([expect.stringMatching(new RegExp(`^${grade} +clock: `))]);
  expect(visit.findings[0]).toMatch(message);
  expect(visit.exit).toBe(exit);
});

test('a partner that is out of service is only a warning', async () => {
  clinic.postgrid.failNext('GET /letters', { status: 503 });
  const { findings, exit } = await clinic.visit();
  expect(findings).toEqual(['warn  PostGrid key: PostGrid responded with 503 — run the doctor again later']);
  expect(exit).toBe(0);
});

test('the doctor never prints a key or a configured secret', async () => {
  const { environment } = clinic;
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    /_KEY$|_SECRET$|_KEY_ID$/.test(name) && name !== 'TELNYX_PUBLIC_KEY' ? [value] : [],
  );
  const printed: string[] = [];
  for (const changes of [{}, { STRIPE_API_BASE: 'http://127.0.0.1:1' }, { POSTGRID_API_BASE: clinic.stripe.url }])
    printed.push(...(await clinic.visit(changes)).lines);
  clinic.stripe.endpoints.clear();
  printed.push(...(await clinic.visit({ POSTGRID_API_KEY: 'live_sk_0123456789' })).lines);
  for (const secret of [...secrets, 'live_sk_0123456789']) expect(printed.join('\n')).not.toContain(secret);
});

const site = createServer(({ url }, response) => {
  if (url === '/moved') response.writeHead(301, { location: 'https://acme.example/terms' });
  if (url === '/endless') response.writeHead(302, { location: 'https://acme.example/endless' });
  if (url === '/plain') response.writeHead(302, { location: 'http://acme.example/terms' });
  if (url === '/gone') response.writeHead(404);
  response.end('Terms');
});
beforeAll(() => new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready)));
afterAll(() => new Promise((done) => site.close(done)));

/** Connects to the site above, for any host. */
const connect: FetchSeams['connect'] = (url, options) =>
  request({
    ...options,
    host: '127.0.0.1',
    port: (site.address() as AddressInfo).port,
    path: url.pathname,
    lookup: undefined,
  });

/** The doctor's lines for an environment, without those that `hidden` matches. */
async function linesFor(environment: Readonly<Record<string, string>>, hidden = /configuration:|clock:|partners:/) {
  const lines: string[] = [];
  await runDoctor({ environment, now: Date.now, seams: { connect }, print: (line) => void lines.push(line) });
  return lines.filter((line) => / {2}/.test(line) && !hidden.test(line));
}

test('in a shell without keys, the doctor says that no partner was checked', async () => {
  expect(await linesFor({}, /configuration:/)).toEqual([
    'warn  partners: this shell has no partner keys, so no partner was checked — load your settings first: set -a; . ~/mail.env; set +a',
  ]);
});

test('the doctor opens each configured page, even if it has moved', async () => {
  const pages = {
    SUPPORT_CONTACT: 'https://acme.example/help',
    TERMS_URL: 'https://acme.example/moved',
    PRIVACY_URL: 'https://acme.example/privacy',
    REFUND_POLICY_URL: 'https://acme.example/refunds',
    LOGO_URL: 'https://acme.example/logo.svg',
  };
  expect(await linesFor(pages)).toEqual(Object.entries(pages).map(([name, url]) => `ok    ${name}: ${url} responds`));
  expect(await linesFor({ SUPPORT_CONTACT: 'help@acme.example' })).toEqual([]);
});

test.each([
  ['https://acme.example/gone', 'status 404'],
  ['https://acme.example/endless', 'redirects more than 5 times'],
  ['https://acme.example/plain', 'https'],
  ['https://10.0.0.1/terms', 'not an IP address'],
  ['https://acme.example:8443/terms', '443'],
])('the doctor fails the page %s, and says why', async (url, why) => {
  const [line = '', ...others] = await linesFor({ TERMS_URL: url });
  expect(line).toMatch(/^FAIL {2}TERMS_URL: https:\S+ can’t be opened: /);
  expect(line).toContain(why);
  expect(line).toMatch(/ — payers see a link to it: fix the page, or TERMS_URL$/);
  expect(others).toEqual([]);
});

test('with a live key, the doctor names the policies without a URL', async () => {
  const lines = await linesFor({
    STRIPE_SECRET_KEY: 'sk_live_1',
    TERMS_URL: 'https://acme.example/terms',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  });
  expect(lines).toContainEqual(expect.stringMatching(/^warn {2}policies: PRIVACY_URL, REFUND_POLICY_URL not set — /));
});
