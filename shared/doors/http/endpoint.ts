/** Serves a use case as a JSON endpoint. */
import { invalid } from '../../core/refusal.ts';
import type { Deps } from '../../ports/deps.ts';
import { ask, type UseCase } from '../../usecases/use-case.ts';
import { bodyOf, type HttpEvent, type HttpResult } from './http-event.ts';
import { withMiddleware } from './middleware.ts';
import { headersOfOutcome, statusOfOutcome } from './problem.ts';
import { problemAsJson } from './problem-json.ts';
import { readJson } from './read-json.ts';

export const json = (
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

export interface EndpointOptions<O> {
  /** Pages of other origins may call it. */
  readonly openToBrowsers: boolean;
  /** The credential that a request shows to pay with. */
  readonly credentialIn?: (event: HttpEvent, deps: Deps) => unknown;
  readonly headersOf?: (body: O, deps: Deps) => Promise<Readonly<Record<string, string>>>;
}

/** `reads` says which part of the event is the request. */
export const endpoint = <I, O>(
  useCase: UseCase<I, O>,
  reads: 'body' | 'path',
  { openToBrowsers, credentialIn, headersOf }: EndpointOptions<O> = { openToBrowsers: true },
) =>
  withMiddleware(
    useCase.name,
    async ({ event, deps, caller }) => {
      const read = () =>
        reads === 'body'
          ? withKeyHeader(event, readJson(bodyOf(event), event.headers['content-type']))
          : { ...event.queryStringParameters, ...event.pathParameters };
      const credential = await credentialIn?.(event, deps);
      const { outcome, body } = await ask(useCase, deps, read, { ...caller, credential });
      return json(statusOfOutcome[outcome], body, headersOfOutcome[outcome] ?? (await headersOf?.(body, deps)));
    },
    { formatProblem: problemAsJson, openToBrowsers },
  );

/** The Idempotency-Key header means the same as the field. */
function withKeyHeader({ headers }: HttpEvent, body: unknown): unknown {
  const key = headers['idempotency-key'];
  if (key === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const inBody = (body as { idempotency_key?: unknown }).idempotency_key ?? key;
  if (inBody !== key)
    throw invalid('idempotency_key', 'differs from the Idempotency-Key header: send one of them, or the same in both.');
  return { ...body, idempotency_key: key };
}
