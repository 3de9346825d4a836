/** What an operator sets at `cdk deploy --parameters`; what is left empty stays as the program has it. */
import { Aws, CfnCondition, CfnParameter, Fn, type Stack } from 'aws-cdk-lib';

interface Setting {
  readonly variable: string;
  readonly description: string;
}

/** The variables of `shared/config.ts` that operators set. */
const settings: Readonly<Record<string, Setting>> = {
  PaymentMode: { variable: 'PAYMENT_MODE', description: 'mock (no charges) or real' },
  PublicMcpUrl: { variable: 'PUBLIC_MCP_URL', description: 'Where assistants connect, https://mail.example.com/mcp' },
  PrintPartner: { variable: 'PRINT_PARTNER', description: 'simulated, or who prints and mails' },
  FaxPartner: { variable: 'FAX_PARTNER', description: 'simulated, or who faxes' },
  WebhookWaitMs: { variable: 'WEBHOOK_WAIT_MS', description: 'How long a webhook waits for the job to settle' },
  RetryBaseSeconds: { variable: 'RETRY_BASE_SECONDS', description: 'Seconds until a failed call is tried again' },
};

const parameter = (stack: Stack, name: string, description: string): CfnParameter =>
  new CfnParameter(stack, name, { type: 'String', default: '', description: `${description}. Empty: the default.` });

/** The parameter's value, or no property at all. */
export function unlessEmpty(given: CfnParameter, otherwise: string = Aws.NO_VALUE): string {
  const { stack, logicalId } = given;
  const name = `Has${given.node.id}`;
  const isGiven =
    (stack.node.tryFindChild(name) as CfnCondition | undefined) ??
    new CfnCondition(stack, name, { expression: Fn.conditionNot(Fn.conditionEquals(Fn.ref(logicalId), '')) });
  return Fn.conditionIf(isGiven.logicalId, given.valueAsString, otherwise).toString();
}

export interface Parameters {
  /** By environment variable; for the functions that serve callers and jobs. */
  readonly settings: Readonly<Record<string, CfnParameter>>;
  readonly publicBaseUrl: CfnParameter;
  readonly renderConcurrency: CfnParameter;
  readonly alarmEmail: CfnParameter;
}

export const parameters = (stack: Stack): Parameters => ({
  settings: Object.fromEntries(
    Object.entries(settings).map(([name, { variable, description }]) => [
      variable,
      parameter(stack, name, description),
    ]),
  ),
  publicBaseUrl: parameter(stack, 'PublicBaseUrl', 'What links start with, https://mail.example.com/v1'),
  renderConcurrency: parameter(stack, 'RenderConcurrency', 'How many documents may be printed at the same time'),
  alarmEmail: parameter(stack, 'AlarmEmail', 'Who is written to when an alarm goes off'),
});
