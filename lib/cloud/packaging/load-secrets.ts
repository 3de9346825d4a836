/**
 * The keys of a function that may do nothing without them. The configuration is checked as far as the function may know
 * it: a malformed value or an impossible combination ends the start.
 */
// It is needed in any case, so it is read together with the rest.
import '../../../shared/config/service-secret.ts';
import { keepKeys } from '../../../shared/config/keys.ts';
import { fingerprintKeyOf, signingKeyOf } from './signing-key.ts';

export const loadKeys = () => keepKeys({ RECEIPT_SIGNING_KEY: signingKeyOf, FINGERPRINT_KEY: fingerprintKeyOf });
