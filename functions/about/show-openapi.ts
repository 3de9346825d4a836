/** GET /v1/openapi.json */
import { json, tellJson } from '../../shared/doors/http/endpoint.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { openApiDocument } from '../../shared/doors/openapi/document.ts';
import { manifest } from '../manifest.ts';

/** All but where it is served is the same for every caller. */
const document = openApiDocument(manifest, '');

export const handler = withMiddleware(
  'show-openapi',
  async ({ caller }) => json(statusOfOutcome.done, { ...document, servers: [{ url: caller.baseUrl }] }),
  { tell: tellJson, openToBrowsers: true },
);
