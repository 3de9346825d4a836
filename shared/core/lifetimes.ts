/** How long everything lives and how long it is kept, in one place. All in milliseconds. */

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

/** A price holds this long. */
export const quoteLivesMs = 60 * minutes;

/** Longer than its price holds, because a job prints the quote's document. */
export const quoteKeptMs = 48 * hours;

/** What a job has on paper is kept as long as the documents' bucket keeps it: paid for, from the last attempt to send it. */
export const documentRetentionMs = { unpaid: 2 * days, paid: 30 * days } as const;

/** A payment page can be paid this long. */
export const checkoutLivesMs = 24 * hours;

/** A retry finds its job this long. */
export const keyLivesMs = 30 * days;

/** A bank account that no check was drawn on for this long is forgotten. */
export const accountKeptMs = 400 * days;

/** Jobs, and what partners and payment providers have to remember of them. */
export const jobKeptMs = 400 * days;
