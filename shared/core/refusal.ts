/** The one error that we throw on purpose: a request that cannot be served, with a sentence that says why. */
export type RefusalCode =
  | 'invalid_request'
  | 'content_refused'
  | 'quote_unknown'
  | 'quote_content_mismatch'
  | 'content_not_kept'
  | 'country_mismatch'
  | 'idempotency_key_reused'
  | 'in_progress'
  | 'rate_limited'
  | 'not_found'
  | 'signature_invalid'
  | 'unavailable'
  | 'html_unavailable';

interface RefusalDetail {
  readonly code: RefusalCode;
  /** The sentence for the caller: it names the field and the cure. */
  readonly message: string;
  /** The path of the field in the request, `letter.to.city`. */
  readonly field?: string;
  /** The delay after which the same request may work, if it is known better than by the code. */
  readonly retryAfterSeconds?: number;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, field, retryAfterSeconds }: RefusalDetail) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const notFound = () => new Refusal({ code: 'not_found', message: 'not_found' });

/** Refuses a field: the sentence begins with the field's name. */
export const invalid = (field: string, problem: string) =>
  new Refusal({ code: 'invalid_request', message: `${field} ${problem}`, field });

/** Refuses the whole body rather than one field. */
export const invalidBody = (problem: string) =>
  new Refusal({ code: 'invalid_request', message: `The body ${problem}` });
