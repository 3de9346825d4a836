/** The two secrets: made by the stack, or adopted. One begins with a random seed, and the operator fills the other. */
import { Aws } from 'aws-cdk-lib';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { seedLength } from '../../../shared/compose/config.ts';
import type { Adopted } from '../adoption/adopted.ts';
import { type Retention, removalOf } from '../stack/retention.ts';
import type { SecretName } from './secret-fields.ts';

export function serviceSecrets(
  scope: Construct,
  keeping: Retention,
  adopted: Pick<Adopted, 'secret' | 'issuedKeys'>,
): Readonly<Record<SecretName, ISecret>> {
  const removalPolicy = removalOf(keeping);
  return {
    seed: secretIn(scope, 'Secret', adopted.secret, () => ({
      // Nothing here changes: CloudFormation could draw another seed.
      description: `Keys of the print-and-mail service ${Aws.STACK_NAME}; each function takes the fields it needs.`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'RECEIPT_SIGNING_SEED',
        passwordLength: seedLength,
        excludePunctuation: true,
      },
      removalPolicy,
    })),
    issued: secretIn(scope, 'IssuedKeys', adopted.issuedKeys, () => ({
      description: `Keys that partners and payment providers have issued to the print-and-mail service ${Aws.STACK_NAME}.`,
      secretObjectValue: {},
      removalPolicy,
    })),
  };
}

const secretIn = (
  scope: Construct,
  id: string,
  adopted: string | undefined,
  made: () => ConstructorParameters<typeof Secret>[2],
): ISecret =>
  adopted === undefined ? new Secret(scope, id, made()) : Secret.fromSecretCompleteArn(scope, id, adopted);
