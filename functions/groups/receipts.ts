/** Receipts, links and keys: all that the service signs or verifies with its own keys. */
import { handler as showSigningKeys } from '../about/show-signing-keys.ts';
import { handler as getReceipt } from '../api/get-receipt.ts';
import { handler as showReceipt } from '../pages/show-receipt.ts';
import { handler as stopEmails } from '../pages/stop-emails.ts';
import { handler as verify } from '../pages/verify.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({
  'show-signing-keys': showSigningKeys,
  'get-receipt': getReceipt,
  'show-receipt': showReceipt,
  'stop-emails': stopEmails,
  verify,
});
