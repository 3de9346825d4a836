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

let reading: Promise<void> | undefined;

/**
 * Adds this function's fields of the secrets to the environment, once. Throws an error with a line for each problem.
 * `signingKeyOf` derives the signing key from the seed if the operator has not set one.
 */
export async function addKeysToEnvironment(signingKeyOf: (seed?: string) => string): Promise<void> {
  reading ??= (async () => {
    const { SECRET_ARN, SECRET_FIELDS: own, FINGERPRINTS_ARN, ISSUED_KEYS_FIELDS: others } = config('secrets');
    const readings = [
      fieldsAt(own.length > 0 ? SECRET_ARN : undefined),
      fieldsAt(FINGERPRINTS_ARN),
      others.length > 0 ? issuedKeys() : {},
    ] as const;
    // Waits for all, so that none is still running when another has failed.
    await Promise.allSettled(readings);
    const [signing, fingerprints, issued] = await Promise.all(readings);
    const { RECEIPT_SIGNING_SEED, RECEIPT_SIGNING_KEY } = signing;
    // Functions read only these fields of the two secrets, so the others are not checked.
    const mine = { ...filled(['FINGERPRINT_KEY'], fingerprints), ...filled(['RECEIPT_SIGNING_KEY'], signing) };
    const all = environmentWith({ ...mine, ...issued });
    // A function that may not read the issued keys can't know whether one is missing.
    const problems = others.length > 0 ? checkConfig(all) : checkFormats(all);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const derived = own.length > 0 && SECRET_ARN !== undefined && RECEIPT_SIGNING_KEY === undefined;
    addToEnvironment({
      ...mine,
      ...(derived && { RECEIPT_SIGNING_KEY: signingKeyOf(RECEIPT_SIGNING_SEED) }),
      ...filled(others, issued),
    });
  })();
  await reading.catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
}

const filled = (fields: readonly string[], from: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(fields.flatMap((field) => (from[field] ? [[field, from[field]]] : [])));
