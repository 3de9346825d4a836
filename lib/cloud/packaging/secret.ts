/** The two secrets. One begins with a random seed, and the operator fills the other. */
import { Aws } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { seedLength } from '../../../shared/config/config.ts';
import { type Retention, removalOf } from '../stack/retention.ts';
import type { SecretName } from './secret-fields.ts';

export function serviceSecrets(scope: Construct, keeping: Retention): Readonly<Record<SecretName, Secret>> {
  const removalPolicy = removalOf(keeping);
  return {
    seed: new Secret(scope, 'Secret', {
      // Nothing here changes: CloudFormation could draw another seed.
      description: `Keys of the print-and-mail service ${Aws.STACK_NAME}; each function takes the fields it needs.`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'RECEIPT_SIGNING_SEED',
        passwordLength: seedLength,
        excludePunctuation: true,
      },
      removalPolicy,
    }),
    issued: new Secret(scope, 'IssuedKeys', {
      description: `Keys that partners and payment providers have issued to the print-and-mail service ${Aws.STACK_NAME}.`,
      secretObjectValue: {},
      removalPolicy,
    }),
  };
}
