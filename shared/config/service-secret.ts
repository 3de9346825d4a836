/** The one secret of the service in Secrets Manager, as the fields that hold something. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { within } from '../storage/within.ts';

export async function fieldsOfSecret(arn: string): Promise<Readonly<Record<string, string>>> {
  // A start that fails is answered by AWS itself, with a 500: after a deployment many functions start at once.
  const client = new SecretsManagerClient({ maxAttempts: 5, ...within(5) });
  const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return Object.fromEntries(Object.entries(fieldsIn(SecretString)).filter(([, value]) => value !== ''));
}

/** The parser's own message would quote the secret. */
function fieldsIn(text: string): Record<string, string> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The secret is no JSON: put an object of fields into it, {"RECEIPT_SIGNING_SEED":"…"}.');
  }
}
