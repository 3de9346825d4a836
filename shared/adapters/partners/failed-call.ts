/** A call that got no answer: why, and whether the partner can have heard it. What is sent again or paid back rests on this. */

export interface FailedCall {
  /** One word that quotes nobody. */
  readonly code: string;
  /** No connection came about, so not a byte was heard; anything else may have come after the partner had acted. */
  readonly neverLeft: boolean;
}

/** Node's names for a connection that never was. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** `error`: what `fetch` threw. */
export function failedCall(error: unknown): FailedCall {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: unknown } };
  const said = name === 'TimeoutError' ? 'TIMEOUT' : String(cause?.code ?? 'UNKNOWN');
  const code = /^[A-Z_]{1,40}$/.test(said) ? said : 'UNKNOWN';
  return { code, neverLeft: neverLeft.has(code) };
}
