/** GET /v1/jobs/{job_id}/receipt: JSON for programs, and a page for browsers. */
import type { Context } from 'aws-lambda';
import { countRequest } from '../../shared/orders/count-request.ts';
import { findJob } from '../../shared/orders/follow/find-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { showReceipt } from '../../shared/pages/views/show-receipt.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { withMiddleware } from '../../shared/web/http/middleware.ts';
import { problemAsPage, readerOfRequest } from '../../shared/web/http/page.ts';
import { statusOfOutcome } from '../../shared/web/http/problem.ts';

const asJson = endpoint(getReceipt, 'path');

const asPage = withMiddleware(
  getReceipt.name,
  async ({ event, deps, caller }) => {
    await countRequest(deps, getReceipt, caller);
    const job = await findJob(deps, event.pathParameters?.job_id ?? '');
    const view = await showReceipt(deps, job, caller.baseUrl);
    return { statusCode: statusOfOutcome.done, ...receiptPage(view, await readerOfRequest({ event, deps })) };
  },
  { formatProblem: problemAsPage, openToBrowsers: false },
);

export async function handler(event: HttpEvent, context: Context): Promise<HttpResult> {
  const form = preferred(event.headers.accept, ['application/json', 'text/html']);
  const { headers, ...answer } = await (form === 'text/html' ? asPage : asJson)(event, context);
  return { ...answer, headers: { ...headers, vary: 'accept, accept-language' } };
}
