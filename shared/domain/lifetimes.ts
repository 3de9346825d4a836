/** Every lifetime and retention period, in one place. All in milliseconds. */
const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

/** A price is valid this long. */
export const quoteLivesMs = 60 * minutes;

/** The file of an upload must arrive within this time. */
export const uploadOpenMs = 60 * minutes;

/** A file that has arrived can be quoted this long, counted from its ticket. */
export const uploadKeptMs = days;

/** A quote is kept longer than its price is valid, because a job prints the quote's document. */
export const quoteKeptMs = 48 * hours;

/**
 * The document of a paid order can be read, and sent again, this long after it was sent to the partner, and this long after
 * a return. A return that comes after the first of them is too late.
 */
export const documentKeptMs = { sent: 60 * days, returned: 14 * days } as const;

/**
 * Documents are stored this long after their last write, by the first part of their keys. A job is paid within 25 hours of
 * its quote. Each attempt to send it writes the document to `paid/` again, so `paid` counts from the last attempt. A
 * scheduled job writes it at its payment, and every 20 days until its day.
 */
export const documentRetentionMs = {
  unpaid: 2 * days,
  paid: documentKeptMs.sent + documentKeptMs.returned,
  partner: 30 * days,
  previews: 2 * days,
  uploads: uploadKeptMs,
} as const;

/** How long a file is kept after its last write; `undefined` if no rule deletes it. */
export const retentionOf = (key: string): number | undefined =>
  Object.entries(documentRetentionMs).find(([prefix]) => key.startsWith(`${prefix}/`))?.[1];

/** The document of a scheduled job is written again this often. */
export const retainAgainMs = 20 * days;

/** A payment page accepts payments this long. */
export const checkoutLivesMs = 24 * hours;

/** A person decides about a parked job within this time: the payer's page says so, and `docs/runbook.md` requires it. */
export const decidedWithinMs = 24 * hours;

/** Equal orders are noticed this long. */
export const duplicateWindowMs = 48 * hours;

/** An assistant that repeats a request without an idempotency key gets the same job this long. */
export const keylessRepeatMs = 10 * minutes;

/** A retry with the same idempotency key finds its job this long. */
export const keyLivesMs = 30 * days;

/** A bank account is deleted when no check was drawn on it for this long. */
export const accountKeptMs = 400 * days;

/** Jobs are kept this long, and so are the records of them at partners and payment providers. */
export const jobKeptMs = 400 * days;

/** We stop trying to deliver an event after this time. */
export const notifyWithinMs = 3 * days;

/** We send nothing to an email address this long after its reader opted out or complained, or after it bounced. */
export const addressSilencedMs = { asked: 3_650 * days, complained: 3_650 * days, bounced: 180 * days } as const;

/** By then the owner of an account has seen its statement, so an uncontested check proves the account. */
export const accountProvenMs = 30 * days;

/** The stop list is kept this long after its last change. */
export const stoppedMs = 3_650 * days;

/** Emails about test money are not sent, but kept this long for developers to read. */
export const simulatedEmailKeptMs = 30 * days;
