/** The keys of a function on AWS: fields of the service's two secrets. On one machine they are in the environment. */
import { checkConfig, checkForms, config, environmentWith, keepInEnvironment } from './config.ts';

/** The fields of both secrets; undefined for a secret without an ARN, or one that is not wanted. */
export async function secretsHeld(wanted: Readonly<Record<'seed' | 'issued', boolean>>) {
  const { SECRET_ARN, ISSUED_KEYS_ARN } = config('secrets');
  // Loaded here, so that a function without keys does not load the AWS client.
  const fieldsAt = async (arn: string) => (await import('./service-secret.ts')).fieldsOfSecret(arn);
  const readings = [
    wanted.seed && SECRET_ARN !== undefined ? fieldsAt(SECRET_ARN) : undefined,
    wanted.issued && ISSUED_KEYS_ARN !== undefined ? fieldsAt(ISSUED_KEYS_ARN) : undefined,
  ] as const;
  // Wait for both, so that neither is still running when the other has failed.
  await Promise.allSettled(readings);
  const [seed, issued] = [await readings[0], await readings[1]];
  // No function reads other fields of the first secret, so other fields must not be checked.
  return { seed: seed && filled(['RECEIPT_SIGNING_SEED', 'RECEIPT_SIGNING_KEY'], (field) => seed[field]), issued };
}

let reading: Promise<void> | undefined;

/**
 * Reads the secrets that hold fields for this function, once. Throws an error with a line for each problem. `derived`:
 * makes a key from the seed if the operator has set none.
 */
export async function keepKeys(derived: Readonly<Record<string, (seed?: string) => string>> = {}): Promise<void> {
  reading ??= (async () => {
    const { SECRET_FIELDS: own, ISSUED_KEYS_FIELDS: others } = config('secrets');
    if (own.length + others.length === 0) return;
    const { seed, issued } = await secretsHeld({ seed: own.length > 0, issued: others.length > 0 });
    const all = environmentWith({ ...seed, ...issued });
    // A function that may not read the issued keys cannot know whether one is missing.
    const problems = others.length > 0 ? checkConfig(all) : checkForms(all);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const ownValue = (field: string) => seed?.[field] ?? (seed && derived[field]?.(seed.RECEIPT_SIGNING_SEED));
    keepInEnvironment({ ...filled(own, ownValue), ...filled(others, (field) => issued?.[field]) });
  })();
  await reading.catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
}

const filled = (fields: readonly string[], valueIn: (field: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueIn(field);
      return value ? [[field, value]] : [];
    }),
  );
