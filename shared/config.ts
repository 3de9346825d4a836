/** The only file that reads the environment: one small schema a need, parsed on first use. Values are never printed. */
import * as z from 'zod/mini';
import { modeProblems } from './modes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const required = (cure: string) => z.string(cure).check(z.minLength(1, cure));

const wholeNumber = (fallback: string, cure: string) =>
  z.pipe(z._default(z.string().check(z.regex(/^\d{1,9}$/, cure)), fallback), z.transform(Number));

const seconds = (fallback: string, least: number, cure: string) =>
  z.pipe(
    z._default(
      z.string().check(z.refine((text) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) >= least, cure)),
      fallback,
    ),
    z.transform(Number),
  );

const webAddress = (cure: string) =>
  z.pipe(
    z.string().check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), cure)),
    z.transform((text: string) => text.replace(/\/+$/, '')),
  );

const isHostAndPort = (text: string): boolean =>
  /^[^\s,:/]+:\d{1,5}$/.test(text) && Number(text.split(':')[1]) < 65_536;

const hostList = z.pipe(
  z._default(
    z
      .string()
      .check(
        z.refine(
          (list) => list === '' || list.split(',').every(isHostAndPort),
          'must be a comma list of host:port, 127.0.0.1:9000',
        ),
      ),
    '',
  ),
  z.transform((text: string) => text.split(',').filter(Boolean)),
);

/** Origins as browsers write them: no path, no slash at the end, a port only where it is not the scheme's own. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

const originList = z.pipe(
  z._default(
    z
      .string()
      .check(
        z.refine(
          (list) => list === '' || list.split(',').every(isOrigin),
          'must be a comma list of origins, https://app.example.com',
        ),
      ),
    '',
  ),
  z.transform((text: string) => text.split(',').filter(Boolean)),
);

const mcp = z
  .object({
    PUBLIC_MCP_URL: z.optional(webAddress('must be an address such as https://mail.example.com/mcp')),
    MCP_ALLOWED_ORIGINS: originList,
    /** Set by whoever runs the function where its own address is what a request claims. */
    MCP_OWN_HOSTS: z.optional(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
    ),
    MCP_REQUESTS_PER_HOUR: z.optional(
      z.pipe(
        z
          .string()
          .check(z.regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999; leave it out for no limit')),
        z.transform(Number),
      ),
    ),
    PUBLIC_BASE_URL: z.optional(z.string()),
    AWS_LAMBDA_FUNCTION_NAME: z.optional(z.string()),
  })
  .check(
    // A function URL is another host than the API, so what the request came in on says nothing about links.
    z.refine(
      ({ PUBLIC_BASE_URL, AWS_LAMBDA_FUNCTION_NAME }) =>
        PUBLIC_BASE_URL !== undefined || AWS_LAMBDA_FUNCTION_NAME === undefined,
      {
        error: 'must be set on AWS, where MCP has another host than the API: https://mail.example.com/v1',
        path: ['PUBLIC_BASE_URL'],
        when: ({ issues }) => issues.length === 0,
      },
    ),
  );

const form = (pattern: RegExp, cure: string) => z.optional(z.string().check(z.regex(pattern, cure)));

/** One secret, or two while it is being rotated. */
const secrets = (each: RegExp, cure: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.refine((list) => list.split(',').every((secret) => each.test(secret)), cure)),
      z.transform((text: string) => text.split(',')),
    ),
  );

const apiBase = z.optional(webAddress('must be an address such as https://api.example.com'));

/** Whether what is missing is needed at all, `modes.ts` knows. */
const partnerSchemas = {
  stripe: z.object({
    STRIPE_SECRET_KEY: form(/^[sr]k_(test|live)_\w+$/, 'must be a key of the form sk_live_… or sk_test_…'),
    STRIPE_WEBHOOK_SECRET: secrets(/^whsec_\S+$/, 'must be of the form whsec_…, or two of them with a comma between'),
    STRIPE_API_BASE: apiBase,
  }),
  postgrid: z.object({
    POSTGRID_API_KEY: form(/^(live|test)_\S+$/, 'must be a key of the form live_… or test_…'),
    POSTGRID_WEBHOOK_SECRET: secrets(/^\S{20,}$/, 'must have 20 characters or more, without spaces'),
    POSTGRID_API_BASE: apiBase,
  }),
  telnyx: z.object({
    TELNYX_API_KEY: form(/^\S+$/, 'must be a key without spaces'),
    TELNYX_CONNECTION_ID: form(/^\S+$/, 'must be the id of the fax application'),
    TELNYX_FROM_NUMBER: form(/^\+1\d{10}$/, 'must be a number in E.164 form, +12125550100'),
    TELNYX_PUBLIC_KEY: form(/^[\w+/]{43}=$/, 'must be the public key of the account: 32 bytes as base64'),
    TELNYX_API_BASE: apiBase,
  }),
  lob: z.object({
    LOB_API_KEY: form(/^(live|test)_\S+$/, 'must be a key of the form live_… or test_…'),
    LOB_API_BASE: apiBase,
  }),
  sinch: z.object({
    SINCH_PROJECT_ID: form(/^\S+$/, 'must be the id of the project'),
    SINCH_KEY_ID: form(/^\S+$/, 'must be the id of the access key'),
    SINCH_KEY_SECRET: form(/^\S+$/, 'must be the secret of the access key'),
    SINCH_API_BASE: apiBase,
  }),
};

const schemas = {
  ...partnerSchemas,
  settings: z.object({
    PAYMENT_MODE: z._default(z.enum(['mock', 'real'], 'must be mock or real'), 'mock'),
    PUBLIC_BASE_URL: z.optional(webAddress('must be an address such as https://mail.example.com/v1')),
    WEBHOOK_WAIT_MS: wholeNumber('5000', 'must be a whole number of milliseconds, 5000'),
    RETRY_BASE_SECONDS: seconds('60', 0.1, 'must be a number of seconds, 0.1 or more'),
  }),
  table: z.object({ TABLE_NAME: required('must name the DynamoDB table') }),
  queue: z.object({ QUEUE_URL: required('must be the address of the SQS queue') }),
  documents: z.object({ DOCUMENTS_BUCKET: required('must name the S3 bucket for documents') }),
  render: z.object({ RENDER_FUNCTION: required('must name the render function') }),
  signingKey: z.object({ RECEIPT_SIGNING_KEY: required('must be a private Ed25519 key as a JWK') }),
  /** Set by the stack: where CloudWatch files what the log counts. */
  watching: z.object({ METRICS_NAMESPACE: z.optional(z.string()) }),
  /** Set by the stack where CloudFront stands before the service. */
  edge: z.object({ EDGE_SECRET: z.optional(z.string().check(z.minLength(32, 'must have 32 characters or more'))) }),
  mcp,
  fetching: z.object({ PDF_URL_ALLOW_HOSTS: hostList }),
  partners: z.object({
    PRINT_PARTNER: z.optional(z.enum(['simulated', 'postgrid'], 'must be simulated or postgrid')),
    PRINT_SECOND: z.optional(z.enum(['lob'], 'must be lob, or left out')),
    FAX_SECOND: z.optional(z.enum(['sinch'], 'must be sinch, or left out')),
    FAX_PARTNER: z.optional(z.enum(['simulated', 'telnyx', 'sinch'], 'must be simulated, telnyx or sinch')),
    SIMULATED_READY_SECONDS: seconds('60', 0, 'must be a number of seconds, 60'),
  }),
};

type Need = keyof typeof schemas;

/** The parsed variables of one need; a bad one stops the function with a sentence that names it. */
export function config<N extends Need>(need: N, environment: Environment = process.env): z.infer<(typeof schemas)[N]> {
  const result = schemas[need].safeParse(environment);
  if (!result.success) throw new Error(problemsOf(result.error.issues).join('\n'));
  return result.data as z.infer<(typeof schemas)[N]>;
}

const problemsOf = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}.`);

/** The needs whose variables an operator sets; the others come with what is deployed. */
const setByOperators = [
  ...(['settings', 'mcp', 'fetching', 'partners'] as const),
  ...(Object.keys(partnerSchemas) as (keyof typeof partnerSchemas)[]),
] satisfies readonly Need[];

/** Every variable that they may set. */
export const operatorVariables: readonly string[] = [
  ...new Set(setByOperators.flatMap((need) => Object.keys(schemas[need].shape))),
];

/** One line a problem, each naming the variable and the cure; empty when the service can start. */
export function checkConfig(environment: Environment): string[] {
  const malformed = setByOperators.flatMap((need) =>
    problemsOf(schemas[need].safeParse(environment).error?.issues ?? []),
  );
  return malformed.length > 0 ? malformed : modeProblems(environment);
}
