/**
 * Data that this stack did not make but stands on: a table, a bucket and a secret that an earlier stack has left, or that
 * were restored. CloudFormation neither changes nor removes them, so each deployment looks whether they are in shape.
 */
import { CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib';

export interface Adopted {
  readonly table?: string | undefined;
  readonly bucket?: string | undefined;
  /** Its whole ARN. */
  readonly secret?: string | undefined;
}

export type Kind = keyof Adopted;

const kinds: readonly Kind[] = ['table', 'bucket', 'secret'];

/** The secret is not called one here: CloudFormation would take its ARN for something to hide. */
const parameterOf: Readonly<Record<Kind, string>> = {
  table: 'AdoptedTable',
  bucket: 'AdoptedBucket',
  secret: 'AdoptedKeys',
};

/**
 * A deployment that forgot the name would make an empty table and serve from it. So the stack remembers each name in a
 * parameter, which stays from one deployment to the next, and CloudFormation refuses a template of another name before
 * anything changes.
 */
export function rememberAdopted(stack: Stack, adopted: Adopted): void {
  for (const kind of kinds) remember(stack, kind, adopted[kind] ?? '');
}

function remember(stack: Stack, kind: Kind, name: string): void {
  const parameter = new CfnParameter(stack, parameterOf[kind], {
    type: 'String',
    default: name,
    description: `The ${kind} that this stack has adopted. Empty: it has made its own.`,
  });
  const assertDescription =
    name === ''
      ? `This stack has adopted a ${kind}: give --context ${kind}=NAME with every deployment. To go back to its own: --parameters ${parameterOf[kind]}=`
      : `This stack stands on another ${kind}. To go over to this one: --parameters ${parameterOf[kind]}=${name}`;
  const assert = Fn.conditionEquals(parameter.valueAsString, name);
  new CfnRule(stack, `Same${parameterOf[kind]}`, { assertions: [{ assert, assertDescription }] });
}
