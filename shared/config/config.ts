/**
 * The only file that reads the environment. Variables are grouped by need, so that a function reads only those that it
 * needs. Errors never contain values.
 */
import * as z from 'zod/mini';
import { productNames } from '../domain/names.ts';
import { type RequestLimits, requestLimits } from '../domain/network.ts';
import { acceptedValues, descriptors, type descriptorsByName } from '../partners/catalogue.ts';
import {
  type Descriptor,
  type EnvironmentVariables,
  type PartnerVariable,
  secondsSetting,
  textSetting,
  urlSetting,
} from '../partners/descriptor.ts';
import { isTestMode, modeProblems } from './modes.ts';

const requiredText = (problem: string, minLength = 1) => z.string(problem).check(z.minLength(minLength, problem));

const listOf = (isItem: (text: string) => boolean, problem: string) =>
  z.pipe(
    z._default(z.string().check(z.refine((list) => list === '' || list.split(',').every(isItem), problem)), ''),
    z.transform((text: string) => text.split(',').filter(Boolean)),
  );

/** A variable that chooses a partner. */
const partnerChoice = (variable: PartnerVariable) => {
  const names = acceptedValues(variable);
  const choices = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return z.optional(z.enum(names, `must be ${choices}`));
};

/** One line of text for pages, with a visible character and no control characters. */
const oneLine = (maxLength: number, what: string) =>
  textSetting(
    new RegExp(`^(?=.*\\S)[^\\p{C}\\u2028\\u2029]{1,${maxLength}}$`, 'u'),
    `must be ${what}, on one line of at most ${maxLength} characters`,
  );

/** The URL of a page that payers open. */
const pageUrl = (example: string) =>
  z.string().check(z.refine((url) => URL.parse(url)?.protocol === 'https:', `must be a URL such as ${example}`));

type SchemaOf<Variables extends Descriptor['variables']> = z.ZodMiniObject<{
  readonly [Name in keyof Variables]: ReturnType<Variables[Name]['schema']>;
}>;

/** All of these variables are optional here: `config/modes.ts` decides which are needed. */
const partnerSchemas = Object.fromEntries(
  descriptors.map(({ name, variables }) => [
    name,
    () => z.object(Object.fromEntries(Object.entries(variables).map(([variable, { schema }]) => [variable, schema()]))),
  ]),
) as unknown as {
  readonly [Name in keyof typeof descriptorsByName]: () => SchemaOf<(typeof descriptorsByName)[Name]['variables']>;
};

const schemas = {
  ...partnerSchemas,
  settings() {
    const limit = `(${Object.keys(requestLimits).join('|')})=[1-9]\\d{0,5}`;
    return z.object({
      PAYMENT_MODE: z._default(z.enum(['mock', 'real'], 'must be mock or real'), 'mock'),
      PUBLIC_BASE_URL: z.optional(
        urlSetting('must be a URL such as https://mail.example.com/v1').check(
          // Every route is under `/v1`, so links without it would not work.
          z.refine(
            (url) => /^[^?#]*\/v1$/.test(url),
            'must end with /v1, where the API is: https://mail.example.com/v1',
          ),
        ),
      ),
      WEBHOOK_WAIT_MS: z.pipe(
        textSetting(/^\d{1,9}$/, 'must be a whole number of milliseconds, at most 9 digits, for example 5000'),
        z.transform((text: string | undefined) => Number(text ?? 3_000)),
      ),
      RETRY_BASE_SECONDS: secondsSetting('60', 0.1),
      /** Kinds of requests that it does not name keep their default limit. */
      REQUEST_LIMITS: z.pipe(
        textSetting(
          new RegExp(`^(off|${limit}(,${limit})*)$`),
          'must be off, or limits for one network, for example quotes=300,jobs=200,reads=3000,uploads=100,tools=1000',
        ),
        z.transform((text: string | undefined): RequestLimits | undefined => {
          if (text === 'off') return undefined;
          const limits = text?.split(',').map((pair) => pair.split('=')) ?? [];
          return { ...requestLimits, ...Object.fromEntries(limits.map(([name, max]) => [name, Number(max)])) };
        }),
      ),
      NEW_ACCOUNT_DAY_LIMIT: textSetting(/^(off|[1-9]\d{0,6})$/, 'must be a whole amount from 1 to 9999999, or off'),
    });
  },
  /** The operator's name, contact and links, for pages, receipts and payments. */
  operator: () =>
    z.object({
      SERVICE_NAME: oneLine(60, 'the name that payers see, for example Acme Letters'),
      SUPPORT_CONTACT: textSetting(
        /^(https:\/\/\S+|[^\s@?&]{1,64}@[^\s@?&]{1,255})$/,
        'must be an email address or the URL of a page, for example help@example.com or https://mail.example.com/support',
      ),
      TERMS_URL: z.optional(pageUrl('https://mail.example.com/terms')),
      PRIVACY_URL: z.optional(pageUrl('https://mail.example.com/privacy')),
      REFUND_POLICY_URL: z.optional(pageUrl('https://mail.example.com/refunds')),
      POSTAL_ADDRESS: oneLine(200, 'the address of the business'),
      TAX_REGISTRATION: oneLine(40, 'the GST/HST number, for example 123456789 RT0001'),
      LOGO_URL: z.optional(pageUrl('https://mail.example.com/logo.svg')),
    }),
  table: () => z.object({ TABLE_NAME: requiredText('must name the DynamoDB table') }),
  queue: () => z.object({ QUEUE_URL: requiredText('must be the URL of the SQS queue') }),
  outboxQueues: () =>
    z.object({
      WEBHOOKS_QUEUE_URL: requiredText('must be the URL of the SQS queue of webhooks'),
      EMAILS_QUEUE_URL: requiredText('must be the URL of the SQS queue of emails'),
    }),
  documents: () => z.object({ DOCUMENTS_BUCKET: requiredText('must name the S3 bucket for documents') }),
  render: () => z.object({ RENDER_FUNCTION: requiredText('must name the render function') }),
  receipts: () =>
    z.object({
      RECEIPT_SIGNING_KEY: z.optional(
        z.string().check(
          z.refine((text) => {
            try {
              const { kty, crv, x, d } = JSON.parse(text);
              return kty === 'OKP' && crv === 'Ed25519' && [x, d].every((part) => /^[\w-]{43}$/.test(part));
            } catch {
              return false;
            }
          }, 'must be a private Ed25519 key as a JWK, with kty, crv, x and d'),
        ),
      ),
      ADDITIONAL_PUBLIC_KEYS: listOf(
        (text) => /^([\w-]{43}|whpk_[A-Za-z0-9+/]{43}=)$/.test(text),
        'must be a comma-separated list of public keys: 43 characters for receipts, whpk_ and 44 characters for webhooks',
      ),
    }),
  signingKey: () => z.object({ RECEIPT_SIGNING_KEY: requiredText('must be a private Ed25519 key as a JWK') }),
  fingerprints: () => z.object({ FINGERPRINT_KEY: requiredText('must be a secret of 32 characters or more', 32) }),
  /** Set by the stack: the CloudWatch namespace of the metrics. */
  watching: () => z.object({ METRICS_NAMESPACE: z.optional(z.string()) }),
  /** Set by the stack: SES reports on the emails that are sent with this set. */
  emailEvents: () => z.object({ EMAIL_CONFIGURATION_SET: z.optional(z.string()) }),
  /** Set by the stack: the concurrency of the function for payment webhooks. */
  webhooks: () => z.object({ WEBHOOK_CONCURRENCY: z.optional(z.coerce.number()) }),
  /** Set by the stack: the secrets that a function may read, and the fields of them that it needs. */
  secrets: () =>
    z.object({
      SECRET_ARN: z.optional(z.string()),
      SECRET_FIELDS: listOf(Boolean, 'must be a comma-separated list of fields'),
      FINGERPRINTS_ARN: z.optional(z.string()),
      ISSUED_KEYS_ARN: z.optional(z.string()),
      ISSUED_KEYS_FIELDS: listOf(Boolean, 'must be a comma-separated list of fields'),
    }),
  /** Set by the stack if the service is behind CloudFront. */
  edge: () =>
    z.object({ EDGE_SECRET: z.optional(z.string().check(z.minLength(32, 'must have 32 characters or more'))) }),
  /** Set by the local server: its own URL, to which the test checkout sends events. */
  ownAddress: () => z.object({ OWN_BASE_URL: z.optional(z.string()) }),
  mcp: () =>
    z.object({
      PUBLIC_MCP_URL: z.optional(urlSetting('must be a URL such as https://mail.example.com/mcp')),
      MCP_ALLOWED_ORIGINS: listOf(
        // An origin, as browsers write it, has no path, no slash at the end and no default port.
        (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
        'must be a comma-separated list of origins, for example https://app.example.com',
      ),
      /** Set by the local server: the hosts that a request may name. */
      MCP_OWN_HOSTS: z.optional(
        z.pipe(
          z.string(),
          z.transform((text: string) => text.split(',')),
        ),
      ),
    }),
  /** The browser that prints HTML on a single machine. On AWS, the Lambda function includes one. */
  printing: () =>
    z.object({ CHROMIUM_PATH: textSetting(/^.*\S.*$/, 'must be the path of a Chrome, Edge or Chromium executable') }),
  /** Private hosts that `pdf_url` and webhooks may use, for development and tests. */
  privateHosts: () =>
    z.object({
      PDF_URL_ALLOW_HOSTS: listOf(
        (text) => /^[^\s,:/]+:\d{1,5}$/.test(text) && Number(text.split(':')[1]) < 65_536,
        'must be a comma-separated list of host:port, for example 127.0.0.1:9000',
      ),
    }),
  email: () =>
    z.object({
      EMAIL_FROM: textSetting(
        /^[\w.+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
        'must be an email address, for example news@mail.example.com',
      ),
      SMTP_URL: z.optional(
        z.string().check(
          z.refine((text) => {
            const url = URL.parse(text);
            // Some programs accept a mailbox in the path. We would ignore it, so we refuse it.
            return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
          }, 'must be smtp:// or smtps:// with the host, for example smtps://user:pass@host:465'),
        ),
      ),
    }),
  partners() {
    const product = `(${productNames.join('|')})`;
    return z.object({
      PRINT_PARTNER: partnerChoice('PRINT_PARTNER'),
      FAX_PARTNER: partnerChoice('FAX_PARTNER'),
      // Orders for other products are still sent if they are paid.
      PRODUCTS: textSetting(
        new RegExp(`^(none|${product}(,${product})*)$`),
        'must be none, or a comma-separated list of the products for sale, for example letter,check,fax',
      ),
    });
  },
};

/** The parsed variables of one need. Throws an error that names each malformed variable. */
export function config<N extends keyof typeof schemas>(
  need: N,
  environment: EnvironmentVariables = process.env,
): z.infer<ReturnType<(typeof schemas)[N]>> {
  const result = schemas[need]().safeParse(environment);
  if (!result.success) throw new Error(problemsOf(result.error.issues).join('\n'));
  return result.data as z.infer<ReturnType<(typeof schemas)[N]>>;
}

const problemsOf = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}.`);

/** The needs whose variables operators set. The deployment sets the others. */
const setByOperators = [
  'settings',
  'operator',
  'receipts',
  'mcp',
  'printing',
  'privateHosts',
  'email',
  'partners',
  ...(Object.keys(partnerSchemas) as (keyof typeof partnerSchemas)[]),
] satisfies readonly (keyof typeof schemas)[];

/** Every variable that an operator may set. */
export const operatorVariables = (): string[] => [
  ...new Set(setByOperators.flatMap((need) => Object.keys(schemas[need]().shape))),
];

const issuesIn = (environment: EnvironmentVariables) =>
  setByOperators.flatMap((need) => schemas[need]().safeParse(environment).error?.issues ?? []);

/** One line for each malformed variable. Missing variables and wrong combinations are not reported. */
export const checkFormats = (environment: EnvironmentVariables): string[] => problemsOf(issuesIn(environment));

/** One line for each problem, with the variable and what to do; empty if the service can start. */
export function checkConfig(environment: EnvironmentVariables): string[] {
  const issues = issuesIn(environment);
  const malformed = issues.map(({ path }) => String(path[0]));
  return [...problemsOf(issues), ...modeProblems(environment, malformed)];
}

/** The length of a secret seed. 64 letters and digits hold more than the 256 bits of a key. */
export const seedLength = 64;

/** This process's environment, with these fields of the service's secrets. */
export const environmentWith = (fields: EnvironmentVariables): EnvironmentVariables => ({ ...process.env, ...fields });

/** Adds fields of secrets to this process's environment, which has all other settings. */
export function addToEnvironment(fields: Readonly<Record<string, string>>): void {
  Object.assign(process.env, fields);
}

/** True if nothing real is charged, mailed or faxed, as far as the keys in this function's environment show. */
export const isTestService = (environment: EnvironmentVariables = process.env): boolean => isTestMode(environment);
