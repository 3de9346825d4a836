/** The icon as it is served. */

import { iconAnswer } from '../http/icon.ts';
import { withMiddleware } from '../http/middleware.ts';
import { problemAsJson } from '../http/problem-json.ts';

export const icon = () =>
  withMiddleware('show-about', async () => iconAnswer, { formatProblem: problemAsJson, openToBrowsers: true });
