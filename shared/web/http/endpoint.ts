/** Serves a use case as a JSON endpoint. */
import { invalid } from '../../domain/refusal.ts';
import { ask, type UseCase } from '../../orders/use-case.ts';
import { bodyOf, json } from './http-event.ts';
import { withMiddleware } from './middleware.ts';
import { headersOfOutcome, problemAsJson, statusOfOutcome, statusOfRefusal } from './problem.ts';
import { readJson } from './read-json.ts';

/** `openToBrowsers`: whether pages from other origins may call it. */
export const endpoint = <I, O>(
  useCase: UseCase<I, O>,
  { openToBrowsers }: { readonly openToBrowsers: boolean } = { openToBrowsers: true },
) =>
  withMiddleware(
    useCase.name,
    async ({ event, deps, caller }) => {
      const readRequest = () => {
        if (useCase.schemas.request === undefined) return { ...event.queryStringParameters, ...event.pathParameters };
        const body = readJson(bodyOf(event), event.headers);
        // The Idempotency-Key header means the same as the field.
        const key = event.headers['idempotency-key'];
        if (key === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
        const { idempotency_key: keyInBody } = body as { idempotency_key?: unknown };
        if ((keyInBody ?? key) === key) return { ...body, idempotency_key: key };
        throw invalid(
          'idempotency_key',
          'differs from the Idempotency-Key header: send one of them, or the same in both.',
        );
      };
      const { outcome, body } = await ask(useCase, deps, readRequest, caller);
      if (outcome === 'deleted') return { statusCode: statusOfOutcome.deleted };
      return json(statusOfOutcome[outcome], body, headersOfOutcome[outcome]);
    },
    {
      formatProblem: (problem, request) => {
        if (problem.status !== statusOfRefusal.not_found) return problemAsJson(problem);
        // A hint for an id of the wrong kind. It does not reveal whether such an id exists.
        const hints: Readonly<Record<string, string>> = {
          quote: 'That is the id of a quote: create the job first, then send its job_id.',
          upload: 'That is the id of a file: quote the file by its pdf_url.',
          job: 'That is the id of a job: send it to GET /v1/jobs/{job_id}.',
          pay: 'That is the code of a pay link: send the job_id, or open GET /v1/pay/{code}.',
          bank: 'That is the id of a bank account: send the job_id.',
        };
        const kinds = Object.entries(request.event.pathParameters ?? {}).flatMap(([name, id = '']) => {
          const [kind = ''] = /^[a-z]+(?=_)/.exec(id) ?? [];
          return Object.hasOwn(hints, kind) && !name.startsWith(kind) ? [kind] : [];
        });
        const hint = hints[kinds[0] ?? ''];
        return problemAsJson({ ...problem, body: { ...problem.body, hint } });
      },
      openToBrowsers,
    },
  );
