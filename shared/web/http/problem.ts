/** Translates outcomes and refusals to HTTP. Every status is defined here. */
import { bodyTooLarge, type Fault, Refusal, type RefusalCode, type RefusalDetails } from '../../domain/refusal.ts';
import type { Outcome } from '../../orders/use-case.ts';
import { json } from './http-event.ts';

export const statusOfOutcome: Readonly<Record<Outcome, number>> = {
  done: 200,
  created: 201,
  accepted: 202,
  deleted: 204,
  declined: 409,
  partner_failed: 502,
  unhealthy: 503,
};

/** The health check repeats most parts of its result for ten seconds, so a monitor should wait as long. */
export const headersOfOutcome: Readonly<Partial<Record<Outcome, Readonly<Record<string, string>>>>> = {
  unhealthy: { 'retry-after': '10' },
};

/** `other`: the response is at another URL. `moved`: the page has moved permanently. */
export const statusOfRedirect = { other: 303, moved: 308 } as const;

export const statusOfRefusal: Readonly<Record<RefusalCode, number>> = {
  invalid_request: 400,
  content_refused: 400,
  quote_unknown: 400,
  quote_content_mismatch: 400,
  content_not_kept: 400,
  country_mismatch: 400,
  options_mismatch: 400,
  over_limit: 400,
  not_sold: 400,
  not_taken: 422,
  idempotency_key_reused: 400,
  in_progress: 409,
  document_needed: 409,
  rate_limited: 429,
  not_found: 404,
  signature_invalid: 401,
  unavailable: 503,
  html_unavailable: 503,
};

export const statusOfInternalError = 500;

/** Statuses of responses before any use case runs: of the MCP endpoint, past the edge, and for too large a body. */
export const statusOfGate = {
  preflight: 204,
  malformed: 400,
  forbidden: 403,
  wrongMethod: 405,
  tooLarge: 413,
  wrongType: 415,
} as const;

export interface RefusedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly error: string;
    readonly code?: string;
    readonly field?: string;
    readonly docs_url?: string;
    /** Each fault, if there are several. */
    readonly errors?: readonly Fault[] | undefined;
    /** For an unknown endpoint or an id of the wrong kind: what the caller most likely meant. */
    readonly hint?: string;
  };
  /** The facts for pages, which state the problem in the reader's language. */
  readonly details?: RefusalDetails | undefined;
}

export const problemAsJson = ({ status, headers, body }: RefusedResponse) => json(status, body, headers);

/** The response to requests that bypass the edge. */
export const pastTheEdge = {
  status: statusOfGate.forbidden,
  headers: {},
  body: { error: 'Nothing is served at this URL: use the public URL of the service.', code: 'wrong_address' },
} as const satisfies RefusedResponse;

/** Responses of API Gateway itself, if no function started or responded. Their body is `{message}`. */
export const gatewayMessages: Readonly<Record<number, string>> = {
  [statusOfGate.tooLarge]: 'Request Entity Too Large',
  [statusOfRefusal.rate_limited]: 'Too Many Requests',
  [statusOfInternalError]: 'Internal Server Error',
  [statusOfRefusal.unavailable]: 'Service Unavailable',
};

/** The codes of refusals before any use case runs. Only the local server sends `wrong_host`. */
export const gateCodes = [pastTheEdge.body.code, bodyTooLarge.code, 'wrong_host'] as const;

/** The problem as the caller sees it. An unexpected error reveals only the request id. `baseUrl`: for links to the docs. */
export function problemOf(error: unknown, requestId: string, baseUrl?: string): RefusedResponse {
  if (!(error instanceof Refusal))
    return {
      status: statusOfInternalError,
      headers: {},
      body: {
        error: `Something went wrong on our side; nothing was lost. Try again, and if it fails again, report request ${requestId}.`,
      },
    };
  const secondsToWait: Partial<Record<RefusalCode, number>> = { in_progress: 3, unavailable: 10 };
  const { code, message, field, faults, details, retryAfterSeconds: wait = secondsToWait[code] } = error;
  return {
    status: statusOfRefusal[code],
    headers: wait === undefined ? {} : { 'retry-after': `${wait}` },
    body: {
      error: message,
      code,
      field,
      errors: faults.length > 1 ? faults.map(({ problem: _, ...fault }) => fault) : undefined,
      docs_url: baseUrl && `${baseUrl}/docs/errors#${code}`,
    },
    details,
  };
}
