/** GET /favicon.ico */
import { problemAsJson } from '../../shared/doors/http/endpoint.ts';
import { iconAnswer } from '../../shared/doors/http/icon.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';

export const handler = withMiddleware('show-icon', async () => iconAnswer, {
  formatProblem: problemAsJson,
  openToBrowsers: true,
});
