/** OPTIONS on the JSON endpoints: pages of any origin may call them, because no cookies exist to be abused. */

import { withMiddleware } from '../../shared/web/http/middleware.ts';
import { problemAsJson } from '../../shared/web/http/problem-json.ts';

export const handler = withMiddleware(
  'preflight',
  async () => ({
    statusCode: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '86400',
    },
  }),
  { formatProblem: problemAsJson, openToBrowsers: true },
);
