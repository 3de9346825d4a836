/** GET /v1/jobs/{job_id}/receipt: JSON for programs, and a page for browsers. */
import type { Context } from 'aws-lambda';
import { preferred } from '../../shared/doors/http/accept.ts';
import { endpoint } from '../../shared/doors/http/endpoint.ts';
import type { HttpEvent, HttpResult } from '../../shared/doors/http/http-event.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { problemAsPage, readerOfRequest } from '../../shared/doors/http/page.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { findJob } from '../../shared/usecases/jobs/find-job.ts';
import { getReceipt } from '../../shared/usecases/receipts/get-receipt.ts';
import { showReceipt } from '../../shared/usecases/receipts/show-receipt.ts';

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
