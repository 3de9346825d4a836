/** llms.txt as it is served. */
import { mcpSettings } from '../../config/app.ts';
import { withMiddleware } from '../http/middleware.ts';
import { statusOfOutcome } from '../http/problem.ts';
import { problemAsJson } from '../http/problem-json.ts';
import { llmsText } from '../llms.ts';
import type { ManifestRow } from '../openapi/document.ts';

export const llms = (rows: readonly ManifestRow[]) =>
  withMiddleware(
    'show-about',
    async ({ deps, caller }) => ({
      statusCode: statusOfOutcome.done,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: llmsText({
        baseUrl: caller.baseUrl,
        mcpUrl: mcpSettings().publicUrl ?? new URL('/mcp', caller.baseUrl).href,
        paymentMode: deps.settings.paymentMode,
        rows,
        sold: deps.settings.sold,
      }),
    }),
    { formatProblem: problemAsJson, openToBrowsers: true },
  );
