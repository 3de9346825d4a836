/** Which settings go together: real money with real partners, and test money with partners that send nothing. */
import { isTestMode, modeProblems } from '../../shared/config/modes.ts';
import { chosenPartner, partners } from '../../shared/partners/catalogue.ts';
import type { EnvironmentVariables } from '../../shared/partners/descriptor.ts';

const chosen = (environment: EnvironmentVariables) => [
  chosenPartner('PRINT_PARTNER', environment),
  chosenPartner('FAX_PARTNER', environment),
];

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const stripeTest = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' };
const postgrid = { POSTGRID_API_KEY: 'live_sk_1', POSTGRID_WEBHOOK_SECRET: 'secret' };
const postgridTest = { ...postgrid, POSTGRID_API_KEY: 'test_sk_1' };
const telnyx = {
  TELNYX_API_KEY: 'KEY1',
  TELNYX_CONNECTION_ID: '1',
  TELNYX_FROM_NUMBER: '+12125550100',
  TELNYX_PUBLIC_KEY: 'a',
};
const live = {
  PAYMENT_MODE: 'real',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  ...stripe,
  ...postgrid,
  ...telnyx,
  SERVICE_NAME: 'Acme Letters',
  SUPPORT_CONTACT: 'help@example.com',
};
const sender = { EMAIL_FROM: 'news@mail.example.com' };
const double = 'http://127.0.0.1:9000';

/** The variable that each problem names first. */
const blamed = (environment: EnvironmentVariables) => modeProblems(environment).map((problem) => problem.split(' ')[0]);

test.each([
  ['nothing', {}, ['simulated', 'simulated']],
  ['real mode', live, ['postgrid', 'telnyx']],
])('with %s set, the partners are chosen automatically, and there is no problem', (_what, environment, names) => {
  expect(chosen(environment)).toEqual(names);
  expect(modeProblems(environment)).toEqual([]);
});

test('a partner that can’t make every product it is chosen for is refused', () => {
  const { makes } = partners.postgrid;
  Object.assign(partners.postgrid, { makes: ['letter'] });
  expect(modeProblems(live)).toEqual([expect.stringContaining("PRINT_PARTNER is postgrid, which can't make a check:")]);
  Object.assign(partners.postgrid, { makes });
});

test.each(Object.keys(live).filter((name) => name !== 'PAYMENT_MODE'))(
  'real mode does not start without %s',
  (name) => {
    expect(blamed({ ...live, [name]: undefined })).toContain(name);
  },
);

const simulated = { PRINT_PARTNER: 'simulated', FAX_PARTNER: 'simulated' };
const smtp = { SMTP_URL: 'smtps://mail.example.com' };
const nameless = { ...live, SERVICE_NAME: undefined, SUPPORT_CONTACT: undefined };
const ownUrl = { PUBLIC_BASE_URL: 'http://127.0.0.1:8787/v1' };

test.each<[string, EnvironmentVariables, string]>([
  ['a live Stripe key in mock mode', stripe, 'STRIPE_SECRET_KEY'],
  ['a live PostGrid key with test payments', { ...live, ...stripeTest, FAX_PARTNER: 'simulated' }, 'POSTGRID_API_KEY'],
  ['a PostGrid test key with live payments', { ...live, ...postgridTest }, 'POSTGRID_API_KEY'],
  ['simulated faxes for real money', { ...live, FAX_PARTNER: 'simulated' }, 'FAX_PARTNER'],
  ['real faxes for test money', { ...live, ...stripeTest, ...postgridTest }, 'FAX_PARTNER'],
  ['links that use the host of the request', { PAYMENT_MODE: 'real', ...stripeTest, ...simulated }, 'PUBLIC_BASE_URL'],
  ['real emails that anyone could send for free', smtp, 'SMTP_URL'],
  ['emails that nothing sends', { ...live, ...sender }, 'EMAIL_FROM'],
  ['emails without a sender', { ...live, ...smtp }, 'EMAIL_FROM'],
  ['private addresses in real mode', { ...live, PDF_URL_ALLOW_HOSTS: '127.0.0.1:9000' }, 'PDF_URL_ALLOW_HOSTS'],
  ['payers who return over HTTP', { ...live, ...ownUrl }, 'PUBLIC_BASE_URL'],
  ['assistants that connect over HTTP', { ...live, PUBLIC_MCP_URL: 'http://mail.example.com/mcp' }, 'PUBLIC_MCP_URL'],
  [
    'test payers who return over HTTP to another machine',
    { ...live, ...stripeTest, ...simulated, PUBLIC_BASE_URL: 'http://mail.example.com/v1' },
    'PUBLIC_BASE_URL',
  ],
  ['a live key without a name or a contact', nameless, 'SERVICE_NAME, SUPPORT_CONTACT'],
  ['a Stripe test key with simulated partners', { PAYMENT_MODE: 'real', ...ownUrl, ...stripeTest, ...simulated }, ''],
  ['PostGrid’s sandbox in mock mode', { PRINT_PARTNER: 'postgrid', ...postgridTest }, ''],
  ['emails by SES', { ...live, ...sender, AWS_LAMBDA_FUNCTION_NAME: 'send-emails' }, ''],
  ['emails by a mail server', { ...live, ...sender, ...smtp }, ''],
  ['real mode against doubles', { ...live, ...stripeTest, ...postgridTest, TELNYX_API_BASE: double }, ''],
  ['a test key without a name', { ...nameless, ...stripeTest, ...postgridTest, FAX_PARTNER: 'simulated' }, ''],
])('the problems name only the variables at fault: %s', (_what, environment, variables) => {
  expect(blamed(environment).join(', ')).toBe(variables);
});

test.each<[string, EnvironmentVariables, boolean]>([
  ['mock mode', {}, true],
  ['a test key of the payment provider', { ...live, ...stripeTest, ...simulated }, true],
  ['a test key of the printer', { ...live, ...stripeTest, ...postgridTest, FAX_PARTNER: 'none' }, true],
  ['a double of the fax partner', { ...live, TELNYX_API_BASE: double }, true],
  ['only live keys', live, false],
])('a service with %s (%j) is a test: %s', (_what, environment, isTest) => {
  expect(isTestMode(environment)).toBe(isTest);
});

test('a function without keys can tell from the partners that the service is a test', () => {
  const { STRIPE_SECRET_KEY: _, POSTGRID_API_KEY: __, ...keyless } = live;
  expect([isTestMode(keyless), isTestMode({ ...keyless, FAX_PARTNER: 'simulated' })]).toEqual([false, true]);
});

test('problems never repeat a value', () => {
  const all = { ...live, ...stripe, PAYMENT_MODE: 'mock', FAX_PARTNER: 'telnyx', PRINT_PARTNER: 'postgrid' };
  for (const value of Object.values({ ...stripe, ...postgrid, ...telnyx }).filter((text) => text.length > 3))
    expect(modeProblems(all).join('\n')).not.toContain(value);
});
