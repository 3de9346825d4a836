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
  | 'idempotency_key_reused'
  | 'in_progress'
  | 'rate_limited'
  | 'not_found'
  | 'signature_invalid'
  | 'unavailable'
  | 'html_unavailable';

export const faultCodes = ['field_missing', 'field_invalid', 'field_unknown'] as const;

/** One of several faults of a request. */
export interface Fault {
  /** The path of the field, `letter.to.city`. */
  readonly field: string;
  /** Its sentence, which begins with the field. */
  readonly error: string;
  readonly code: (typeof faultCodes)[number];
}

interface RefusalDetail {
  readonly code: RefusalCode;
  /** The sentence for the caller: it names the field and the cure. */
  readonly message: string;
  /** The path of the field in the request, `letter.to.city`. */
  readonly field?: string;
  /** Each fault by itself, where there are several. */
  readonly faults?: readonly Fault[];
  /** The delay after which the same request may work, if it is known better than by the code. */
  readonly retryAfterSeconds?: number;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly faults: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, field, faults = [], retryAfterSeconds }: RefusalDetail) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A gateway refuses such a body before anything reads it. On AWS it does so in its own words. */
export const bodyTooLarge = {
  error: 'The body is larger than 6 MB: shorten it, or send a PDF by pdf_url.',
  code: 'body_too_large',
} as const;

export const notFound = () => new Refusal({ code: 'not_found', message: 'not_found' });

/** Refuses a field: the sentence begins with the field's name. */
export const invalid = (field: string, problem: string) =>
  new Refusal({ code: 'invalid_request', message: `${field} ${problem}`, field });

/** Refuses the whole body rather than one field. */
export const invalidBody = (problem: string) =>
  new Refusal({ code: 'invalid_request', message: `The body ${problem}` });

/** A product may have no partner where the service runs. */
export const notSold = (product: string, sold: readonly string[]) =>
  new Refusal({
    code: 'not_sold',
    message: `This service takes no order for a ${product}. It offers: ${sold.join(', ')}.`,
  });
