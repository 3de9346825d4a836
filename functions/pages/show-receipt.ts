/**
 * GET /v1/pay/{code}/receipt, /v1/pay/{code}/receipt.json and /v1/pay/{code}/evidence.pdf: what there is to show of an
 * order, by the pay link. GET /v1/jobs/{job_id}/evidence.pdf: the last one by the job's id.
 */
import type { Context } from 'aws-lambda';
import type { Job } from '../../shared/domain/job/job.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { findJob, jobByPayCode } from '../../shared/orders/follow/find-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { showEvidence, showReceipt } from '../../shared/pages/views/show-receipt.ts';
import { json } from '../../shared/web/http/endpoint.ts';
import { evidenceForPeople } from '../../shared/web/http/evidence.ts';
import type { HttpEvent, HttpResult } from '../../shared/web/http/http-event.ts';
import { type HttpRequest, withMiddleware } from '../../shared/web/http/middleware.ts';
import { problemAsPage, readerOfRequest } from '../../shared/web/http/page.ts';
import { statusOfOutcome } from '../../shared/web/http/problem.ts';
import { problemAsJson } from '../../shared/web/http/problem-json.ts';

const name = 'show-receipt';
const { limitedAs } = getReceipt;

const evidenceOf = async ({ event, deps, caller }: HttpRequest, job: Job): Promise<HttpResult> =>
  evidenceForPeople(await showEvidence(deps, job, caller.baseUrl), await readerOfRequest({ event, deps }));

const byJobId = withMiddleware(
  name,
  async (request) => {
    await countRequest(request.deps, { name, limitedAs }, request.caller);
    return evidenceOf(request, await findJob(request.deps, request.event.pathParameters?.job_id ?? ''));
  },
  { formatProblem: problemAsJson, openToBrowsers: true },
);

const byPayCode = withMiddleware(
  name,
  async (request) => {
    const { event, deps, caller } = request;
    await countRequest(deps, { name, limitedAs }, caller);
    const job = await jobByPayCode(deps, event.pathParameters?.code ?? '');
    if (event.rawPath.endsWith('/evidence.pdf')) return evidenceOf(request, job);
    const view = await showReceipt(deps, job, caller.baseUrl);
    // The job's id may cancel the job, and whoever came by the pay link does not have it.
    if (event.rawPath.endsWith('.json'))
      return json(statusOfOutcome.done, { ...view.receipt, signature: view.signature });
    return { statusCode: statusOfOutcome.done, ...receiptPage(view, await readerOfRequest({ event, deps })) };
  },
  { formatProblem: problemAsPage, openToBrowsers: false },
);

export const handler = (event: HttpEvent, context: Context): Promise<HttpResult> =>
  (event.pathParameters?.job_id === undefined ? byPayCode : byJobId)(event, context);
