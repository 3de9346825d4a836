/** Serves a use case as a JSON endpoint. */
import { invalid } from '../../domain/refusal.ts';
import { ask, type UseCase } from '../../orders/use-case.ts';
import { bodyOf, type HttpEvent, type HttpResult } from './http-event.ts';
import { withMiddleware } from './middleware.ts';
import { headersOfOutcome, type RefusedAnswer, statusOfOutcome, statusOfRefusal } from './problem.ts';
import { problemAsJson } from './problem-json.ts';
import { readJson } from './read-json.ts';
import { idHint } from './route-hint.ts';

export const json = (
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** `reads` says which part of the event is the request; `openToBrowsers`, whether pages of other origins may call it. */
export const endpoint = <I, O>(
  useCase: UseCase<I, O>,
  reads: 'body' | 'path',
  { openToBrowsers }: { readonly openToBrowsers: boolean } = { openToBrowsers: true },
) =>
  withMiddleware(
    useCase.name,
    async ({ event, deps, caller }) => {
      const read = () =>
        reads === 'body'
          ? withKeyHeader(event, readJson(bodyOf(event), event.headers['content-type']))
          : { ...event.queryStringParameters, ...event.pathParameters };
      const { outcome, body } = await ask(useCase, deps, read, caller);
      return json(statusOfOutcome[outcome], body, headersOfOutcome[outcome]);
    },
    { formatProblem: (problem, request) => problemAsJson(withIdHint(problem, request.event), request), openToBrowsers },
  );

const withIdHint = (problem: RefusedAnswer, { pathParameters }: HttpEvent): RefusedAnswer =>
  problem.status === statusOfRefusal.not_found
    ? { ...problem, body: { ...problem.body, hint: idHint(pathParameters) } }
    : problem;

/** The Idempotency-Key header means the same as the field. */
function withKeyHeader({ headers }: HttpEvent, body: unknown): unknown {
  const key = headers['idempotency-key'];
  if (key === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const inBody = (body as { idempotency_key?: unknown }).idempotency_key ?? key;
  if (inBody !== key)
    throw invalid('idempotency_key', 'differs from the Idempotency-Key header: send one of them, or the same in both.');
  return { ...body, idempotency_key: key };
}
