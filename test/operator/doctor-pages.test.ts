/** The doctor opens the pages that payers are led to. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { doctor } from '../../lib/operator/doctor/doctor.ts';
import type { FetchSeams } from '../../shared/partners/http/guarded-fetch.ts';

const site = createServer(({ url }, answer) => {
  if (url === '/moved') answer.writeHead(301, { location: 'https://acme.example/terms' });
  if (url === '/endless') answer.writeHead(302, { location: 'https://acme.example/endless' });
  if (url === '/plain') answer.writeHead(302, { location: 'http://acme.example/terms' });
  if (url === '/gone') answer.writeHead(404);
  answer.end('Terms');
});
beforeAll(() => new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready)));
afterAll(() => new Promise((done) => site.close(done)));

/** Leads to the site above, whatever host is named. */
const connect: FetchSeams['connect'] = (url, options) =>
  request({
    ...options,
    host: '127.0.0.1',
    port: (site.address() as AddressInfo).port,
    path: url.pathname,
    lookup: undefined,
  });

async function visit(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const lines: string[] = [];
  await doctor({ environment, now: Date.now, seams: { connect }, print: (line) => void lines.push(line) });
  return lines.filter((line) => / {2}/.test(line) && !/configuration:|clock:/.test(line));
}

test('each page that is set is opened, also one that has moved', async () => {
  const pages = {
    ...{ SUPPORT_CONTACT: 'https://acme.example/help', TERMS_URL: 'https://acme.example/moved' },
    ...{ PRIVACY_URL: 'https://acme.example/privacy', REFUND_POLICY_URL: 'https://acme.example/refunds' },
    LOGO_URL: 'https://acme.example/logo.svg',
  };
  expect(await visit(pages)).toEqual(Object.entries(pages).map(([name, url]) => `ok    ${name}: ${url} answers`));
  expect(await visit({ SUPPORT_CONTACT: 'help@acme.example' })).toEqual([]);
});

test.each([
  ['https://acme.example/gone', 'status 404'],
  ['https://acme.example/endless', 'redirects more than 5 times'],
  ['https://acme.example/plain', 'https'],
  ['https://10.0.0.1/terms', 'not an IP address'],
  ['https://acme.example:8443/terms', '443'],
])('%s fails, and the line says why', async (url, why) => {
  const [line = '', ...others] = await visit({ TERMS_URL: url });
  expect(line).toMatch(/^FAIL {2}TERMS_URL: https:\S+ does not: /);
  expect(line).toContain(why);
  expect(line).toMatch(/ — links lead payers there: fix the page, or TERMS_URL$/);
  expect(others).toEqual([]);
});

test('with a live key, policies that are not linked are named', async () => {
  const lines = await visit({
    STRIPE_SECRET_KEY: 'sk_live_1',
    TERMS_URL: 'https://acme.example/terms',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
  });
  expect(lines).toContainEqual(expect.stringMatching(/^warn {2}policies: PRIVACY_URL, REFUND_POLICY_URL not set — /));
});
