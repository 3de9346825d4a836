/**
 * Runs first in each function that needs a secret: reads the one secret at the cold start and puts the fields that this
 * function needs, and no others, where `shared/config.ts` looks for them. It holds them in memory alone.
 */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { signingKeyOf } from './signing-key.ts';

const { SECRET_ARN, SECRET_FIELDS = '' } = process.env;

// Without an ARN the fields stand in the environment, as in a test.
if (SECRET_ARN !== undefined) {
  const { SecretString = '{}' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: SECRET_ARN }),
  );
  const secret = JSON.parse(SecretString) as Record<string, string>;
  for (const field of SECRET_FIELDS.split(',')) {
    const value = secret[field] || (field === 'RECEIPT_SIGNING_KEY' ? signingKeyOf(secret.RECEIPT_SIGNING_SEED) : '');
    if (value) process.env[field] = value;
  }
}
