/** Allowed and forbidden modes: real money with real partners, test money with partners that send nothing. */
import { isTestMode, modeProblems } from '../../shared/config/modes.ts';
import { chosenFor, partners } from '../../shared/partners/catalogue.ts';
import type { EnvironmentVariables } from '../../shared/partners/descriptor.ts';

const chosen = (environment: EnvironmentVariables) => [
  chosenFor('PRINT_PARTNER', environment),
  chosenFor('FAX_PARTNER', environment),
];

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const stripeTest = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' };
const postgrid = { POSTGRID_API_KEY: 'live_sk_1', POSTGRID_WEBHOOK_SECRET: 'secret' };
const postgridTest = { ...postgrid, POSTGRID_API_KEY: 'test_sk_1' };
const telnyx = {
  ...{ TELNYX_API_KEY: 'KEY1', TELNYX_CONNECTION_ID: '1', TELNYX_FROM_NUMBER: '+12125550100', TELNYX_PUBLIC_KEY: 'a' },
};
const live = {
  PAYMENT_MODE: 'real',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  ...stripe,
  ...postgrid,
  ...telnyx,
  ...{ SERVICE_NAME: 'Acme Letters', SUPPORT_CONTACT: 'help@example.com' },
};
const sender = { EMAIL_FROM: 'news@mail.example.com' };
const double = 'http://127.0.0.1:9000';

/** The variables that the problems begin with. */
const blamed = (environment: Record<string, string | undefined>) =>
  modeProblems(environment).map((problem) => problem.split(' ')[0]);

test('nothing is configured: mock mode, simulated partners, no problem', () => {
  expect([...chosen({}), modeProblems({})]).toEqual(['simulated', 'simulated', []]);
});

test('real mode takes the real partners by itself', () => {
  expect([...chosen(live), modeProblems(live)]).toEqual(['postgrid', 'telnyx', []]);
});

test('a partner that does not make what it is chosen for is told, and nothing starts', () => {
  const { makes } = partners.postgrid;
  Object.assign(partners.postgrid, { makes: ['letter'] });
  expect(modeProblems(live)).toEqual([expect.stringContaining('PRINT_PARTNER is postgrid, which makes no check:')]);
  Object.assign(partners.postgrid, { makes });
});

test('real mode without anything names each variable that is missing, a line each', () => {
  expect(blamed({ PAYMENT_MODE: 'real' })).toEqual(
    expect.arrayContaining([...Object.keys(stripe), ...Object.keys(postgrid), ...Object.keys(telnyx)]),
  );
});

test.each(Object.keys(live).filter((name) => name !== 'PAYMENT_MODE'))(
  'real mode does not start without %s',
  (name) => {
    expect(blamed({ ...live, [name]: undefined })).toContain(name);
  },
);

test.each([
  ['a live Stripe key in mock mode', { ...stripe }, 'STRIPE_SECRET_KEY'],
  ['a live PostGrid key in mock mode', { PRINT_PARTNER: 'postgrid', ...postgrid }, 'POSTGRID_API_KEY'],
  [
    'a live PostGrid key with a Stripe test key',
    { ...live, ...stripeTest, FAX_PARTNER: 'simulated' },
    'POSTGRID_API_KEY',
  ],
  ['a PostGrid test key with live payments', { ...live, ...postgridTest }, 'POSTGRID_API_KEY'],
  ['simulated letters for real money', { ...live, PRINT_PARTNER: 'simulated' }, 'PRINT_PARTNER'],
  ['simulated faxes for real money', { ...live, FAX_PARTNER: 'simulated' }, 'FAX_PARTNER'],
  ['real faxes for test money', { ...live, ...stripeTest, ...postgridTest }, 'FAX_PARTNER'],
  ['real faxes in mock mode', { FAX_PARTNER: 'telnyx', ...telnyx }, 'FAX_PARTNER'],
  [
    'links that start with whatever a request claims, for a Stripe test key too',
    { ...{ PAYMENT_MODE: 'real', ...stripeTest, PRINT_PARTNER: 'simulated', FAX_PARTNER: 'simulated' } },
    'PUBLIC_BASE_URL',
  ],
  ['real e-mails that cost nobody anything', { SMTP_URL: 'smtps://mail.example.com' }, 'SMTP_URL'],
  ['e-mails that nothing sends', { ...live, ...sender }, 'EMAIL_FROM'],
  ['e-mails of nobody', { ...live, SMTP_URL: 'smtps://mail.example.com' }, 'EMAIL_FROM'],
  ['private addresses in real mode', { ...live, PDF_URL_ALLOW_HOSTS: '127.0.0.1:9000' }, 'PDF_URL_ALLOW_HOSTS'],
  [
    'payers who come back without encryption',
    { ...live, PUBLIC_BASE_URL: 'http://mail.example.com/v1' },
    'PUBLIC_BASE_URL',
  ],
])('%s does not start, and the line names the variable', (_what, environment, variable) => {
  expect(blamed(environment)).toEqual([variable]);
});

test.each([
  [
    'a Stripe test key with simulated partners',
    {
      ...{ PAYMENT_MODE: 'real', PUBLIC_BASE_URL: 'http://127.0.0.1:8787/v1', ...stripeTest },
      ...{ PRINT_PARTNER: 'simulated', FAX_PARTNER: 'simulated' },
    },
  ],
  ['PostGrid’s sandbox in mock mode', { PRINT_PARTNER: 'postgrid', ...postgridTest }],
  ['a sender in mock mode, where e-mails are only kept', sender],
  ['e-mails by SES', { ...live, ...sender, AWS_LAMBDA_FUNCTION_NAME: 'send-emails' }],
  ['e-mails by a mail server', { ...live, ...sender, SMTP_URL: 'smtps://mail.example.com' }],
  ['real mode against doubles', { ...live, ...stripeTest, ...postgridTest, TELNYX_API_BASE: double }],
])('%s starts', (_what, environment) => {
  expect(modeProblems(environment)).toEqual([]);
});

test('a live key needs a name and somebody to ask, one line each; a test key does not', () => {
  const nameless = { ...live, SERVICE_NAME: undefined, SUPPORT_CONTACT: undefined };
  expect(blamed(nameless)).toEqual(['SERVICE_NAME', 'SUPPORT_CONTACT']);
  expect(modeProblems({ ...nameless, ...stripeTest, ...postgridTest, FAX_PARTNER: 'simulated' })).toEqual([]);
});

/** Every way to choose payments, their key, and who prints and faxes. */
const combinations = ['mock', 'real'].flatMap((PAYMENT_MODE) =>
  [{}, stripe, stripeTest].flatMap((money) =>
    [{ PRINT_PARTNER: 'simulated' }, postgrid, postgridTest, { ...postgrid, POSTGRID_API_BASE: double }].flatMap(
      (print) =>
        [{ FAX_PARTNER: 'simulated' }, telnyx, { ...telnyx, TELNYX_API_BASE: double }].map((fax) => ({
          ...{ ...live, STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined, PAYMENT_MODE },
          ...{ PRINT_PARTNER: 'postgrid', FAX_PARTNER: 'telnyx', ...money, ...print, ...fax },
        })),
    ),
  ),
);
const startable = combinations.filter((environment) => modeProblems(environment).length === 0);

const without = (environment: EnvironmentVariables, ...names: string[]): EnvironmentVariables =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));

test('wherever a payment key or a partner is a test one, it is a test; otherwise it is not', () => {
  for (const environment of startable) {
    const given = JSON.stringify(environment);
    expect(isTestMode(environment)).toBe(/"mock"|sk_test|test_sk|simulated|127\.0\.0\.1/.test(given));
  }
  expect(new Set(startable.map(isTestMode))).toEqual(new Set([true, false]));
});

test('functions that hold no key know it, too', () => {
  for (const environment of startable)
    expect(isTestMode(without(environment, 'STRIPE_SECRET_KEY', 'POSTGRID_API_KEY'))).toBe(isTestMode(environment));
});

test('no value is ever repeated', () => {
  const all = { ...live, ...stripe, PAYMENT_MODE: 'mock', FAX_PARTNER: 'telnyx', PRINT_PARTNER: 'postgrid' };
  for (const value of Object.values({ ...stripe, ...postgrid, ...telnyx }).filter((text) => text.length > 3))
    expect(modeProblems(all).join('\n')).not.toContain(value);
});
