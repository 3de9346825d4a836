/** The only file that reads the environment: one small schema per need, made when it is used. It never prints values. */
import * as z from 'zod/mini';
import { productNames } from '../domain/names.ts';
import { type RequestLimits, requestLimits } from '../domain/network.ts';
import { acceptedFor, type described, descriptors } from '../partners/catalogue.ts';
import {
  type Choice,
  type Descriptor,
  type EnvironmentVariables,
  seconds,
  textSetting,
  webAddress,
} from '../partners/descriptor.ts';
import { isTestMode, modeProblems } from './modes.ts';

const required = (cure: string) => z.string(cure).check(z.minLength(1, cure));

const listOf = (isItem: (text: string) => boolean, cure: string) =>
  z.pipe(
    z._default(z.string().check(z.refine((list) => list === '' || list.split(',').every(isItem), cure)), ''),
    z.transform((text: string) => text.split(',').filter(Boolean)),
  );

/** The names that a variable accepts. */
const oneOf = (choice: Choice) => {
  const names = acceptedFor(choice);
  const choices = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return z.optional(z.enum(names, `must be ${choices}`));
};

/** One line of text for pages. */
const oneLine = (maxLength: number, what: string) =>
  textSetting(
    new RegExp(`^[^\\p{C}\\u2028\\u2029]{1,${maxLength}}$`, 'u'),
    `must be ${what}: one line of at most ${maxLength} characters`,
  );

/** A page that payers open. */
const pageAddress = (example: string) =>
  z
    .string()
    .check(
      z.refine(
        (address) => URL.canParse(address) && new URL(address).protocol === 'https:',
        `must be an address such as ${example}`,
      ),
    );

/** Every variable is optional here: `config/modes.ts` decides which ones are needed. */
const partnerSchemas = Object.fromEntries(
  descriptors.map(({ name, variables }) => [
    name,
    () => z.object(Object.fromEntries(Object.entries(variables).map(([variable, { form }]) => [variable, form()]))),
  ]),
) as unknown as {
  readonly [Name in keyof typeof described]: () => {
    readonly [V in keyof (typeof described)[Name]['variables']]: ReturnType<
      ((typeof described)[Name]['variables'] & Descriptor['variables'])[V & string]['form']
    >;
  } extends infer Shape extends z.core.$ZodShape
    ? z.ZodMiniObject<Shape>
    : never;
};

const schemas = {
  ...partnerSchemas,
  settings() {
    const limit = `(${Object.keys(requestLimits).join('|')})=[1-9]\\d{0,5}`;
    return z.object({
      PAYMENT_MODE: z._default(z.enum(['mock', 'real'], 'must be mock or real'), 'mock'),
      PUBLIC_BASE_URL: z.optional(
        webAddress('must be an address such as https://mail.example.com/v1').check(
          // Every route is under `/v1`, so links without it would not work.
          z.refine(
            (address) => new URL(address).pathname.endsWith('/v1'),
            'must end with /v1, under which the API answers: https://mail.example.com/v1',
          ),
        ),
      ),
      WEBHOOK_WAIT_MS: z.pipe(
        z._default(z.string().check(z.regex(/^\d{1,9}$/, 'must be milliseconds, for example 5000')), '3000'),
        z.transform(Number),
      ),
      RETRY_BASE_SECONDS: seconds('60', 0.1, 'must be a number of seconds, 0.1 or more'),
      /** Classes that are not named keep their default. */
      REQUEST_LIMITS: z.pipe(
        z._default(
          z
            .string()
            .check(
              z.regex(
                new RegExp(`^(off|${limit}(,${limit})*)$`),
                'must be off, or figures for one network, quotes=300,jobs=200,reads=3000,uploads=100,tools=1000',
              ),
            ),
          Object.entries(requestLimits)
            .map(([name, most]) => `${name}=${most}`)
            .join(','),
        ),
        z.transform((text: string): RequestLimits | undefined => {
          const figures = text.split(',').map((each) => [each.split('=')[0], Number(each.split('=')[1])]);
          return text === 'off' ? undefined : { ...requestLimits, ...Object.fromEntries(figures) };
        }),
      ),
      NEW_ACCOUNT_DAY_LIMIT: z.optional(
        z.string().check(z.regex(/^(off|[1-9]\d{0,6})$/, 'must be a whole sum from 1 to 9999999, or off')),
      ),
    });
  },
  /** The operator's name, contact and links on pages, receipts and payments. */
  operator: () =>
    z.object({
      SERVICE_NAME: oneLine(60, 'the name that payers see, Acme Letters'),
      SUPPORT_CONTACT: textSetting(
        /^(https:\/\/\S+|[^\s@?&]{1,64}@[^\s@?&]{1,255})$/,
        'must be an email address or a page, help@example.com or https://mail.example.com/support',
      ),
      TERMS_URL: z.optional(pageAddress('https://mail.example.com/terms')),
      PRIVACY_URL: z.optional(pageAddress('https://mail.example.com/privacy')),
      REFUND_POLICY_URL: z.optional(pageAddress('https://mail.example.com/refunds')),
      POSTAL_ADDRESS: oneLine(200, 'the address of the business in one line'),
      TAX_REGISTRATION: oneLine(40, 'the GST/HST number, 123456789 RT0001'),
      LOGO_URL: z.optional(pageAddress('https://mail.example.com/logo.svg')),
    }),
  table: () => z.object({ TABLE_NAME: required('must name the DynamoDB table') }),
  queue: () => z.object({ QUEUE_URL: required('must be the address of the SQS queue') }),
  outboxQueues: () =>
    z.object({
      WEBHOOKS_QUEUE_URL: required('must be the address of the SQS queue of webhooks'),
      EMAILS_QUEUE_URL: required('must be the address of the SQS queue of emails'),
    }),
  documents: () => z.object({ DOCUMENTS_BUCKET: required('must name the S3 bucket for documents') }),
  render: () => z.object({ RENDER_FUNCTION: required('must name the render function') }),
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
        'must be a comma list of public keys: of receipts, 43 characters, and of webhooks, whpk_ and 44 characters',
      ),
    }),
  signingKey: () => z.object({ RECEIPT_SIGNING_KEY: required('must be a private Ed25519 key as a JWK') }),
  fingerprints: () => z.object({ FINGERPRINT_KEY: required('must be a secret of 32 characters or more') }),
  /** Set by the stack: the CloudWatch namespace of the metrics in the log. */
  watching: () => z.object({ METRICS_NAMESPACE: z.optional(z.string()) }),
  /** Set by the stack: SES reports on the emails that are sent with this set. */
  emailEvents: () => z.object({ EMAIL_CONFIGURATION_SET: z.optional(z.string()) }),
  /** Set by the stack: how many copies of the function for payment webhooks may run at a time. */
  webhooks: () => z.object({ WEBHOOK_CONCURRENCY: z.optional(z.coerce.number()) }),
  /** Set by the stack: the secrets that a function may read, and the fields that it keeps of each. */
  secrets: () =>
    z.object({
      SECRET_ARN: z.optional(z.string()),
      SECRET_FIELDS: listOf(Boolean, 'must be a comma list of fields'),
      FINGERPRINTS_ARN: z.optional(z.string()),
      ISSUED_KEYS_ARN: z.optional(z.string()),
      ISSUED_KEYS_FIELDS: listOf(Boolean, 'must be a comma list of fields'),
    }),
  /** Set by the stack if CloudFront is in front of the service. */
  edge: () =>
    z.object({ EDGE_SECRET: z.optional(z.string().check(z.minLength(32, 'must have 32 characters or more'))) }),
  /** Set by the local server: its own address, where the test checkout sends its events. */
  ownAddress: () => z.object({ OWN_BASE_URL: z.optional(z.string()) }),
  mcp: () =>
    z.object({
      PUBLIC_MCP_URL: z.optional(webAddress('must be an address such as https://mail.example.com/mcp')),
      MCP_ALLOWED_ORIGINS: listOf(
        // As browsers write them: no path, no slash at the end, a port only if it is not the scheme's default.
        (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
        'must be a comma list of origins, for example https://app.example.com',
      ),
      /** Set by the process that runs the function if it knows no host but the one in the request. */
      MCP_OWN_HOSTS: z.optional(
        z.pipe(
          z.string(),
          z.transform((text: string) => text.split(',')),
        ),
      ),
    }),
  /** The browser that prints HTML on one machine; a Lambda function has its own. */
  printing: () =>
    z.object({ CHROMIUM_PATH: textSetting(/^.*\S.*$/, 'must be the path of a Chrome, Edge or Chromium') }),
  /** Hosts of development and tests that may be private, for `pdf_url` and for webhooks. */
  privateHosts: () =>
    z.object({
      PDF_URL_ALLOW_HOSTS: listOf(
        (text) => /^[^\s,:/]+:\d{1,5}$/.test(text) && Number(text.split(':')[1]) < 65_536,
        'must be a comma list of host:port, for example 127.0.0.1:9000',
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
            // Some programs name a mailbox in the path. Here it has no effect, so it is refused.
            return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
          }, 'must be smtp:// or smtps:// with the host, smtps://user:pass@host:465'),
        ),
      ),
    }),
  partners() {
    const product = `(${productNames.join('|')})`;
    return z.object({
      PRINT_PARTNER: oneOf('PRINT_PARTNER'),
      FAX_PARTNER: oneOf('FAX_PARTNER'),
      // The products for sale. Orders that are already paid are still sent.
      PRODUCTS: textSetting(
        new RegExp(`^(none|${product}(,${product})*)$`),
        'must be a comma list of the products for sale, letter,check,fax, or none',
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

/** The needs whose variables an operator sets; the deployment sets the others. */
const setByOperators = [
  ...(['settings', 'operator', 'receipts', 'mcp'] as const),
  ...(['printing', 'privateHosts', 'email', 'partners'] as const),
  ...(Object.keys(partnerSchemas) as (keyof typeof partnerSchemas)[]),
] satisfies readonly (keyof typeof schemas)[];

/** Every variable that an operator may set. */
export const operatorVariables = (): string[] => [
  ...new Set(setByOperators.flatMap((need) => Object.keys(schemas[need]().shape))),
];

const issuesIn = (environment: EnvironmentVariables) =>
  setByOperators.flatMap((need) => schemas[need]().safeParse(environment).error?.issues ?? []);

/** One line per malformed variable. It reports neither missing variables nor wrong combinations. */
export const checkForms = (environment: EnvironmentVariables): string[] => problemsOf(issuesIn(environment));

/** One line per problem, naming the variable and the cure; empty if the service can start. */
export function checkConfig(environment: EnvironmentVariables): string[] {
  const issues = issuesIn(environment);
  const malformed = issues.map(({ path }) => String(path[0]));
  return [...problemsOf(issues), ...modeProblems(environment, malformed)];
}

/** 64 letters and digits hold more than the 256 bits of a key. */
export const seedLength = 64;

/** This function's environment with fields of the service's secrets. */
export const environmentWith = (fields: EnvironmentVariables): EnvironmentVariables => ({ ...process.env, ...fields });

/** Adds fields of secrets to this process's environment, where all other settings are. */
export function keepInEnvironment(fields: Readonly<Record<string, string>>): void {
  Object.assign(process.env, fields);
}

/** True if nothing is charged, mailed or faxed, as far as the keys in this function's environment say. */
export const isTestService = (environment: EnvironmentVariables = process.env): boolean => isTestMode(environment);
