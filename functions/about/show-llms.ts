/** GET /llms.txt and GET /v1/llms.txt */
import { mcpSettings } from '../../shared/app.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { problemAsJson } from '../../shared/doors/http/problem-json.ts';
import { llmsText } from '../../shared/doors/llms.ts';
import { manifest } from '../manifest.ts';

export const handler = withMiddleware(
  'show-llms',
  async ({ deps, caller }) => ({
    statusCode: statusOfOutcome.done,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: llmsText({
      baseUrl: caller.baseUrl,
      mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', caller.baseUrl).href,
      paymentMode: deps.settings.paymentMode,
      rows: manifest,
      sold: deps.settings.sold,
    }),
  }),
  { formatProblem: problemAsJson, openToBrowsers: true },
);
