/** The OpenAPI document as it is served. */
import { writtenApi } from '../docs/beside.ts';
import { json } from '../http/endpoint.ts';
import { withMiddleware } from '../http/middleware.ts';
import { statusOfOutcome } from '../http/problem.ts';
import { problemAsJson } from '../http/problem-json.ts';

/** The document is the same for every caller, except for the server's URL. */
export function openapi() {
  const document = writtenApi('');
  return withMiddleware(
    'show-about',
    async ({ caller }) => json(statusOfOutcome.done, { ...document, servers: [{ url: caller.baseUrl }] }),
    { formatProblem: problemAsJson, openToBrowsers: true },
  );
}
