/** Flags that a deployment must not forget. Without them, a template would take away what the stack has. */
import { CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib';

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

/**
 * The stack remembers each flag in a parameter, which stays from one deployment to the next. CloudFormation refuses a
 * template of another value before anything changes.
 */
export function rememberFlags(stack: Stack, asked: Readonly<Record<FlagName, boolean>>): void {
  for (const [name, { parameter: id, what, called = name }] of Object.entries(flags)) {
    const isOn = asked[name as FlagName];
    const value = isOn ? 'on' : '';
    const description = `${what}: on, or empty. It says what the flag ${name} says.`;
    const parameter = new CfnParameter(stack, id, { type: 'String', default: value, description });
    const assertDescription = isOn
      ? `This stack has no ${called}. To bring it: --context ${name}=true --parameters ${id}=on`
      : `This stack has the ${called}: give --context ${name}=true with every deployment. To take it away: --parameters ${id}=`;
    const assert = Fn.conditionEquals(parameter.valueAsString, value);
    new CfnRule(stack, `Same${id}`, { assertions: [{ assert, assertDescription }] });
  }
}
