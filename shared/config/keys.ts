/** Loads the keys of a function on AWS from the service's secrets. On a single machine they are in the environment. */
import { timeLimits } from '../storage/time-limits.ts';
import { addToEnvironment, checkConfig, checkFormats, config, environmentWith } from './config.ts';

/** The fields of a secret that are not empty; none if there is no ARN. */
async function fieldsAt(arn: string | undefined): Promise<Readonly<Record<string, string>>> {
  if (arn === undefined) return {};
  // Loaded here, so that a function without keys does not load the AWS client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  // More attempts than usual: many functions start after a deployment, and a failed start is a 500 for someone.
  const client = new SecretsManagerClient({ maxAttempts: 5, ...timeLimits(5) });
  const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  let fields: Readonly<Record<string, string>>;
  try {
    fields = JSON.parse(SecretString);
  } catch {
    // The parser's own message would quote the secret.
    throw new Error('The secret is not JSON: put an object into it, for example {"RECEIPT_SIGNING_SEED":"…"}.');
  }
  return filled(Object.keys(fields), fields);
}

/** The keys that the payment provider and the partners have issued to us. */
export const issuedKeys = () => fieldsAt(config('secrets').ISSUED_KEYS_ARN);

let loading: Promise<void> | undefined;

/**
 * Adds this function's fields of the secrets to the environment, once. Throws an error with a line for each problem.
 * `signingKeyOf` derives the signing key from the seed if the operator has not set one.
 */
export async function addKeysToEnvironment(signingKeyOf: (seed?: string) => string): Promise<void> {
  loading ??= (async () => {
    const { SECRET_ARN, SECRET_FIELDS, FINGERPRINTS_ARN, ISSUED_KEYS_FIELDS } = config('secrets');
    const isSigner = SECRET_FIELDS.length > 0;
    const usesIssuedKeys = ISSUED_KEYS_FIELDS.length > 0;
    const reads = [
      fieldsAt(isSigner ? SECRET_ARN : undefined),
      fieldsAt(FINGERPRINTS_ARN),
      usesIssuedKeys ? issuedKeys() : {},
    ] as const;
    // Waits for all three, so that none is still running after another has failed.
    await Promise.allSettled(reads);
    const [signing, fingerprints, issued] = await Promise.all(reads);
    const { RECEIPT_SIGNING_SEED, RECEIPT_SIGNING_KEY } = signing;
    // Functions read only these fields of the two secrets, so the other fields are not checked.
    const secrets = { ...filled(['FINGERPRINT_KEY'], fingerprints), ...filled(['RECEIPT_SIGNING_KEY'], signing) };
    const all = environmentWith({ ...secrets, ...issued });
    // A function that may not read the issued keys can't know whether one is missing.
    const problems = usesIssuedKeys ? checkConfig(all) : checkFormats(all);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    if (isSigner && SECRET_ARN !== undefined && RECEIPT_SIGNING_KEY === undefined)
      secrets.RECEIPT_SIGNING_KEY = signingKeyOf(RECEIPT_SIGNING_SEED);
    addToEnvironment({ ...secrets, ...filled(ISSUED_KEYS_FIELDS, issued) });
  })();
  await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
}

/** The fields with these names that are not empty. */
const filled = (fields: readonly string[], from: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(fields.flatMap((field) => (from[field] ? [[field, from[field]]] : [])));
