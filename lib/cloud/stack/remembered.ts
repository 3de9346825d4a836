/** Context that a deployment must not forget. Without it, a template would take away what the stack has. */
import { CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib';

interface Remembered {
  readonly parameter: string;
  /** This template's. */
  readonly value: string;
  readonly description: string;
  /** Tells whoever has forgotten it, or means to change it, what to give. */
  readonly refusal: string;
}

/**
 * The stack remembers the value in a parameter, which stays from one deployment to the next. CloudFormation refuses a
 * template of another value before anything changes.
 */
export function remember(stack: Stack, { parameter: id, value, description, refusal }: Remembered): void {
  const parameter = new CfnParameter(stack, id, { type: 'String', default: value, description });
  const assert = Fn.conditionEquals(parameter.valueAsString, value);
  new CfnRule(stack, `Same${id}`, { assertions: [{ assert, assertDescription: refusal }] });
}

interface Flag {
  readonly parameter: string;
  readonly what: string;
  /** In sentences; by default by its name. */
  readonly called?: string;
}

type FlagName = 'edge' | 'canary' | 'quiet';

const flags: Readonly<Record<FlagName, Flag>> = {
  edge: { parameter: 'EdgeFlag', what: 'Whether CloudFront stands before the service' },
  canary: { parameter: 'CanaryFlag', what: 'Whether new versions take over gradually' },
  quiet: { parameter: 'QuietFlag', what: 'Whether the stage has no alarms', called: 'flag quiet' },
};

export const flagsOf = (parameters: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags).flatMap(([name, { parameter }]) => (parameters[parameter] === 'on' ? [name] : []));

export function rememberFlags(stack: Stack, asked: Readonly<Record<FlagName, boolean>>): void {
  for (const [name, { parameter, what, called = name }] of Object.entries(flags)) {
    const isOn = asked[name as FlagName];
    remember(stack, {
      parameter,
      value: isOn ? 'on' : '',
      description: `${what}: on, or empty. It says what the flag ${name} says.`,
      refusal: isOn
        ? `This stack has no ${called}. To bring it: --context ${name}=true --parameters ${parameter}=on`
        : `This stack has the ${called}: give --context ${name}=true with every deployment. To take it away: --parameters ${parameter}=`,
    });
  }
}
