/** Tells a payer why an order has failed, in a sentence that pages can show, and what to do before ordering again. */

/** The thing to look at before the same order is made again. `ours`: nothing that the payer or the sender did. */
type CauseName = 'number' | 'line' | 'document' | 'address' | 'ours' | 'payment' | 'stopped';

export interface FailureCause {
  readonly says: string;
  readonly cause: CauseName;
}

/** The reasons of partners and of this service that a payer may read as they are. */
const causes: Readonly<Record<string, CauseName>> = {
  'The receiving line was busy.': 'line',
  'Nobody answered the call.': 'line',
  'The receiving machine did not respond.': 'line',
  'The receiving side hung up.': 'line',
  'The receiving side declined the call.': 'line',
  'The telephone line failed.': 'line',
  'The telephone network is congested.': 'line',
  'The fax could not be sent in time.': 'line',
  'The fax could not be sent.': 'line',
  'The receiving machine broke off, or is no fax machine.': 'number',
  'The receiving machine cannot take this fax.': 'number',
  'The number does not exist, or is not in service.': 'number',
  'The number is not in service.': 'number',
  'The number cannot receive faxes.': 'number',
  'The number cannot be reached.': 'number',
  'The fax partner could not use the document.': 'document',
  'The fax partner could not read the document.': 'document',
  'The fax partner refused the fax; it was not sent.': 'document',
  'The fax was cancelled before it was sent.': 'stopped',
  'The print partner refused the document: it is too large.': 'document',
  'The print partner refused the document: it cannot print this PDF.': 'document',
  'The print partner could not print the document.': 'document',
  'The print partner has cancelled the order: the content cannot be printed.': 'document',
  'The print partner refused the order: an address is not valid, or cannot be delivered to.': 'address',
  'The print partner refused the order: an address or another detail is not valid.': 'address',
  'The print partner has cancelled the order: it cannot be mailed in this class to this address.': 'address',
  'The print partner refused the order.': 'ours',
  'The print partner has cancelled the order.': 'stopped',
  'The order was cancelled at the print partner.': 'stopped',
  'The partner has cancelled the order.': 'stopped',
  'The partner no longer knows the order.': 'ours',
  'The partner could not take the order in time.': 'ours',
  'The partner refused the order (test trigger).': 'ours',
  'The partner refused the order (a developer let it fail).': 'ours',
  'The partner could not carry out the order (a developer let it fail).': 'ours',
  'The document that was quoted is no longer intact.': 'ours',
  'It could not be carried out, and was given up.': 'ours',
  'The payer’s bank has given the payment back to the payer.': 'payment',
};

/** Reasons that name amounts, accounts or fields, which help operators and callers only. */
const rewritten: readonly (readonly [pattern: RegExp, says: string, cause: CauseName])[] = [
  [/^The fax account of this service stopped the fax/, 'A fault of our own stopped the fax.', 'ours'],
  [/ was paid where .+ was approved: /, 'Another amount was paid than the one that was approved.', 'payment'],
  [/^The payment has failed\. /, 'The payment has failed.', 'payment'],
  [/^The payment is disputed /, 'The payment is disputed at your bank.', 'payment'],
];

/** Every sentence that `failureOf` may say, for the test of its translations. */
export const failureSentences: readonly string[] = [
  ...Object.keys(causes),
  ...rewritten.map(([, says]) => says),
  'It could not be carried out.',
];

/** A reason that is not known here is not shown: it may be a partner's own words. */
export function failureOf(error: string | undefined): FailureCause {
  const known = error !== undefined && Object.hasOwn(causes, error) ? causes[error] : undefined;
  if (error !== undefined && known !== undefined) return { says: error, cause: known };
  const found = rewritten.find(([pattern]) => pattern.test(error ?? ''));
  return found === undefined
    ? { says: 'It could not be carried out.', cause: 'ours' }
    : { says: found[1], cause: found[2] };
}
