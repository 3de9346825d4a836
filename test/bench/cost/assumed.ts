/** Assumptions that cannot be measured here, each with its reason: delays of AWS and partners, and callers' habits. */

/** Milliseconds of waiting for one answer within a region: what AWS states or is commonly seen, rounded up. */
export const waitsMs = {
  table: 5,
  object: 30,
  message: 10,
  /** From the paid event to the job's being with the partner; the webhook waits for it. */
  settling: 1_500,
  checkout: 500,
  partner: 1_000,
} as const;

/** A vCPU belongs to 1,769 MB of memory, so a function of 512 MB computes at 0.29 of one (Lambda's documentation). */
export const mbOfOneCpu = 1_769;

/** The lines that Lambda itself writes for an invocation, and API Gateway's access log for a request, in bytes. */
export const platformLogBytes = { invocation: 450, request: 260 } as const;

/** The events that PostGrid sends for one letter until it has arrived. */
export const partnerEvents = 5;

/** Of one paid job. */
export const perJob = { textQuotes: 2, htmlQuotes: 1, statusReads: 10 } as const;

/** A busy second against the average one. */
export const peak = 10;

/** Of the table's items: 400 days. Of documents: two days, and from the job's submission 30 more. */
export const keptMonths = { items: 13.2, documents: 1.1 } as const;
