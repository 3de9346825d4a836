/** Which configurations can work together: real money with real partners, test money with partners that send nothing. */

type Environment = Readonly<Record<string, string | undefined>>;

export type PrintPartner = 'simulated' | 'postgrid';
export type FaxPartner = 'simulated' | 'telnyx' | 'sinch';

/** Without a word of the operator's: nothing real in mock mode, the primary partners in real mode. */
export const printPartnerOf = ({ PAYMENT_MODE, PRINT_PARTNER }: Environment): PrintPartner =>
  (PRINT_PARTNER as PrintPartner | undefined) ?? (PAYMENT_MODE === 'real' ? 'postgrid' : 'simulated');

export const faxPartnerOf = ({ PAYMENT_MODE, FAX_PARTNER }: Environment): FaxPartner =>
  (FAX_PARTNER as FaxPartner | undefined) ?? (PAYMENT_MODE === 'real' ? 'telnyx' : 'simulated');

/** What each choice cannot do without. */
const needed = {
  stripe: { STRIPE_SECRET_KEY: 'sk_live_…', STRIPE_WEBHOOK_SECRET: 'whsec_…' },
  postgrid: { POSTGRID_API_KEY: 'live_…', POSTGRID_WEBHOOK_SECRET: 'the secret of the webhook' },
  telnyx: {
    TELNYX_API_KEY: 'KEY…',
    TELNYX_CONNECTION_ID: 'the id of the fax application',
    TELNYX_FROM_NUMBER: '+12125550100',
    TELNYX_PUBLIC_KEY: 'the public key of the account, base64',
  },
  lob: { LOB_API_KEY: 'live_…' },
  sinch: {
    SINCH_PROJECT_ID: 'the id of the project',
    SINCH_KEY_ID: 'the id of the key',
    SINCH_KEY_SECRET: 'its secret',
  },
} as const;

const isTestStripe = (key: string | undefined): boolean => /^[sr]k_test_/.test(key ?? '');
const isLiveStripe = (key: string | undefined): boolean => /^[sr]k_live_/.test(key ?? '');
/** PostGrid's keys, and Lob's. */
const isLivePrint = (key: string | undefined): boolean => (key ?? '').startsWith('live_');

/** Somebody's own machine: a double of the partner, which sends nothing. */
function isDouble(base: string | undefined): boolean {
  const host = URL.parse(base ?? '')?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

type Rule = (environment: Environment) => readonly (string | false)[];

const required: Rule = (environment) => {
  const chosen = [
    ...(environment.PAYMENT_MODE === 'real' ? (['stripe'] as const) : []),
    ...[printPartnerOf(environment), faxPartnerOf(environment)].filter((name) => name !== 'simulated'),
    ...(environment.PRINT_SECOND ? (['lob'] as const) : []),
    ...(environment.FAX_SECOND ? (['sinch'] as const) : []),
  ];
  return chosen.flatMap((name) =>
    Object.entries(needed[name]).map(
      ([variable, like]) =>
        !environment[variable] && `${variable} is missing: ${name} cannot be used without it (${like}).`,
    ),
  );
};

/** Test money must buy nothing real. */
const testMoney: Rule = (environment) => {
  const { PAYMENT_MODE = 'mock', STRIPE_SECRET_KEY, POSTGRID_API_KEY, TELNYX_API_BASE, SINCH_API_BASE } = environment;
  if (PAYMENT_MODE === 'real' && !isTestStripe(STRIPE_SECRET_KEY)) return [];
  const fax = faxPartnerOf(environment);
  const faxBase = fax === 'telnyx' ? TELNYX_API_BASE : SINCH_API_BASE;
  return [
    PAYMENT_MODE === 'mock' &&
      isLiveStripe(STRIPE_SECRET_KEY) &&
      'STRIPE_SECRET_KEY is a live key, and PAYMENT_MODE is mock: take the key out, or set PAYMENT_MODE to real.',
    printPartnerOf(environment) === 'postgrid' &&
      isLivePrint(POSTGRID_API_KEY) &&
      'POSTGRID_API_KEY is a live key, and payments are tests: letters would be mailed that nobody has paid for. Use a test key.',
    Boolean(environment.PRINT_SECOND) &&
      isLivePrint(environment.LOB_API_KEY) &&
      'LOB_API_KEY is a live key, and payments are tests: letters would be mailed that nobody has paid for. Use a test key.',
    Boolean(environment.FAX_SECOND) &&
      !isDouble(SINCH_API_BASE) &&
      'FAX_SECOND is sinch, which sends real faxes, and payments are tests: leave it out.',
    fax !== 'simulated' &&
      !isDouble(faxBase) &&
      `FAX_PARTNER is ${fax}, which sends real faxes, and payments are tests: set FAX_PARTNER to simulated.`,
  ];
};

/** Real money must buy something real. */
const realMoney: Rule = (environment) => {
  const { PAYMENT_MODE, STRIPE_SECRET_KEY, POSTGRID_API_KEY, PUBLIC_BASE_URL, PDF_URL_ALLOW_HOSTS } = environment;
  if (PAYMENT_MODE !== 'real') return [];
  const live = isLiveStripe(STRIPE_SECRET_KEY);
  return [
    live &&
      printPartnerOf(environment) === 'simulated' &&
      'PRINT_PARTNER is simulated, and payments are real: people would pay for letters that nobody mails. Set it to postgrid.',
    live &&
      faxPartnerOf(environment) === 'simulated' &&
      'FAX_PARTNER is simulated, and payments are real: people would pay for faxes that nobody sends. Set it to telnyx.',
    live &&
      printPartnerOf(environment) === 'postgrid' &&
      POSTGRID_API_KEY !== undefined &&
      !isLivePrint(POSTGRID_API_KEY) &&
      'POSTGRID_API_KEY is a test key, and payments are real: people would pay for letters that nobody mails. Use the live key.',
    live &&
      Boolean(environment.PRINT_SECOND) &&
      environment.LOB_API_KEY !== undefined &&
      !isLivePrint(environment.LOB_API_KEY) &&
      'LOB_API_KEY is a test key, and payments are real: people would pay for letters that nobody mails. Use the live key.',
    live &&
      !PUBLIC_BASE_URL?.startsWith('https://') &&
      'PUBLIC_BASE_URL must be the https address that payers come back to, https://mail.example.com/v1.',
    Boolean(PDF_URL_ALLOW_HOSTS) &&
      'PDF_URL_ALLOW_HOSTS works in mock mode only: take it out, because it opens private addresses.',
  ];
};

/** One line a problem, each naming the variable and the cure; no value is repeated. */
export const modeProblems = (environment: Environment): string[] =>
  [required, testMoney, realMoney].flatMap((rule) => rule(environment).filter((problem) => problem !== false));
