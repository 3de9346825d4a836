/** GET /v1/log/{day}, `head` for the last one: the operator's log, for whoever keeps a head or verifies a receipt. */
import type { HttpResult } from '../../shared/doors/http/http-event.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { statusOfLink, statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { problemAsJson } from '../../shared/doors/http/problem-json.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { showLogFile } from '../../shared/usecases/log/show-log.ts';

export const handler = withMiddleware(
  'show-log',
  async ({ event, deps, caller }): Promise<HttpResult> => {
    await countRequest(deps, { name: 'show-log', limitedAs: 'reads' }, caller);
    const day = event.pathParameters?.day ?? 'head';
    const file = await showLogFile(deps, day);
    if ('link' in file) return { statusCode: statusOfLink, headers: { location: file.link } };
    const body = Buffer.from(file.bytes);
    const headers = {
      'content-type': file.isText ? 'application/json; charset=utf-8' : 'application/timestamp-reply',
      // A day is closed once; the head and a missing time stamp may change.
      'cache-control': day === 'head' ? 'no-cache' : 'public, max-age=86400',
    };
    return {
      statusCode: statusOfOutcome.done,
      headers,
      body: body.toString(file.isText ? 'utf8' : 'base64'),
      isBase64Encoded: !file.isText,
    };
  },
  { formatProblem: problemAsJson, openToBrowsers: true },
);
