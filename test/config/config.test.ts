/** Each variable of the service: its default, and the one-line error for a malformed value. */
import { misspelledSettings, nearestName } from '../../lib/misspelled.ts';
import { depsFor, newAccountRules } from '../../shared/config/app.ts';
import { checkConfig, config, operatorVariables } from '../../shared/config/config.ts';
import { chosenPartner } from '../../shared/partners/catalogue.ts';

const real = { PAYMENT_MODE: 'real', PUBLIC_BASE_URL: 'https://mail.example.com/v1', FAX_PARTNER: 'simulated' };
const secret = 'SECRET-VALUE\n';
type Need = Parameters<typeof config>[0];

const limits = { quotes: 300, jobs: 200, reads: 3_000, uploads: 100, tools: 1_000 };

test.each<[Need, object]>([
  ['settings', { PAYMENT_MODE: 'mock', WEBHOOK_WAIT_MS: 3_000, RETRY_BASE_SECONDS: 60, REQUEST_LIMITS: limits }],
  ['simulated', { SIMULATED_READY_SECONDS: 60 }],
  ['operator', {}],
  ['privateHosts', { PDF_URL_ALLOW_HOSTS: [] }],
  ['mcp', { MCP_ALLOWED_ORIGINS: [] }],
])('the defaults of %s are %j', (need, defaults) => {
  expect(config(need, {})).toEqual(defaults);
});

test('the service can start with an empty environment, and then its partners are simulated', () => {
  expect(checkConfig({})).toEqual([]);
  expect([chosenPartner('PRINT_PARTNER', {}), chosenPartner('FAX_PARTNER', {})]).toEqual(['simulated', 'simulated']);
});

test.each<[Need, string, string, unknown]>([
  ['settings', 'PUBLIC_BASE_URL', 'https://mail.example.com/v1//', 'https://mail.example.com/v1'],
  ['settings', 'REQUEST_LIMITS', 'quotes=1000,reads=5', { ...limits, quotes: 1_000, reads: 5 }],
  ['settings', 'REQUEST_LIMITS', 'off', undefined],
  ['simulated', 'SIMULATED_READY_SECONDS', '1.5', 1.5],
  ['privateHosts', 'PDF_URL_ALLOW_HOSTS', '127.0.0.1:9000,localhost:80', ['127.0.0.1:9000', 'localhost:80']],
  ['mcp', 'PUBLIC_MCP_URL', 'https://assistants.example.com/mcp/', 'https://assistants.example.com/mcp'],
  ['mcp', 'MCP_ALLOWED_ORIGINS', 'https://a.example,http://b.example:1', ['https://a.example', 'http://b.example:1']],
  ['mcp', 'MCP_OWN_HOSTS', 'localhost:8787,[::1]:8787', ['localhost:8787', '[::1]:8787']],
])('config("%s") reads %s="%s" as %j', (need, name, text, value) => {
  expect((config(need, { [name]: text }) as Record<string, unknown>)[name]).toEqual(value);
});

test('checks on unproven accounts wait a day and have a daily limit, unless the limit is off', () => {
  expect([newAccountRules('mock'), newAccountRules('real', 'off')]).toEqual([undefined, undefined]);
  const dailyCents = [newAccountRules('real'), newAccountRules('mock', '20')].map((rules) => rules?.maxCentsADay);
  expect(dailyCents).toEqual([500_000, 2_000]);
  expect(newAccountRules('real')).toMatchObject({ waitMs: 86_400_000 });
});

const notSeconds = (min: number) => `a number of seconds from ${min} to 999999, with at most 3 decimals.`;
const notUrl = (page: string) => `a URL such as https://mail.example.com/${page}.`;
const pageValues = '|/terms|http://mail.example.com/|javascript:alert(1)|data:text/html,x|mail.example.com';
const key43 = 'x'.repeat(43);
const otherCurve = JSON.stringify({ kty: 'OKP', crv: 'X25519', x: key43, d: key43 });

/** By `need NAME`: the end of the error, and malformed values of the variable, separated by |. */
const malformed: Readonly<Record<string, readonly [line: string, values: string]>> = {
  'settings PAYMENT_MODE': ['mock or real.', 'MOCK||x'],
  'settings PUBLIC_BASE_URL': [notUrl('v1'), '|mail.example.com|/v1|ftp://mail.example.com|javascript:1'],
  'settings WEBHOOK_WAIT_MS': [
    'a whole number of milliseconds, at most 9 digits, for example 5000.',
    '|5s|-1|1.5|1e3| 5|0x10|12345678901',
  ],
  'settings REQUEST_LIMITS': [
    'off, or limits for one network, for example quotes=300,jobs=200,reads=3000,uploads=100,tools=1000.',
    '|on|quotes|quotes=0|quotes=1,|quotes=1000000|others=5',
  ],
  'settings RETRY_BASE_SECONDS': [notSeconds(0.1), '|0|0.05|2s|-2|.5|1,5|Infinity|NaN|1234567'],
  'receipts ADDITIONAL_PUBLIC_KEYS': [
    'a comma-separated list of public keys: 43 characters for receipts, whpk_ and 44 characters for webhooks.',
    `x|${'x'.repeat(42)}=|${key43}x|${key43},|${key43}, ${key43}|whpk_${key43}|whpk_${key43}=,|whsec_${key43}=|whpk_${'_'.repeat(43)}=`,
  ],
  'receipts RECEIPT_SIGNING_KEY': [
    'a private Ed25519 key as a JWK, with kty, crv, x and d.',
    `|x|null|{}|{"kty":"OKP","crv":"Ed25519","x":"1","d":"2"}|{"kty":"RSA"}|${otherCurve}`,
  ],
  'privateHosts PDF_URL_ALLOW_HOSTS': [
    'a comma-separated list of host:port, for example 127.0.0.1:9000.',
    'localhost|http://localhost:80|a:1,,b:2|a:1, b:2|a:x|a:|a:99999',
  ],
  'email EMAIL_FROM': [
    'an email address, for example news@mail.example.com.',
    '|news|news@localhost|Acme <news@mail.example.com>|a@b.example, c@d.example|a@b.example\r\nBcc: x',
  ],
  'email SMTP_URL': [
    'smtp:// or smtps:// with the host, for example smtps://user:pass@host:465.',
    '|mail.example.com|https://mail.example.com|smtp://|smtps://mail.example.com/box',
  ],
  'mcp MCP_ALLOWED_ORIGINS': [
    'a comma-separated list of origins, for example https://app.example.com.',
    '*|null|app.example.com|https://app.example.com/|https://a.example, https://b.example|ftp://a.example',
  ],
  'operator SERVICE_NAME': [
    'the name that payers see, for example Acme Letters, on one line of at most 60 characters.',
    `| |${'x'.repeat(61)}|a\nb|a\u2028b|a\u202eb|\u0000`,
  ],
  'operator SUPPORT_CONTACT': [
    'an email address or the URL of a page, for example help@example.com or https://mail.example.com/support.',
    '|help|@example.com|mailto:help@a@b|a@b?bcc=c@d|a@b&c|a b@c|http://a.example|https://',
  ],
  'operator TERMS_URL': [notUrl('terms'), pageValues],
  'partners PRODUCTS': [
    'none, or a comma-separated list of the products for sale, for example letter,check,fax.',
    '|no|letter,|LETTER',
  ],
  'partners PRINT_PARTNER': ['simulated or postgrid.', 'lob||x'],
  'partners FAX_PARTNER': ['simulated, telnyx or none.', 'postgrid||x'],
  'stripe STRIPE_SECRET_KEY': ['a key of the form sk_live_… or sk_test_….', '|pk_live_1|sk_1'],
  'stripe STRIPE_WEBHOOK_SECRET': ['a secret of the form whsec_…, or two separated by a comma.', '|x|whsec_1,x'],
  'postgrid POSTGRID_API_KEY': ['a key of the form live_… or test_….', '|sk_live_1|live_1\u200b'],
  'telnyx TELNYX_API_KEY': ['a key without spaces or characters beyond ASCII.', '|KEY 1|KEY1\u200b'],
  'telnyx TELNYX_FROM_NUMBER': ['a number in E.164 form, for example +12125550100.', '|2125550100'],
  'simulated SIMULATED_READY_SECONDS': [notSeconds(0), '|soon|-1|1.2345'],
};

const cases = Object.entries(malformed).flatMap(([needAndName, [line, values]]) => {
  const [need, name] = needAndName.split(' ') as [Need, string];
  return values.split('|').map((value) => [name, value, need, line] as const);
});

test.each(cases)('%s="%s" prevents the start, with one line that says how to fix it', (name, value, need, line) => {
  expect(checkConfig({ [name]: value })).toEqual([`${name} must be ${line}`]);
  expect(() => config(need, { [name]: value })).toThrow(new Error(`${name} must be ${line}`));
});

/** Required variables that the deployment sets, with values that are refused. */
const deployed: readonly (readonly [need: Need, name: string, line: string, refused: readonly string[]])[] = [
  ['table', 'TABLE_NAME', 'must name the DynamoDB table.', ['']],
  ['fingerprints', 'FINGERPRINT_KEY', 'must be a secret of 32 characters or more.', ['', 'x'.repeat(31)]],
];

test.each(deployed)('config("%s") fails without %s, and says how to fix it', (need, name, line, refused) => {
  const valid = 'x'.repeat(32);
  expect(config(need, { [name]: valid })).toEqual({ [name]: valid });
  for (const value of [undefined, ...refused])
    expect(() => config(need, { [name]: value })).toThrow(new Error(`${name} ${line}`));
});

const notBases = ['', '/v1/health', '/v1?key=1', '/v1#top'].map((path) => `https://mail.example.com${path}`);
test.each(notBases)('PUBLIC_BASE_URL=%s is refused, because it does not end with /v1', (url) => {
  expect(checkConfig({ PUBLIC_BASE_URL: url })).toEqual([
    'PUBLIC_BASE_URL must end with /v1, where the API is: https://mail.example.com/v1.',
  ]);
});

test('malformed values and impossible combinations are reported together, each variable once', () => {
  const problems = checkConfig({
    PAYMENT_MODE: 'real',
    PUBLIC_BASE_URL: 'mail.example.com',
    STRIPE_SECRET_KEY: 'sk_test_1',
    POSTGRID_API_KEY: 'live_1',
    POSTGRID_WEBHOOK_SECRET: 'postgrid-secret-0123456789',
    FAX_PARTNER: 'simulated',
  });
  expect(problems).toEqual([
    'PUBLIC_BASE_URL must be a URL such as https://mail.example.com/v1.',
    expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
    expect.stringMatching(/^POSTGRID_API_KEY is a live key, but payments are in test mode/),
  ]);
});

test.each([
  ['the payment mode', { PAYMENT_MODE: 'Real', STRIPE_SECRET_KEY: 'sk_live_1', PDF_URL_ALLOW_HOSTS: 'a:1' }],
  ['the payment key', { ...real, PRINT_PARTNER: 'simulated', STRIPE_SECRET_KEY: 'sk_1' }],
  ['a partner', { ...real, PRINT_PARTNER: 'post', STRIPE_SECRET_KEY: 'sk_test_1' }],
])('if %s is malformed, nothing else is reported', (_what, environment) => {
  const ready = { STRIPE_WEBHOOK_SECRET: 'whsec_1', POSTGRID_WEBHOOK_SECRET: 'postgrid-secret-0123456789' };
  expect(checkConfig({ ...ready, ...environment })).toEqual([expect.stringMatching(/ must be /)]);
});

test('the nearest of two similar names is suggested, but no name that differs in three characters', () => {
  expect(nearestName('stge', ['store', 'stage'])).toBe('stage');
  expect(nearestName('stge', ['storage'])).toBeUndefined();
});

test.each([
  ['PAYMENT_MOD', 'PAYMENT_MODE'],
  ['DATADIR', 'DATA_DIR'],
])('%s is reported as a misspelling of %s, without its value', (name, correct) => {
  expect(misspelledSettings({ [name]: secret })).toEqual([`${name} isn't a setting: did you mean ${correct}?`]);
});

test('unrelated and empty variables are not reported; a misspelling is, even if the correct name is set', () => {
  const others = 'PATH HOME SHELL LANG PWD HOSTNAME HOSTS TERM PORTS EDITOR USER LOGNAME NODE_ENV AWS_REGION DEBUG';
  const report = (names: readonly string[]) => misspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(report([...others.split(' '), 'npm_config_host'])).toEqual([]);
  expect(report(operatorVariables())).toEqual([]);
  expect(report(['PAYMENT_MODE', 'PAYMENT_MOD'])).toEqual(["PAYMENT_MOD isn't a setting: did you mean PAYMENT_MODE?"]);
  expect(misspelledSettings({ PAYMENT_MOD: '' })).toEqual([]);
});

test('errors never repeat a value, not even a malformed one', () => {
  const withoutSecret = expect.objectContaining({ message: expect.not.stringContaining(secret.trim()) });
  for (const [name, , need] of cases) {
    expect(checkConfig({ [name]: secret }).join()).not.toContain(secret.trim());
    expect(() => config(need, { [name]: secret })).toThrow(withoutSecret);
  }
});

test('a value has a different fingerprint for each purpose, and the same one each time', () => {
  process.env.FINGERPRINT_KEY = 'k'.repeat(32);
  const { fingerprint } = depsFor({});
  expect(fingerprint('trait', 'Ada')).toBe(fingerprint('trait', 'Ada'));
  expect(fingerprint('trait', 'Ada')).not.toBe(fingerprint('twin', 'Ada'));
});
