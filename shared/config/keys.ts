/** The keys of a function on AWS: fields of the service's two secrets. On one machine they are in the environment. */
import { checkConfig, checkForms, config, environmentWith, keepInEnvironment } from './config.ts';

type HeldFields = Readonly<Record<string, string>>;

/** The fields of the secrets that were read; undefined without an ARN, or if they were not wanted. */
interface Held {
  readonly seed?: HeldFields | undefined;
  readonly issued?: HeldFields | undefined;
}

/** Loaded by the first reading: a function that needs no key does not load the client of AWS. */
async function fieldsAt(arn: string): Promise<HeldFields> {
  const { fieldsOfSecret } = await import('./service-secret.ts');
  return fieldsOfSecret(arn);
}

export async function secretsHeld(wanted: Readonly<Record<keyof Held, boolean>>): Promise<Held> {
  const { SECRET_ARN, ISSUED_KEYS_ARN } = config('secrets');
  const readings = [
    wanted.seed && SECRET_ARN !== undefined ? fieldsAt(SECRET_ARN) : undefined,
    wanted.issued && ISSUED_KEYS_ARN !== undefined ? fieldsAt(ISSUED_KEYS_ARN) : undefined,
  ] as const;
  // Both are awaited: neither goes on by itself when the other has failed.
  await Promise.allSettled(readings);
  const [seed, issued] = [await readings[0], await readings[1]];
  // The fields of the first secret. No function reads anything else there, so no check may count it.
  return { seed: seed && filled(['RECEIPT_SIGNING_SEED', 'RECEIPT_SIGNING_KEY'], (field) => seed[field]), issued };
}

/** Makes a key from the seed, for an operator who has given none. */
type Derived = Readonly<Record<string, (seed?: string) => string>>;

let reading: Promise<void> | undefined;

/** Reads the secrets of which this function keeps a field, once. Throws an error with a line for each problem. */
export async function keepKeys(derived: Derived = {}): Promise<void> {
  reading ??= readKeys(derived);
  await reading.catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
}

async function readKeys(derived: Derived): Promise<void> {
  const { SECRET_FIELDS: own, ISSUED_KEYS_FIELDS: others } = config('secrets');
  if (own.length + others.length === 0) return;
  const { seed, issued } = await secretsHeld({ seed: own.length > 0, issued: others.length > 0 });
  const all = environmentWith({ ...seed, ...issued });
  // Who may not read the issued keys cannot tell whether one is missing.
  const problems = others.length > 0 ? checkConfig(all) : checkForms(all);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const ownValue = (field: string) => seed?.[field] ?? (seed && derived[field]?.(seed.RECEIPT_SIGNING_SEED));
  keepInEnvironment({ ...filled(own, ownValue), ...filled(others, (field) => issued?.[field]) });
}

const filled = (fields: readonly string[], valueIn: (field: string) => string | undefined): HeldFields =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueIn(field);
      return value ? [[field, value]] : [];
    }),
  );
