/** Work that takes as long as its function lives: the caller hears before that, and is told to send it again. */
import type { Context } from 'aws-lambda';
import { withMiddleware } from '../../shared/web/http/middleware.ts';
import { httpEvent } from '../support/cloud/touches.ts';

test('work that takes too long gets 503 with the advice to retry, a second before the timeout', async () => {
  const serve = withMiddleware('test', () => new Promise(() => undefined), {
    formatProblem: ({ status, headers, body }) => ({ statusCode: status, headers, body: body.error }),
    openToBrowsers: false,
  });
  const answer = await serve(httpEvent({}), { getRemainingTimeInMillis: () => 1_010 } as Context);
  expect(answer).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '10' },
    body: expect.stringMatching(/Send the same request again, with the same Idempotency-Key/),
  });
});
