/** What an operator decides at the deployment. Empty means: the default of `shared/config.ts`. */
import { Aws, CfnCondition, CfnParameter, type CfnParameterProps, Fn, type Stack } from 'aws-cdk-lib';

interface Setting {
  readonly variable: string;
  readonly description: string;
  /** Where the list of values is closed. */
  readonly values?: readonly string[];
  /** What anything else would be refused by, when the function starts; here it is refused before anything changes. */
  readonly pattern?: string;
}

const address = 'https?://\\S+';
const seconds = '\\d{1,6}(\\.\\d{1,3})?';

const apiBase = (variable: string, partner: string): Setting => ({
  variable,
  description: `Where ${partner} is reached, if not at its own address`,
  pattern: address,
});

/** The environment variables that operators set; the secret ones are fields of the secret. */
const settings: Readonly<Record<string, Setting>> = {
  PaymentMode: { variable: 'PAYMENT_MODE', description: 'mock (no charges) or real', values: ['mock', 'real'] },
  PrintPartner: {
    variable: 'PRINT_PARTNER',
    description: 'Who prints and mails',
    values: ['simulated', 'postgrid'],
  },
  PrintSecond: {
    variable: 'PRINT_SECOND',
    description: 'Who takes over US letters while the print partner is down',
    values: ['lob'],
  },
  FaxPartner: { variable: 'FAX_PARTNER', description: 'Who faxes', values: ['simulated', 'telnyx', 'sinch'] },
  FaxSecond: {
    variable: 'FAX_SECOND',
    description: 'Who takes over faxes while the fax partner is down',
    values: ['sinch'],
  },
  PublicMcpUrl: {
    variable: 'PUBLIC_MCP_URL',
    description: 'Where assistants connect, https://mail.example.com/mcp',
    pattern: address,
  },
  McpAllowedOrigins: {
    variable: 'MCP_ALLOWED_ORIGINS',
    description: 'Whose pages may call MCP, https://app.example.com, with commas between',
  },
  McpRequestsPerHour: {
    variable: 'MCP_REQUESTS_PER_HOUR',
    description: 'How many calls of MCP tools one network may make an hour',
    pattern: '[1-9]\\d{0,4}',
  },
  WebhookWaitMs: {
    variable: 'WEBHOOK_WAIT_MS',
    description: 'How long a payment webhook waits for the job to settle',
    pattern: '\\d{1,9}',
  },
  RetryBaseSeconds: {
    variable: 'RETRY_BASE_SECONDS',
    description: 'Seconds until a failed call is tried again',
    pattern: seconds,
  },
  SimulatedReadySeconds: {
    variable: 'SIMULATED_READY_SECONDS',
    description: 'Seconds that simulated mail can still be cancelled',
    pattern: seconds,
  },
  StripeApiBase: apiBase('STRIPE_API_BASE', 'Stripe'),
  PostgridApiBase: apiBase('POSTGRID_API_BASE', 'PostGrid'),
  TelnyxApiBase: apiBase('TELNYX_API_BASE', 'Telnyx'),
  LobApiBase: apiBase('LOB_API_BASE', 'Lob'),
  SinchApiBase: apiBase('SINCH_API_BASE', 'Sinch'),
};

type Form = Pick<Setting, 'values' | 'pattern'>;

const orEmpty = ({ values, pattern }: Form): CfnParameterProps => ({
  ...(values && { allowedValues: ['', ...values] }),
  ...(pattern && { allowedPattern: `^(${pattern})?$` }),
});

const parameter = (stack: Stack, name: string, description: string, form: Form = {}): CfnParameter =>
  new CfnParameter(stack, name, {
    type: 'String',
    default: '',
    description: `${description}. Empty: the default.`,
    ...orEmpty(form),
  });

/** Without a default: nothing is deployed where it is not given. */
const required = (stack: Stack, name: string, description: string, { pattern }: Form = {}): CfnParameter =>
  new CfnParameter(stack, name, {
    type: 'String',
    description: `${description}.`,
    ...(pattern && { allowedPattern: `^${pattern}$` }),
  });

/** True where the parameter has been given a value. */
export function isGiven({ stack, node, logicalId }: CfnParameter): CfnCondition {
  const name = `Has${node.id}`;
  const known = stack.node.tryFindChild(name) as CfnCondition | undefined;
  return (
    known ?? new CfnCondition(stack, name, { expression: Fn.conditionNot(Fn.conditionEquals(Fn.ref(logicalId), '')) })
  );
}

/** `value`, by default the parameter's own, where it is given; else `otherwise`, by default no property at all. */
export const unlessEmpty = (given: CfnParameter, otherwise: string = Aws.NO_VALUE, value = given.valueAsString) =>
  Fn.conditionIf(isGiven(given).logicalId, value, otherwise).toString();

export interface Parameters {
  /** By environment variable; for the functions that serve callers and jobs. */
  readonly settings: Readonly<Record<string, CfnParameter>>;
  readonly publicBaseUrl: CfnParameter;
  readonly domainName: CfnParameter;
  readonly certificateArn: CfnParameter;
  readonly renderConcurrency: CfnParameter;
  readonly alarmEmail: CfnParameter;
}

/** `needsName`: whether the service cannot do without a name of its own. */
export const parameters = (stack: Stack, needsName: boolean): Parameters => ({
  settings: Object.fromEntries(
    Object.entries(settings).map(([name, { variable, description, ...form }]) => [
      variable,
      parameter(stack, name, description, form),
    ]),
  ),
  publicBaseUrl: parameter(stack, 'PublicBaseUrl', 'What links start with, https://mail.example.com/v1', {
    pattern: address,
  }),
  ...ownName(stack, needsName ? required : parameter),
  renderConcurrency: parameter(stack, 'RenderConcurrency', 'How many documents may be printed at the same time', {
    pattern: '\\d{1,4}',
  }),
  alarmEmail: parameter(stack, 'AlarmEmail', 'Who is written to when an alarm goes off', { pattern: '\\S+@\\S+' }),
});

const ownName = (stack: Stack, made: typeof parameter) => ({
  domainName: made(stack, 'DomainName', 'Your own name for the service, mail.example.com', {
    pattern: '[a-z0-9-]+(\\.[a-z0-9-]+)+',
  }),
  certificateArn: made(stack, 'CertificateArn', 'The certificate of that name in ACM', {
    pattern: 'arn:aws[a-z-]*:acm:[a-z0-9-]+:\\d{12}:certificate/\\S+',
  }),
});
