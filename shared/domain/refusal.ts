/** The only error that we throw on purpose: a request that we can't serve, with a sentence that says why. */
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
  /** Its sentence, which begins with the field. */
  readonly error: string;
  readonly code: (typeof faultCodes)[number];
  /** The same sentence without the field, for a form that shows it beside the field. Callers do not get it. */
  readonly problem?: string | undefined;
}

/** The facts of a refusal, for pages and tools that say it in their own words. `day`: `2026-12-24`. */
export type RefusalDetails =
  | { readonly kind: 'word_file' | 'too_long' | 'fetched_resource' | 'no_content' | 'own_file' }
  | { readonly kind: 'raw_bank_number' | 'unknown_account' }
  /** The sentence names an element of the HTML as its author wrote it, `<p class="total">`. */
  | { readonly kind: 'element'; readonly name: string }
  /** A job names the file of an upload that is not stored any more; what was quoted is. */
  | { readonly kind: 'upload_not_kept' }
  /** `page`: where a person may still attach the file. */
  | { readonly kind: 'upload_lost'; readonly page?: string }
  /** A page of a PDF has another size than the sheet; `percent`: its size there, if `fit_page` shrinks it. */
  | { readonly kind: 'page_size'; readonly percent: number; readonly isA4: boolean }
  | { readonly kind: 'characters'; readonly characters: readonly string[]; readonly hasMore: boolean }
  | { readonly kind: 'day_range'; readonly first: string; readonly last: string }
  | { readonly kind: 'document_deleted'; readonly day: string };

/** A value, or one sentence that says why there is none. `F`: other facts of a failure. */
export type Result<T, F = unknown> =
  | ({ readonly ok: true } & T)
  | ({ readonly ok: false; readonly problem: string } & F);

/** The field at fault, and a sentence that follows its name. It never repeats the value. */
export const failedBy = <Field extends string>(field: Field, problem: string) =>
  ({ ok: false, field, problem }) as const;

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The path of the field in the request, `letter.to.city`. */
  readonly field: string | undefined;
  /** Each fault, if there are several. */
  readonly faults: readonly Fault[];
  /** The first fault in a sentence without the field's name. */
  readonly problem: string | undefined;
  readonly details: RefusalDetails | undefined;
  /** When the same request may work, if that differs from the delay of its code. */
  readonly retryAfterSeconds: number | undefined;
  /** Only a lack of capacity, which raises no alarm at once. */
  readonly isCapacityProblem: boolean;

  /** `message`: the sentence for the caller, which names the field and the cure. */
  constructor(
    code: RefusalCode,
    message: string,
    {
      field,
      faults = [],
      problem,
      details,
      retryAfterSeconds,
      isCapacityProblem = false,
    }: Partial<Omit<Refusal, keyof Error | 'code'>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.faults = faults;
    this.problem = problem;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isCapacityProblem = isCapacityProblem;
  }
}

/**
 * 4 MB, with room for what a form adds to its files. Lambda takes no event above 6 MB, and an event has the body escaped
 * or in base64. So most bodies that are too large still reach a function and get our response.
 */
export const maxBodyBytes = 4 * 1_024 * 1_024;

/** The response to a body that is too large, which is not read. */
export const bodyTooLarge = {
  error: 'The body is larger than 4 MB: shorten it, or send a PDF by pdf_url.',
  code: 'body_too_large',
} as const;

/** The advice in every refusal of a file that has no public address. */
export const ownFile = 'For a file of your own, POST /uploads first: its answer has a pdf_url.';

/** Refuses every unknown id of a `kind` with one sentence. Without a kind it is the path that is unknown. */
export const notFound = (kind?: 'job' | 'letter' | 'event' | 'bank account') =>
  new Refusal('not_found', kind ? `No ${kind} has this id. Check that the whole id was copied.` : 'not_found');

/** Refuses a field: the sentence begins with the field's name. */
export const invalid = (field: string, problem: string, details?: RefusalDetails) =>
  new Refusal('invalid_request', `${field} ${problem}`, { field, problem, details });

/** Refuses the whole body rather than one field. */
export const invalidBody = (problem: string) => new Refusal('invalid_request', `The body ${problem}`);

/** Refuses a product that has no partner here, or is switched off. */
export const refuseUnsold = (product: string, sold: readonly string[]) =>
  new Refusal('not_sold', `This service takes no order for a ${product}. It offers: ${sold.join(', ') || 'nothing'}.`);

/** An overload that another function of ours met; it passed only the name on. */
export const overload = (name: string): Error =>
  Object.assign(new Error('another function was turned away'), { name, $metadata: {} });

/** Whether a store, a queue or a function is throttled, fails, or does not answer in time. */
export function isOverload(error: unknown): boolean {
  // The names that Lambda, DynamoDB, S3, SQS and Secrets Manager give their throttling errors.
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
  // A function or service did not answer in time, or a connection failed after all retries.
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
  const {
    name = '',
    code = '',
    $metadata,
  } = (error ?? {}) as Partial<Error> & {
    readonly code?: string;
    // AWS clients add it to all errors, even without a response.
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  if (throttles.has(name)) return true;
  if ($metadata === undefined) return false;
  const { httpStatusCode: status = 0 } = $metadata;
  return broken.has(name) || broken.has(code) || status === 429 || status >= 500;
}

/** The refusal for a request that met this error; `undefined` if the error is unexpected. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!isOverload(error)) return undefined;
  return new Refusal(
    'unavailable',
    'The service is too busy right now; nothing was lost. Send the same request again in a few seconds.',
    { retryAfterSeconds: 10, isCapacityProblem: true },
  );
}
