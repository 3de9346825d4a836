/** Reads a secret of the service in Secrets Manager: its fields that are not empty. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { timeLimits } from '../storage/time-limits.ts';

export async function fieldsOfSecret(arn: string): Promise<Readonly<Record<string, string>>> {
  // Many functions start at once after a deployment, and a failed start means a 500: so more attempts than usual.
  const client = new SecretsManagerClient({ maxAttempts: 5, ...timeLimits(5) });
  const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  let fields: Readonly<Record<string, string>>;
  try {
    fields = JSON.parse(SecretString);
  } catch {
    // The parser's own message would quote the secret.
    throw new Error('The secret is not JSON: put an object into it, for example {"RECEIPT_SIGNING_SEED":"…"}.');
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
