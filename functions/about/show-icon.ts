/** GET /favicon.ico */

import { iconAnswer } from '../../shared/doors/http/icon.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { problemAsJson } from '../../shared/doors/http/problem-json.ts';

export const handler = withMiddleware('show-icon', async () => iconAnswer, {
  formatProblem: problemAsJson,
  openToBrowsers: true,
});
