/** The errors of the OpenAPI document: what each code means, their body, and their responses as JSON and as pages. */
import * as z from 'zod/mini';
import { bodyTooLarge, faultCodes, Refusal, type RefusalCode } from '../../domain/refusal.ts';
import {
  gateCodes,
  gatewayMessages,
  problemOf,
  statusOfGate,
  statusOfInternalError,
  statusOfRefusal,
} from '../http/problem.ts';
import { type Json, ref } from '../json-schema.ts';

export const meanings: Readonly<Record<RefusalCode, string>> = {
  invalid_request: 'A field is missing, malformed or not possible; `error` names it and the fix.',
  content_refused: 'The content cannot be printed as it is; `error` says why.',
  quote_unknown: 'No such quote, or it has expired: request a new one and have its price approved.',
  quote_content_mismatch: 'The content is not what was quoted: request a new quote and have its price approved.',
  content_not_kept: 'The job has only a `content_hash`, and we no longer store that content: send the content.',
  country_mismatch: "The quote was made for the other country: request a new quote for the recipient's country.",
  options_mismatch: 'An option differs from the quote: leave it out, or request a new quote.',
  over_limit: 'The order is above the limits of the request: `error` has both amounts. Nothing was ordered.',
  not_sold: 'This service does not offer the product: `error` lists those that it offers.',
  not_taken: 'The operator does not take this order. Nothing was charged: ask the operator why.',
  idempotency_key_reused: 'The key was used for another request, perhaps by someone else: use a new UUID.',
  in_progress: 'A request with this key is still running: send it again after the seconds in Retry-After.',
  document_needed: 'The order still needs its document: `error` says what to wait for.',
  rate_limited: 'Too many requests from one network: wait as long as Retry-After says.',
  not_found: 'No such id: unknown, expired and malformed ones get the same response.',
  signature_invalid: 'The signature is not valid for this body.',
  unavailable:
    'A service that we depend on does not respond, or there are too many requests. Nothing was stored or charged: send the same request again.',
  html_unavailable:
    'This machine has no browser to print HTML or Markdown: send text or a PDF. This never happens on AWS.',
};

export const refusalCodes = Object.keys(meanings) as RefusalCode[];

export const errorView = z
  .object({
    error: z
      .string()
      .check(z.describe('For people: names the field and the fix. `not_found` for an unknown endpoint.')),
    code: z.optional(
      z.enum([...refusalCodes, ...gateCodes]).check(z.describe('For programs. A closed list; missing for status 500.')),
    ),
    field: z.optional(z.string().check(z.describe('Path of the field to change, such as `letter.to.city`.'))),
    docs_url: z.optional(z.string().check(z.describe('A page that explains the code.'))),
    errors: z.optional(
      z
        .array(
          z.object({
            field: z.string().check(z.describe('Its path; empty for the body itself.')),
            error: z.string().check(z.describe('What is wrong with the field, and the fix.')),
            code: z
              .enum(faultCodes)
              .check(z.describe('field_unknown: not a field of the request; perhaps a misspelling of a missing one.')),
          }),
        )
        .check(z.describe('Each fault, if there are several.')),
    ),
    hint: z.optional(
      z.string().check(z.describe('With an unknown endpoint, or an id of another kind: what was probably meant.')),
    ),
  })
  .check(z.describe('Why a request was not served.'));

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** The headers of a response: some say when to retry (`hasRetryAfter`) or what is left of a limit (`isLimited`). */
export const headersOf = ({ hasRetryAfter = false, isLimited = false } = {}): Json => ({
  'x-request-id': headerRef('RequestId'),
  ...(isLimited && { ratelimit: headerRef('RateLimit'), 'ratelimit-policy': headerRef('RateLimitPolicy') }),
  ...(hasRetryAfter && { 'retry-after': headerRef('RetryAfter') }),
});

export const commonHeaders: Json = {
  RequestId: {
    description: 'Traces this request in the service’s log.',
    schema: { type: 'string' },
    example: '7c1f7a54-5d0e-4a58-9a3e-2f8f3c1f4f10',
  },
  RateLimit: {
    description:
      'Requests left (`r`) until the limit resets in `t` seconds: draft-ietf-httpapi-ratelimit-headers-11. Missing without a limit.',
    schema: { type: 'string' },
    example: '"quotes";r=299;t=480',
  },
  RateLimitPolicy: {
    description: 'The limit itself: `q` requests from one network in `w` seconds.',
    schema: { type: 'string' },
    example: '"quotes";q=300;w=600',
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' }, example: 3 },
};

/** `bodies`: the examples by name. Where the gateway may respond in place of a function, its body has another format. */
function errorContent(bodies: Json, status: number): Json {
  const message = gatewayMessages[status];
  const allBodies = message === undefined ? bodies : { ...bodies, gateway: { message } };
  const schema = ref(message === undefined ? 'Error' : 'GatewayError');
  const examples = Object.fromEntries(Object.entries(allBodies).map(([name, value]) => [name, { value }]));
  return { 'application/json': { schema, examples } };
}

const headersOfRefusals = (codes: readonly RefusalCode[]): Json =>
  headersOf({
    hasRetryAfter: codes.some((code) => ['in_progress', 'rate_limited', 'unavailable'].includes(code)),
    isLimited: codes.includes('rate_limited'),
  });

/** An example body of a refusal, as `problemOf` writes it. */
export function errorExample(code: RefusalCode): Json {
  // For codes whose meaning only describes the message.
  const messages: Partial<Readonly<Record<RefusalCode, { readonly error: string; readonly field?: string }>>> = {
    invalid_request: { error: 'letter.to.city is missing: send a string (city or town).', field: 'letter.to.city' },
    content_refused: { error: 'pdf_url: the PDF is encrypted. Send it without a password.', field: 'pdf_url' },
    over_limit: {
      error:
        'limits.max_total_cents allows $2.00, but the order costs $2.12: ask the user for a higher limit, or order less.',
      field: 'limits.max_total_cents',
    },
    not_sold: { error: 'This service does not take fax orders. It offers: letter, check.' },
    document_needed: {
      error: 'The order still needs its document: delete it once the order is mailed, or cancel the order first.',
    },
    not_found: { error: 'No job has this id. Check that the whole id was copied.' },
  };
  const { error, field } = messages[code] ?? { error: meanings[code] };
  return problemOf(new Refusal(code, error, { field }), '', 'https://mail.example.com/v1').body;
}

const refusalResponse = (codes: readonly RefusalCode[], status: number): Json => ({
  description: codes.map((code) => (codes.length > 1 ? `\`${code}\`: ` : '') + meanings[code]).join('\n'),
  headers: headersOfRefusals(codes),
  content: errorContent(Object.fromEntries(codes.map((code) => [code, errorExample(code)])), status),
});

const internalError =
  'Something went wrong on our side. Send the same request again; if it fails again, report its `x-request-id`.';

/** Whether the code is the only one with its status. `html_unavailable`, which AWS never sends, doesn't count. */
const hasOwnStatus = (code: RefusalCode): boolean =>
  refusalCodes.every(
    (other) => other === code || other === 'html_unavailable' || statusOfRefusal[other] !== statusOfRefusal[code],
  );

const pascalCase = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Responses that are the same in every operation. */
export const commonResponses: Json = {
  ...Object.fromEntries(
    refusalCodes.filter(hasOwnStatus).map((code) => [pascalCase(code), refusalResponse([code], statusOfRefusal[code])]),
  ),
  TooLarge: {
    description:
      'The body is larger than 4 MB. On AWS the gateway itself refuses most bodies above 6 MB, and all above 10 MB.',
    headers: headersOf(),
    content: errorContent({ too_large: bodyTooLarge }, statusOfGate.tooLarge),
  },
  InternalError: {
    description: internalError,
    headers: headersOf(),
    content: errorContent({ internal_error: problemOf(undefined, '0f3c…').body }, statusOfInternalError),
  },
};

/**
 * Responses for refusals and internal errors, by status. Any function may get more requests than AWS serves at a time, and
 * the API's limit for all clients applies before any function runs, so every operation can respond with `unavailable` or
 * `rate_limited`. `asPages`: errors are pages for people.
 */
export function errorResponses(refusals: readonly RefusalCode[], takesBody: boolean, asPages = false): Json {
  const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const pageResponse = (description: string, headers: Json, status: number): Json => ({
    description,
    headers,
    content: {
      'text/html': { schema: { type: 'string' } },
      ...(status in gatewayMessages && { 'application/json': { schema: ref('GatewayError') } }),
    },
  });
  const byStatus = Object.groupBy(new Set([...refusals, 'unavailable'] as const), (code) => statusOfRefusal[code]);
  const responseTo = (codes: readonly RefusalCode[], status: number): Json => {
    if (asPages) return pageResponse(codes.map((code) => meanings[code]).join('\n'), headersOfRefusals(codes), status);
    const [first, ...others] = codes;
    return first !== undefined && others.length === 0 && hasOwnStatus(first)
      ? responseRef(pascalCase(first))
      : refusalResponse(codes, status);
  };
  return {
    [statusOfRefusal.rate_limited]: responseRef(pascalCase('rate_limited')),
    ...(takesBody && { [statusOfGate.tooLarge]: responseRef('TooLarge') }),
    ...Object.fromEntries(
      Object.entries(byStatus).map(([status, codes = []]) => [status, responseTo(codes, Number(status))]),
    ),
    [statusOfInternalError]: asPages
      ? pageResponse(internalError, headersOf(), statusOfInternalError)
      : responseRef('InternalError'),
  };
}
