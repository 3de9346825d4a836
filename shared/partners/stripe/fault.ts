/** The kinds of failed calls to Stripe, by what to do next, and an error without Stripe's own text. */

const answerOf = (error: unknown): { readonly [Field in 'statusCode' | 'rawType' | 'code' | 'requestId']?: unknown } =>
  typeof error === 'object' && error !== null ? error : {};

/**
 * `unanswered`: the call may have taken effect. `broken`: a 5xx, which Stripe repeats for that key for a day.
 * `stale_key`: the key was used with other parameters. `busy`: not now. `locked_out`: our key is wrong or lacks a
 * permission. `refused`: a definite no. Statuses: https://docs.stripe.com/error-low-level
 */
export function faultOf(error: unknown): 'unanswered' | 'broken' | 'stale_key' | 'busy' | 'locked_out' | 'refused' {
  const { statusCode, rawType } = answerOf(error);
  if (typeof statusCode !== 'number') return 'unanswered';
  if (statusCode >= 500) return 'broken';
  if (rawType === 'idempotency_error' && statusCode === 400) return 'stale_key';
  if (statusCode === 409 || statusCode === 429) return 'busy';
  if (codeOf(error) === 'rate_limit' || codeOf(error) === 'lock_timeout') return 'busy';
  if (statusCode === 401 || statusCode === 403) return 'locked_out';
  return statusCode >= 400 ? 'refused' : 'unanswered';
}

/** True if the key is of no more use: every call under it gets the same answer. */
export const isUnusable = (error: unknown): boolean => faultOf(error) === 'broken' || faultOf(error) === 'stale_key';

/** Stripe's own error code, `charge_already_refunded`. */
export function codeOf(error: unknown): string | undefined {
  const { code } = answerOf(error);
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : undefined;
}

/** Stripe's messages may quote keys and requests, so the error holds only status, code and request id. */
export class StripeFault extends Error {
  constructor(act: string, error: unknown) {
    const { statusCode, requestId } = answerOf(error);
    const request = typeof requestId === 'string' && /^req_\w{1,60}$/.test(requestId) ? requestId : undefined;
    const status = typeof statusCode === 'number' ? `${statusCode}` : undefined;
    super(`Stripe: ${[act, faultOf(error), status, codeOf(error), request].filter(Boolean).join(', ')}`);
    // The log shows only the name and place of an error.
    this.name = ['StripeFault', faultOf(error), status, codeOf(error)].filter(Boolean).join('_');
  }
}
