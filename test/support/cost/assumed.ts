/** Assumptions that cannot be measured here, each with its reason: delays of AWS and partners, and the payer's habits. */

/** Milliseconds of waiting for one answer within a region: what AWS states or is commonly seen, rounded up. */
export const waitsMs = {
  table: 5,
  object: 30,
  message: 10,
  /** Stripe: a session that is made or asked for. */
  payments: 500,
  partner: 1_000,
  /** An address that the partner is asked about. */
  lookUp: 500,
} as const;

/**
 * A function sleeps when nobody has called it for so long: AWS promises nothing, five to fifteen minutes are commonly seen.
 * Its next start is billed for this time, of which docs/performance.md measures the part that our code takes.
 */
export const start = { sleepsAfterSeconds: 360, seconds: 0.45 } as const;

/** A vCPU belongs to 1,769 MB of memory, so less memory is slower and cheaper alike (Lambda's documentation). */
export const mbOfOneCpu = 1_769;

/** The lines that Lambda itself writes for an invocation, and API Gateway's access log for a request, in bytes. */
export const platformLogBytes = { invocation: 450, request: 260 } as const;

/** Days from the partner's taking a letter until it is completed: the partner tells each station in an event. */
export const livesDays = 6;

/** A payer reads, finds a card, and pays. */
export const paysAfterMs = 10 * 60_000;

/** Messages and events are delivered at least once, and some work is done twice: two in a hundred. */
export const twice = 0.02;

/**
 * The audit of a night, for each of its jobs: it takes 3.66 hours for three million (docs/performance.md);
 * it reads each three times.
 */
export const audit = { secondsOfJob: (3.66 * 3_600) / 3_000_000, readsOfJob: 3 } as const;

/** The table keeps items for 400 days, documents for two, and from the job's submission for 30 more. */
export const keptMonths = { items: 13.2, documents: 1.1 } as const;

/**
 * Lambda keeps five requests waiting at each queue, also where nothing comes, and each is answered after 20 seconds at
 * the latest (docs.aws.amazon.com/lambda, "Scaling behavior of SQS"; repost.aws, "SQS high charges").
 */
export const pollersOfQueue = { atOnce: 5, seconds: 20 } as const;

/** CloudWatch gives this to each account without end: metrics, alarms' metrics, dashboards of so many metrics. */
export const free = { metrics: 10, alarms: 10, dashboards: 3, metricsOfDashboard: 50 } as const;

/** USD at most. `letters`: 1,000, cold starts included, where 1,000 are sold a month. */
export const promisedUsd = { letters: 0.2, idle: 6, quiet: 2 } as const;

export const secondsAMonth = 30.4 * 86_400;
export const gb = 1e9;
