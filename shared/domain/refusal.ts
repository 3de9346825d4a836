/** Refusals of requests, with a sentence that says why; the limit of a body; overloads of AWS. */

export type RefusalCode =
  | 'invalid_request'
  | 'content_refused'
  | 'quote_unknown'
  | 'quote_content_mismatch'
  | 'content_not_kept'
  | 'country_mismatch'
  | 'options_mismatch'
  | 'not_sold'
  | 'not_taken'
  | 'over_limit'
  | 'idempotency_key_reused'
  | 'in_progress'
  | 'document_needed'
  | 'rate_limited'
  | 'not_found'
  | 'signature_invalid'
  | 'unavailable'
  | 'html_unavailable';

export const faultCodes = ['field_missing', 'field_invalid', 'field_unknown'] as const;

/** One fault of a request. */
export interface Fault {
  /** The path of the field, `letter.to.city`. */
  readonly field: string;
  /** A sentence that begins with the field. */
  readonly error: string;
  readonly code: (typeof faultCodes)[number];
  /** The sentence without the field, for our forms, which show it next to the field. API clients don't get it. */
  readonly problem?: string | undefined;
}

/** The facts of a refusal, for pages and tools that use their own words. `day`: `2026-12-24`. */
export type RefusalDetails =
  | { readonly kind: 'word_file' | 'too_long' | 'fetched_resource' | 'no_content' | 'two_contents' | 'own_file' }
  | { readonly kind: 'raw_bank_number' | 'unknown_account' }
  /** `name`: the tag of an HTML element as written, `<p class="total">`. */
  | { readonly kind: 'element'; readonly name: string }
  /** The uploaded file that a job request refers to is no longer stored, but the quoted document is. */
  | { readonly kind: 'upload_not_kept' }
  /** An upload has no file, or the wrong file. `page`: where a person can still upload it. */
  | { readonly kind: 'upload_lost'; readonly page?: string }
  /** The size of a PDF's page isn't the sheet's. `percent`: the scale at which `fit_page` would print it. */
  | { readonly kind: 'page_size'; readonly percent: number; readonly isA4: boolean }
  | { readonly kind: 'characters'; readonly characters: readonly string[]; readonly hasMore: boolean }
  | { readonly kind: 'day_range'; readonly first: string; readonly last: string }
  /** `page`: the order's. */
  | { readonly kind: 'document_deleted'; readonly day: string; readonly page?: string };

/** A value, or a sentence that says why there is none. `F`: the other members of a failure. */
export type Result<T, F = unknown> =
  | ({ readonly ok: true } & T)
  | ({ readonly ok: false; readonly problem: string } & F);

/** A `Result` for a field at fault. `problem` follows the field's name, and must not repeat the value. */
export const failure = <Field extends string>(field: Field, problem: string) =>
  ({ ok: false, field, problem }) as const;

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The path of the field in the request, `letter.to.city`. */
  readonly field: string | undefined;
  /** All faults of the request, if it was rejected by its schema. */
  readonly faults: readonly Fault[];
  /** The sentence without the field's name. */
  readonly problem: string | undefined;
  readonly details: RefusalDetails | undefined;
  /** Replaces the code's usual delay before a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** The service only lacks capacity, so a single refusal raises no alarm. */
  readonly isCapacityProblem: boolean;

  /** `message`: the sentence for the client, which names the field and says what to do. */
  constructor(code: RefusalCode, message: string, facts: Partial<Omit<Refusal, keyof Error | 'code'>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = facts.field;
    this.faults = facts.faults ?? [];
    this.problem = facts.problem;
    this.details = facts.details;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.isCapacityProblem = facts.isCapacityProblem ?? false;
  }
}

/**
 * 4 MB. Lambda rejects events above 6 MB, in which the body is escaped or in base64. This limit is so low that most bodies
 * above it still reach a function and get our response.
 */
export const maxBodyBytes = 4 * 1_024 * 1_024;

/** The response to a body that is too large. */
export const bodyTooLarge = {
  error: 'The body is larger than 4 MB: shorten it, or send a PDF by pdf_url.',
  code: 'body_too_large',
} as const;

/** The advice for a file that has no public URL. */
export const ownFile = 'For a file of your own, POST /uploads first: its response has a pdf_url.';

/** The refusal of an unknown id, the same for every such id; without a `kind`, of an unknown path. */
export const notFound = (kind?: 'job' | 'letter' | 'event' | 'bank account') =>
  new Refusal('not_found', kind ? `No ${kind} has this id. Check that the whole id was copied.` : 'not_found');

/** The refusal of a field. `problem` follows the field's name. */
export const invalid = (field: string, problem: string, details?: RefusalDetails) =>
  new Refusal('invalid_request', `${field} ${problem}`, { field, problem, details });

/** The refusal of the whole body. */
export const invalidBody = (problem: string) => new Refusal('invalid_request', `The body ${problem}`);

/** The refusal of a product that has no partner here, or is switched off. */
export const notSold = (product: string, sold: readonly string[]) =>
  new Refusal('not_sold', `This service does not take ${product} orders. It offers: ${sold.join(', ') || 'nothing'}.`);

/** An error for an overload of AWS, if another of our functions was throttled and returned only the error's name. */
export const overload = (name: string): Error =>
  Object.assign(new Error('another function was throttled'), { name, $metadata: {} });

/** Whether a store, a queue or a function is throttled, fails, or doesn't respond in time. */
export function isOverload(error: unknown): boolean {
  // The throttling errors of Lambda, DynamoDB, S3, SQS and Secrets Manager.
  const throttles = new Set([
    'ThrottlingException',
    'Throttling',
    'ThrottledException',
    'TooManyRequestsException',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'RequestThrottled',
    'RequestThrottledException',
    'SlowDown',
    'ServiceUnavailable',
    'OverLimit',
  ]);
  // A function or service didn't respond in time, or a connection failed after all retries.
  const broken = new Set([
    'TimeoutError',
    'Sandbox.Timedout',
    'RequestTimeout',
    'RequestTimeoutException',
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'ETIMEDOUT',
  ]);
  // Errors without `$metadata` aren't from AWS clients, which add it even if there was no response.
  const facts: { name?: string; code?: string; $metadata?: { httpStatusCode?: number } } = error ?? {};
  const { name = '', code = '', $metadata } = facts;
  if (throttles.has(name)) return true;
  if ($metadata === undefined) return false;
  const { httpStatusCode: status = 0 } = $metadata;
  return broken.has(name) || broken.has(code) || status === 429 || status >= 500;
}

/** The refusal for a request that failed with this error; `undefined` if the error is unexpected. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!isOverload(error)) return undefined;
  return new Refusal(
    'unavailable',
    'The service is too busy right now; nothing was lost. Send the same request again in a few seconds.',
    { retryAfterSeconds: 10, isCapacityProblem: true },
  );
}
