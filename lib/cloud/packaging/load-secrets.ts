/**
 * Runs first in each function that needs a secret. It reads the one secret at the cold start and puts only the fields
 * that this function needs where `shared/compose/config.ts` looks for them. It keeps them in memory only. The whole configuration
 * is known only here, so a malformed value or an impossible combination ends the start.
 */
import { fieldsOfSecret } from '../../../shared/adapters/service-secret.ts';
import { checkConfig } from '../../../shared/compose/config.ts';
import { fingerprintKeyOf, signingKeyOf } from './signing-key.ts';

/** Keys that follow from the seed if the operator has given none. */
const derived: Readonly<Record<string, (seed?: string) => string>> = {
  RECEIPT_SIGNING_KEY: signingKeyOf,
  FINGERPRINT_KEY: fingerprintKeyOf,
};

const { SECRET_ARN, SECRET_FIELDS = '' } = process.env;

// Without an ARN the fields are already in the environment, as in a test.
if (SECRET_ARN !== undefined) {
  const secret = await fieldsOfSecret(SECRET_ARN);
  const problems = checkConfig({ ...process.env, ...secret });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  for (const field of SECRET_FIELDS.split(',')) {
    const value = secret[field] ?? derived[field]?.(secret.RECEIPT_SIGNING_SEED);
    if (value) process.env[field] = value;
  }
}
