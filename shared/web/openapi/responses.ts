/** The error responses of the OpenAPI document: refusals and accidents, as JSON or as pages. */
import { bodyTooLarge, type RefusalCode } from '../../domain/refusal.ts';
import { gatewayMessages, problemOf, statusOfAccident, statusOfGate, statusOfRefusal } from '../http/problem.ts';
import { exampleOf, type Json, meaningOf, refusalCodes } from './codes.ts';
import { ref } from './components.ts';

const pascal = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

const limit = {
  ratelimit: { $ref: '#/components/headers/RateLimit' },
  'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const retried: readonly RefusalCode[] = ['in_progress', 'rate_limited', 'unavailable'];

// Presence counts: each key is a header.
export const headersOf = (codes: readonly RefusalCode[] = [], isLimited = codes.includes('rate_limited')): Json => ({
  ...requestId,
  ...(isLimited && limit),
  ...(codes.some((code) => retried.includes(code)) && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
});

/** Functions answer with `Error`. Where the gateway may answer in their place, its body has another form. */
function errorContent(examples: Json, status: number): Json {
  const gateway = gatewayMessages[status];
  const error = ref('Error');
  if (gateway === undefined) return { 'application/json': { schema: error, examples } };
  return {
    'application/json': {
      schema: { anyOf: [error, ref('GatewayError')] },
      examples: { ...examples, gateway: { value: { message: gateway } } },
    },
  };
}

const refused = (codes: readonly RefusalCode[], status: number): Json => ({
  description: codes.map((code) => (codes.length > 1 ? `\`${code}\`: ` : '') + meaningOf(code)).join('\n'),
  headers: headersOf(codes),
  content: errorContent(Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])), status),
});

const tooLarge = {
  description:
    'The body is larger than 4 MB. On AWS the gateway itself refuses most bodies above 6 MB, and all above 10 MB.',
  headers: requestId,
  content: errorContent({ too_large: { value: bodyTooLarge } }, statusOfGate.tooLarge),
};

const accident = {
  description: 'Something went wrong on our side. Send the same request again; name `x-request-id` if it stays.',
  headers: requestId,
  content: errorContent({ accident: { value: problemOf(undefined, '0f3c…').body } }, statusOfAccident),
};

/** Whether no other code has the same status, but for the one that only a machine without a browser answers with. */
const isAlone = (code: RefusalCode): boolean =>
  refusalCodes.every(
    (other) => other === code || other === 'html_unavailable' || statusOfRefusal[other] !== statusOfRefusal[code],
  );

/** Responses that look the same wherever they occur. */
export const commonResponses: Json = {
  ...Object.fromEntries(
    refusalCodes.filter(isAlone).map((code) => [pascal(code), refused([code], statusOfRefusal[code])]),
  ),
  TooLarge: tooLarge,
  Accident: accident,
};

export const commonHeaders: Json = {
  RequestId: {
    description: 'Traces this request in the service’s log.',
    schema: { type: 'string' },
    example: '7c1f7a54-5d0e-4a58-9a3e-2f8f3c1f4f10',
  },
  RateLimit: {
    description:
      'What is left of the limit (`r`) until it starts anew in so many seconds (`t`): draft-ietf-httpapi-ratelimit-headers-11. Missing where no limit is switched on.',
    schema: { type: 'string' },
    example: '"quotes";r=299;t=480',
  },
  RateLimitPolicy: {
    description: 'The limit itself: requests (`q`) of one network in so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"quotes";q=300;w=600',
  },
  RetryAfter: { description: 'Seconds to wait before the same request.', schema: { type: 'integer' }, example: 3 },
};

const common = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** Every function may meet more requests than AWS serves at a time, whatever else it refuses. */
const byStatus = (codes: readonly RefusalCode[]) =>
  Object.entries(Object.groupBy(new Set([...codes, 'unavailable'] as const), (code) => statusOfRefusal[code])).map(
    ([status, those = []]) => [Number(status), those] as const,
  );

interface RequestKind {
  /** A body may be too large. */
  readonly takesBody: boolean;
}

/** Answers before any function runs: the API has a limit for all callers, and the edge one for each address. */
const byGateway = ({ takesBody }: RequestKind): Json => ({
  [statusOfRefusal.rate_limited]: common(pascal('rate_limited')),
  // Presence counts: each key is a response.
  ...(takesBody && { [statusOfGate.tooLarge]: common('TooLarge') }),
});

/** JSON responses to refusals and accidents, by status. */
export const refusalResponses = (refusals: readonly RefusalCode[], kind: RequestKind): Json => ({
  ...byGateway(kind),
  ...Object.fromEntries(
    byStatus(refusals).map(([status, codes]) => {
      const [first] = codes;
      return [
        status,
        first !== undefined && codes.length === 1 && isAlone(first) ? common(pascal(first)) : refused(codes, status),
      ];
    }),
  ),
  [statusOfAccident]: common('Accident'),
});

const page = (description: string, headers: Json, status: number): Json => ({
  description,
  headers,
  content: {
    'text/html': { schema: { type: 'string' } },
    // Presence counts: each key is a form of the answer.
    ...(gatewayMessages[status] !== undefined && { 'application/json': { schema: ref('GatewayError') } }),
  },
});

/** The same responses as pages for people. */
export const refusalPages = (refusals: readonly RefusalCode[], kind: RequestKind): Json => ({
  ...byGateway(kind),
  ...Object.fromEntries(
    byStatus(refusals).map(([status, codes]) => [
      status,
      page(codes.map(meaningOf).join('\n'), headersOf(codes), status),
    ]),
  ),
  [statusOfAccident]: page(accident.description, requestId, statusOfAccident),
});
