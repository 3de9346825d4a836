/**
 * Data that this stack did not make but stands on: a table, a bucket and secrets that an earlier stack has left, or that
 * were restored. CloudFormation neither changes nor removes them, so each deployment looks whether they are in shape.
 */
import type { Stack } from 'aws-cdk-lib';
import type { Shift } from '../stack/canary.ts';
import { flagsOf, remember } from '../stack/remembered.ts';

export interface Adopted {
  readonly table?: string | undefined;
  readonly bucket?: string | undefined;
  /** The whole ARN of the secret with the seed. */
  readonly secret?: string | undefined;
  /** The whole ARN of the secret with the keys that others have issued. */
  readonly issuedKeys?: string | undefined;
}

export type Kind = keyof Adopted;

/** A secret is not called one here: CloudFormation would take its ARN for something to hide. */
const parameterOf: Readonly<Record<Kind, string>> = {
  table: 'AdoptedTable',
  bucket: 'AdoptedBucket',
  secret: 'AdoptedKeys',
  issuedKeys: 'AdoptedIssuedKeys',
};

const kinds = Object.keys(parameterOf) as Kind[];

/** Operators read these. */
export const wordsOf: Readonly<Record<Kind, string>> = {
  table: 'table',
  bucket: 'bucket',
  secret: 'secret',
  issuedKeys: 'secret of issued keys',
};

/** A deployment that forgot the name would make an empty table and serve from it. */
export function rememberAdopted(stack: Stack, adopted: Adopted): void {
  for (const kind of kinds) {
    const name = adopted[kind] ?? '';
    const parameter = parameterOf[kind];
    remember(stack, {
      parameter,
      value: name,
      description: `The ${wordsOf[kind]} that this stack has adopted. Empty: it has made its own.`,
      refusal:
        name === ''
          ? `This stack has adopted a ${wordsOf[kind]}: give --context ${kind}=NAME with every deployment. To go back to its own: --parameters ${parameter}=`
          : `This stack stands on another ${wordsOf[kind]}. To go over to this one: --parameters ${parameter}=${name}`,
    });
  }
}

/** The context of a deployment that keeps all that the stack remembers in these parameters. */
export function contextOf(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const data = kinds.flatMap((kind) => {
    const name = parameters[parameterOf[kind]] ?? '';
    return name === '' ? [] : [[kind, name]];
  });
  return Object.fromEntries([...flagsOf(parameters).map((flag) => [flag, 'true']), ...data]);
}

/** At once if the stack, by its parameters, stands on other data than it is to. `parameters`: undefined if unknown. */
export function shiftTo(adopted: Adopted, parameters: Readonly<Record<string, string>> | undefined): Shift {
  if (parameters === undefined) return 'gradually';
  const goesOver = kinds.some((kind) => (parameters[parameterOf[kind]] ?? '') !== (adopted[kind] ?? ''));
  return goesOver ? 'at once' : 'gradually';
}
