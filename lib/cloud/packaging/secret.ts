/** The one secret: made with a random seed for the receipt key, or adopted. The operator adds partners' keys. */
import { Aws } from 'aws-cdk-lib';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { seedLength } from '../../../shared/compose/config.ts';
import { type Retention, removalOf } from '../stack/retention.ts';

export function serviceSecret(scope: Construct, keeping: Retention, adopted?: string): ISecret {
  if (adopted !== undefined) return Secret.fromSecretCompleteArn(scope, 'Secret', adopted);
  return new Secret(scope, 'Secret', {
    description: `Keys of the print-and-mail service ${Aws.STACK_NAME}; each function takes the fields it needs.`,
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'RECEIPT_SIGNING_SEED',
      passwordLength: seedLength,
      excludePunctuation: true,
    },
    removalPolicy: removalOf(keeping),
  });
}
