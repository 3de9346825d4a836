/** The one secret. The stack makes it with a random seed for the receipt key; the operator adds the partners' keys. */
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { type Retention, removalOf } from '../stack/retention.ts';
import { seedLength } from './signing-key.ts';

export const serviceSecret = (scope: Construct, keeping: Retention): Secret =>
  new Secret(scope, 'Secret', {
    description: 'Keys of the print-and-mail service; each function takes the fields it needs.',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'RECEIPT_SIGNING_SEED',
      passwordLength: seedLength,
      excludePunctuation: true,
    },
    removalPolicy: removalOf(keeping),
  });
