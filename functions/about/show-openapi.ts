/** GET /v1/openapi.json */
import { json } from '../../shared/doors/http/endpoint.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { problemAsJson } from '../../shared/doors/http/problem-json.ts';
import { openApiDocument } from '../../shared/doors/openapi/document.ts';
import { manifest } from '../manifest.ts';

/** The document is the same for every caller, except for the server's URL. */
const document = openApiDocument(manifest, '');

export const handler = withMiddleware(
  'show-openapi',
  async ({ caller }) => json(statusOfOutcome.done, { ...document, servers: [{ url: caller.baseUrl }] }),
  { formatProblem: problemAsJson, openToBrowsers: true },
);
