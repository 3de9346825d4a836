/** The kinds of failed calls to Stripe, by what to do next, and an error without Stripe's own text. */
import { asFields } from '../http/partner-client.ts';

/**
 * `unanswered`: the call may have taken effect. `broken`: a 5xx, which Stripe repeats under that idempotency key for a day.
 * `stale_key`: the idempotency key was used with other parameters. `busy`: try again soon. `locked_out`: our API key is
 * wrong or lacks a permission. `refused`: Stripe rejected the call. Statuses: https://docs.stripe.com/error-low-level
 */
export function faultOf(error: unknown): 'unanswered' | 'broken' | 'stale_key' | 'busy' | 'locked_out' | 'refused' {
  const { statusCode, rawType } = asFields(error) ?? {};
  if (typeof statusCode !== 'number') return 'unanswered';
  if (statusCode >= 500) return 'broken';
  if (rawType === 'idempotency_error' && statusCode === 400) return 'stale_key';
  if (statusCode === 409 || statusCode === 429) return 'busy';
  if (codeOf(error) === 'rate_limit' || codeOf(error) === 'lock_timeout') return 'busy';
  if (statusCode === 401 || statusCode === 403) return 'locked_out';
  return statusCode >= 400 ? 'refused' : 'unanswered';
}

/** True if the idempotency key can't be used again: every call under it would get the same response. */
export const isKeySpent = (error: unknown): boolean => faultOf(error) === 'broken' || faultOf(error) === 'stale_key';

/** Stripe's own error code, such as `charge_already_refunded`. */
export function codeOf(error: unknown): string | undefined {
  const { code } = asFields(error) ?? {};
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : undefined;
}

/** Stripe's messages may quote keys and requests, so this error has only the status, code and request id. */
export class StripeFault extends Error {
  constructor(call: string, error: unknown) {
    const { statusCode, requestId } = asFields(error) ?? {};
    const request = typeof requestId === 'string' && /^req_\w{1,60}$/.test(requestId) ? requestId : undefined;
    const status = typeof statusCode === 'number' ? `${statusCode}` : undefined;
    super(`Stripe: ${[call, faultOf(error), status, codeOf(error), request].filter(Boolean).join(', ')}`);
    // The log shows only an error's name and location.
    this.name = ['StripeFault', faultOf(error), status, codeOf(error)].filter(Boolean).join('_');
  }
}
