/** The stack's parameters, set by the operator at the deployment. Empty means the default of `shared/config/config.ts`. */
import { Aws, CfnCondition, CfnParameter, Fn, type Stack, Token } from 'aws-cdk-lib';
import type { QueueName } from '../../../functions/manifest.ts';
import { requestLimits } from '../../../shared/domain/network.ts';
import { acceptedFor, descriptors } from '../../../shared/partners/catalogue.ts';
import { type Choice, choices, productsForm } from '../../../shared/partners/descriptor.ts';

interface Setting {
  readonly variable: string;
  readonly description: string;
  /** The allowed values, if the list is closed. */
  readonly values?: readonly string[];
  /** The same form that the function checks when it starts. Checked here, a wrong value changes nothing. */
  readonly pattern?: string;
}

const address = 'https?://\\S+';
const limit = `(${Object.keys(requestLimits).join('|')})=[1-9]\\d{0,5}`;
const publicKey = '([\\w-]{43}|whpk_[A-Za-z0-9+/]{43}=)';

/** PRINT_PARTNER → PrintPartner */
const parameterName = (variable: string): string =>
  variable.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const page = 'https://\\S+';

/** The environment variables that operators set here. The secret ones are fields of the secret instead. */
const settings: readonly Setting[] = [
  { variable: 'PAYMENT_MODE', description: 'mock (no charges) or real', values: ['mock', 'real'] },
  ...(Object.keys(choices) as Choice[]).map(
    (variable): Setting => ({ variable, description: choices[variable].description, values: acceptedFor(variable) }),
  ),
  {
    variable: 'PRODUCTS',
    description: 'What is for sale, letter,check,fax. Without it, all but checks with real payments. Paid orders go on',
    pattern: productsForm,
  },
  {
    variable: 'PUBLIC_MCP_URL',
    description: 'Where assistants connect, https://mail.example.com/mcp',
    pattern: address,
  },
  {
    variable: 'MCP_ALLOWED_ORIGINS',
    description: 'Whose pages may call MCP, https://app.example.com, with commas between',
  },
  {
    variable: 'REQUEST_LIMITS',
    description: 'What one network may send, quotes=300,jobs=200,reads=3000,uploads=100,tools=1000, or off',
    pattern: `off|${limit}(,${limit})*`,
  },
  {
    variable: 'RETIRED_KEYS',
    description: 'Public keys that signed receipts or webhooks before, or are about to, with commas between',
    pattern: `${publicKey}(,${publicKey})*`,
  },
  {
    variable: 'WEBHOOK_WAIT_MS',
    description: 'How long a payment webhook waits for its order, in milliseconds; 0 switches it off',
    pattern: '\\d{1,9}',
  },
  {
    variable: 'EMAIL_FROM',
    description: 'The sender of e-mails to payers, news@mail.example.com, of a domain that Amazon SES knows as yours',
    pattern: '[\\w.+-]{1,64}@[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)+',
  },
  {
    variable: 'NEW_ACCOUNT_DAY_LIMIT',
    description: 'The dollars that checks on an unproven account may draw a day, 5000, or off: then none waits a day',
    pattern: 'off|[1-9]\\d{0,6}',
  },
  {
    variable: 'RETRY_BASE_SECONDS',
    description: 'Seconds until a failed call is tried again',
    pattern: '\\d{1,6}(\\.\\d{1,3})?',
  },
  // The operator, as pages show it. A line of text has no pattern: the functions say what is wrong with one.
  { variable: 'SERVICE_NAME', description: 'The name of the business, as payers see it' },
  {
    variable: 'SUPPORT_CONTACT',
    description: 'Where payers ask for help: an email address or an https page',
    pattern: `${page}|[^\\s@?&]{1,64}@[^\\s@?&]{1,255}`,
  },
  { variable: 'TERMS_URL', description: 'The page with the terms', pattern: page },
  { variable: 'PRIVACY_URL', description: 'The page on privacy', pattern: page },
  { variable: 'REFUND_POLICY_URL', description: 'The page on refunds', pattern: page },
  { variable: 'POSTAL_ADDRESS', description: 'The address of the business, in one line' },
  { variable: 'TAX_REGISTRATION', description: 'The GST/HST number for Canadian receipts' },
  { variable: 'LOGO_URL', description: 'The picture beside the name', pattern: page },
  // The partners' own settings, without the secret ones.
  ...descriptors.flatMap(({ variables }) =>
    Object.entries(variables).flatMap(([variable, { parameter }]): Setting[] =>
      parameter === undefined ? [] : [{ variable, ...parameter }],
    ),
  ),
];

type ParameterForm = Pick<Setting, 'values' | 'pattern'>;

const parameter = (
  stack: Stack,
  name: string,
  description: string,
  { values, pattern }: ParameterForm = {},
): CfnParameter =>
  new CfnParameter(stack, name, {
    type: 'String',
    default: '',
    description: `${description}. Empty: the default.`,
    allowedValues: values && ['', ...values],
    allowedPattern: pattern && `^(${pattern})?$`,
  });

/** A parameter without a default: CloudFormation deploys nothing until it is set. */
const required = (stack: Stack, name: string, description: string, { pattern }: ParameterForm = {}): CfnParameter =>
  new CfnParameter(stack, name, {
    type: 'String',
    description: `${description}.`,
    allowedPattern: pattern && `^${pattern}$`,
  });

export function isGiven({ stack, node, logicalId }: CfnParameter): CfnCondition {
  const name = `Has${node.id}`;
  const existing = stack.node.tryFindChild(name) as CfnCondition | undefined;
  return (
    existing ??
    new CfnCondition(stack, name, { expression: Fn.conditionNot(Fn.conditionEquals(Fn.ref(logicalId), '')) })
  );
}

/** `value` (by default the parameter's own) if the parameter is set, else `otherwise` (by default no property). */
export const unlessEmpty = (
  parameter: CfnParameter,
  otherwise: string = Aws.NO_VALUE,
  value = parameter.valueAsString,
) => Fn.conditionIf(isGiven(parameter).logicalId, value, otherwise).toString();

export const numberUnlessEmpty = (parameter: CfnParameter, otherwise: number): number =>
  Token.asNumber(Fn.conditionIf(isGiven(parameter).logicalId, parameter.valueAsString, otherwise));

export interface Parameters {
  /** Parameters by environment variable, for every function but the renderer. */
  readonly settings: Readonly<Record<string, CfnParameter>>;
  readonly publicBaseUrl: CfnParameter;
  readonly domainName: CfnParameter;
  readonly certificateArn: CfnParameter;
  readonly concurrency: Readonly<Record<keyof typeof reserved, CfnParameter>>;
  /** Batches of a queue that are worked on at a time. */
  readonly batches: Readonly<Record<QueueName, CfnParameter>>;
  readonly apiRate: CfnParameter;
  readonly alarmEmail: CfnParameter;
  readonly monthlyBudget: CfnParameter;
}

/** `needsName`: whether the service must have a domain name of its own. */
export const parameters = (stack: Stack, needsName: boolean): Parameters => ({
  settings: Object.fromEntries(
    settings.map(({ variable, description, ...form }) => [
      variable,
      parameter(stack, parameterName(variable), description, form),
    ]),
  ),
  publicBaseUrl: parameter(stack, 'PublicBaseUrl', 'What links start with, https://mail.example.com/v1', {
    pattern: `${address}/v1/*`,
  }),
  ...ownName(stack, needsName ? required : parameter),
  concurrency: {
    render: concurrency(stack, 'render'),
    fulfil: concurrency(stack, 'fulfil'),
    webhook: concurrency(stack, 'webhook'),
    mcp: concurrency(stack, 'mcp'),
  },
  batches: {
    jobs: batches(stack, 'JobBatches', 'jobs'),
    webhooks: batches(stack, 'WebhookBatches', 'batches of events for webhooks'),
    emails: batches(stack, 'EmailBatches', 'batches of events for e-mails'),
  },
  apiRate: parameter(stack, 'ApiRate', 'How many requests a second the API takes, and as many at once', {
    pattern: '[1-9]\\d{0,4}',
  }),
  alarmEmail: parameter(stack, 'AlarmEmail', 'Who is written to when an alarm goes off', { pattern: '\\S+@\\S+' }),
  monthlyBudget: parameter(stack, 'MonthlyBudget', 'How many USD all of this AWS account may cost a month', {
    pattern: '[1-9]\\d{0,6}',
  }),
});

/** Lambda takes 2 to 1,000. */
const batches = (stack: Stack, name: string, of: string) =>
  parameter(stack, name, `How many ${of} are worked on at the same time, at most`, {
    pattern: '([2-9]|[1-9]\\d{1,2}|1000)',
  });

/** Reserved for a function, and the most that it gets. */
const reserved = {
  render: 'How many documents may be printed at the same time',
  fulfil: 'How many paid jobs are always worked on at the same time, 10 or more, and not less than JobBatches',
  webhook: 'How many events each function that hears of payments or orders always takes at the same time',
  mcp: 'How many requests of assistants are served at the same time, at most',
} as const;

const concurrency = (stack: Stack, name: keyof typeof reserved) =>
  parameter(stack, parameterName(`${name}_concurrency`), reserved[name], {
    // The queue sends `fulfil` ten jobs at a time, or `JobBatches`: with less, jobs would be throttled again and again.
    pattern: name === 'fulfil' ? '[1-9]\\d{1,3}' : '[1-9]\\d{0,3}',
  });

const ownName = (stack: Stack, made: typeof parameter) => ({
  domainName: made(stack, 'DomainName', 'Your own name for the service, mail.example.com', {
    pattern: '[a-z0-9-]+(\\.[a-z0-9-]+)+',
  }),
  certificateArn: made(stack, 'CertificateArn', 'The certificate of that name in ACM', {
    pattern: 'arn:aws[a-z-]*:acm:[a-z0-9-]+:\\d{12}:certificate/\\S+',
  }),
});
