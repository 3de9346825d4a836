/** The local service at a terminal: its greeting in each mode, its settings, and its log lines. */
import { resolve } from 'node:path';
import { greeting } from '../../lib/local/greeting.ts';
import { readSettings } from '../../lib/local/settings.ts';
import { requestLine, type ServedRequest } from '../../lib/local/terminal-log.ts';

const baseUrl = 'http://127.0.0.1:8787/v1';

const greetingWith = (environment: Record<string, string> = {}, url = baseUrl) =>
  greeting({ baseUrl: url, mcpUrl: 'http://127.0.0.1:8787/mcp' }, environment);
const stripe = { PAYMENT_MODE: 'real', PUBLIC_BASE_URL: 'https://mail.example.com/v1' };
const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', POSTGRID_API_KEY: 'live_1' };

test('in mock mode, the greeting says that nothing is real, and lists the partners, the URLs and a first command', () => {
  const [mode, , ...lines] = greetingWith().split('\n');
  expect(mode).toBe('Print and mail, in test mode: nothing is charged, printed, mailed or faxed.');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Payments  a test page',
      'Mail      simulated',
      'Fax       simulated',
      'Home      http://127.0.0.1:8787/',
      'Mailbox   http://127.0.0.1:8787/_mailbox',
      `Base URL  ${baseUrl}`,
      'MCP URL   http://127.0.0.1:8787/mcp',
      'A first letter, in a second terminal: sh examples/letter/order.sh',
    ]),
  );
});

test.each([
  ['http://0.0.0.0:8787', ': sh examples/letter/order.sh\n'],
  ['http://0.0.0.0:8080', ': API=http://127.0.0.1:8080/v1 sh examples/letter/order.sh\n'],
  ['http://[::]:8787', ': API=http://[::1]:8787/v1 sh examples/letter/order.sh\n'],
  ['http://192.0.2.7:8787', ': API=http://192.0.2.7:8787/v1 sh examples/letter/order.sh\n'],
])('the greeting of a service at %s has a command that calls it', (origin, command) => {
  expect(greetingWith({}, `${origin}/v1`)).toContain(command);
});

test('in live mode, the greeting says that people are charged, and mentions nothing that only mock mode has', () => {
  const text = greetingWith(live);
  expect(text).toMatch(/^Print and mail, LIVE: people are charged/);
  expect(text).toMatch(/^Payments {2}Stripe\nMail {6}PostGrid\nFax {7}Telnyx$/m);
  expect(text).toContain('Public    https://mail.example.com/v1\n');
  expect(text).not.toMatch(/_mailbox|curl|order\.sh|listen|action=pay|live_1/);
});

test('with a test key and simulated partners, the greeting has the mailbox, but no test order', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_1', PRINT_PARTNER: 'simulated', FAX_PARTNER: 'simulated' };
  const text = greetingWith({ ...stripe, ...key });
  expect(text).toMatch(/^Print and mail, with real payment pages and a test key or partner/);
  expect(text).toContain('/_mailbox');
  expect(text).not.toMatch(/curl|order\.sh/);
});

test('without a browser, the greeting says that HTML can’t be printed', () => {
  const line = /^HTML {6}can’t be printed\. .*CHROMIUM_PATH is not an executable\./m;
  expect(greetingWith({ CHROMIUM_PATH: '/nowhere' })).toMatch(line);
  expect(greetingWith()).not.toMatch(/^HTML/m);
});

test('all settings of npm start have defaults', () => {
  const settings = { host: '127.0.0.1', port: 8787, dataDir: resolve('.local'), alarmEmail: undefined };
  expect(readSettings({})).toEqual({ settings, problems: [] });
  expect(readSettings({ HOST: 'Ada.local' })).toMatchObject({ settings: { host: 'ada.local' }, problems: [] });
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', ''],
  ['HOST', 'http://localhost'],
  ['DATA_DIR', ' '],
  ['ALARM_EMAIL', 'ops@mail.example.com'],
])('the setting %s=%p is refused with one line that names it', (name, value) => {
  const problems = [expect.stringMatching(new RegExp(`^${name} is .*leave it out`))];
  expect(readSettings({ [name]: value })).toMatchObject({ problems });
});

test('ALARM_EMAIL is accepted only with a mail server, and only if it is an email address', () => {
  const mailServer = { SMTP_URL: 'smtps://mail.example.com', EMAIL_FROM: 'news@mail.example.com' };
  const read = (ALARM_EMAIL: string) => {
    const { settings, problems } = readSettings({ ...mailServer, ALARM_EMAIL });
    return [settings.alarmEmail, ...problems.filter((line) => line.startsWith('ALARM_EMAIL'))];
  };
  expect(read('ops@mail.example.com')).toEqual(['ops@mail.example.com']);
  expect(read('ops')).toEqual(['ops', expect.stringMatching(/^ALARM_EMAIL is no/)]);
});

const noon = new Date(2026, 10, 22, 12, 0, 5);
const request = { method: 'POST', path: '/v1/jobs', status: 201, durationMs: 41.6, code: undefined, field: undefined };
const line = (change: Partial<ServedRequest> = {}) =>
  requestLine({ ...request, ...change }, noon).replaceAll(/\p{Cc}\[\d+m/gu, '');

test('the line for a refusal ends with its code and its field', () => {
  const refused = line({ status: 400, code: 'invalid_request', field: 'letter.to.city' });
  expect(refused).toMatch(/400 .* 42 ms {2}invalid_request {2}letter\.to\.city$/);
});

test.each([
  ['job', '/v1/jobs/job_01hzx4k8y2m6q9r3t7v5w1abcd/cancel', '/v1/jobs/job_01hz…/cancel'],
  ['pay link', '/v1/pay/pay_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/pay/pay_01hz…'],
  ['quote', '/v1/new/quote_01hzx4k8y2m6q9r3t7v5w1abcd/proof.pdf', '/v1/new/quote_01hz…/proof.pdf'],
  ['upload', '/v1/uploads/upload_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/uploads/upload_01hz…'],
  ['letter', '/v1/letters/letter_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/letters/letter_01hz…'],
  ['bank account', '/v1/bank-accounts/bank_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/bank-accounts/bank_01hz…'],
  ['test payment page', '/v1/checkout/cs_test_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/checkout/cs_test_01hz…'],
])('the id of a %s is shortened, because a screen may be shared', (_, path, shortPath) => {
  expect(line({ path })).toContain(` ${shortPath}  `);
});
