/** The one error that we throw on purpose: a request that cannot be served, with a sentence that says why. */
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
}

/** A value, or one sentence that says why there is none. `F`: what else is known of a failure. */
export type Result<T, F = unknown> = ({ readonly ok: true } & T) | (Failure & F);

export interface Failure {
  readonly ok: false;
  readonly problem: string;
}

/** The field at fault, and a sentence that follows its name. It never repeats the value. */
export const failedBy = <Field extends string>(field: Field, problem: string) =>
  ({ ok: false, field, problem }) as const;

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The path of the field in the request, `letter.to.city`. */
  readonly field: string | undefined;
  /** Each fault by itself, where there are several. */
  readonly faults: readonly Fault[];
  /** The delay after which the same request may work, if it is known better than by the code. */
  readonly retryAfterSeconds: number | undefined;
  /** Nothing is wrong but that others are at work: no alarm rings for it at once. */
  readonly wantsRoom: boolean;

  /** `message`: the sentence for the caller, which names the field and the cure. */
  constructor(
    code: RefusalCode,
    message: string,
    { field, faults = [], retryAfterSeconds, wantsRoom = false }: Partial<Omit<Refusal, keyof Error | 'code'>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
    this.wantsRoom = wantsRoom;
  }
}

/**
 * 4 MB, with room for what a form puts around its files. Lambda takes no event above 6 MB, and an event carries the body
 * escaped or in base64: so most bodies that are too large still get as far as a function, and an answer of ours.
 */
export const mostBodyBytes = 4 * 1_024 * 1_024;

/** Such a body is not read. */
export const bodyTooLarge = {
  error: 'The body is larger than 4 MB: shorten it, or send a PDF by pdf_url.',
  code: 'body_too_large',
} as const;

export const notFound = () => new Refusal('not_found', 'not_found');

/** Refuses a field: the sentence begins with the field's name. */
export const invalid = (field: string, problem: string) =>
  new Refusal('invalid_request', `${field} ${problem}`, { field });

/** Refuses the whole body rather than one field. */
export const invalidBody = (problem: string) => new Refusal('invalid_request', `The body ${problem}`);

/** A product may have no partner where the service runs, or be switched off. */
export const refuseUnsold = (product: string, sold: readonly string[]) =>
  new Refusal('not_sold', `This service takes no order for a ${product}. It offers: ${sold.join(', ') || 'nothing'}.`);

/** The names that AWS gives to its throttles: of Lambda, DynamoDB, S3, SQS and Secrets Manager. */
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

/** Some say so by their status alone. The clients of AWS add `$metadata` to all errors, also to those without an answer. */
interface ServiceError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly code?: string;
}

/** A function or service that gave no answer in its time. */
const lateNames = new Set(['TimeoutError', 'Sandbox.Timedout', 'RequestTimeout', 'RequestTimeoutException']);

/** A connection that was not made or did not hold, after the client has tried again. */
const brokenCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);

const isFailing = (status = 0): boolean => status === 429 || status >= 500;

/** An overload that was met by another function of ours: it passed on the name alone. */
export const overload = (name: string): Error =>
  Object.assign(new Error('another function was turned away'), { name, $metadata: {} });

/** The error of a store, a queue or a function that is throttled, fails, or does not answer in time. */
export function isOverload(error: unknown): boolean {
  const { name = '', code = '', $metadata } = (error ?? {}) as Partial<ServiceError>;
  if (throttles.has(name)) return true;
  return (
    $metadata !== undefined && (lateNames.has(name) || brokenCodes.has(code) || isFailing($metadata.httpStatusCode))
  );
}

/** The refusal that answers a request that met this error; `undefined` if the error is an accident. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!isOverload(error)) return undefined;
  return new Refusal(
    'unavailable',
    'Too much is asked of the service at this moment; nothing was lost. Send the same request again in a few seconds.',
    { retryAfterSeconds: 10, wantsRoom: true },
  );
}
