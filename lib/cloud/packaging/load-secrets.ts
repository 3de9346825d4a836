/**
 * Runs first in each function that may do nothing without its keys. The configuration is checked here as far as the
 * function may know it: a malformed value or an impossible combination ends the start.
 */
import { keepKeys } from '../../../shared/compose/keys.ts';
import { fingerprintKeyOf, signingKeyOf } from './signing-key.ts';

await keepKeys({ RECEIPT_SIGNING_KEY: signingKeyOf, FINGERPRINT_KEY: fingerprintKeyOf });
