/** Receipts, links in emails, and public keys: everything that the service signs or verifies with its own keys. */
import type { Context } from 'aws-lambda';
import type { Job } from '../../shared/domain/job/job.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { findJob, jobByPayCode } from '../../shared/orders/follow/find-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { emailPreference, setEmailPreference, stopPage } from '../../shared/pages/emails/stop.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { verifyPage } from '../../shared/pages/verify.ts';
import { showEvidence, showReceipt } from '../../shared/pages/views/show-receipt.ts';
import { preferred } from '../../shared/web/http/accept.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import { evidencePdf } from '../../shared/web/http/evidence.ts';
import { formOf, type HttpEvent, type HttpResult, isFromOtherSite, json } from '../../shared/web/http/http-event.ts';
import { type HttpRequest, withMiddleware } from '../../shared/web/http/middleware.ts';
import { postedForm } from '../../shared/web/http/multipart-form.ts';
import { pageEndpoint, problemAsPage, readerOfRequest } from '../../shared/web/http/page.ts';
import { problemAsJson, statusOfOutcome } from '../../shared/web/http/problem.ts';
import { showSigningKeys, showWebhookKeys } from '../../shared/web/show-signing-keys.ts';
import { dispatchAmong } from './dispatch-among.ts';

async function renderReceipt({ event, deps, caller }: HttpRequest, job: Job): Promise<HttpResult> {
  const view = await showReceipt(deps, job, caller.baseUrl);
  return { statusCode: statusOfOutcome.done, ...receiptPage(view, await readerOfRequest({ event, deps })) };
}

const renderEvidence = async ({ event, deps, caller }: HttpRequest, job: Job): Promise<HttpResult> =>
  evidencePdf(await showEvidence(deps, job, caller.baseUrl), await readerOfRequest({ event, deps }));

const jobInPath = ({ event, deps }: HttpRequest) => findJob(deps, event.pathParameters?.job_id ?? '');

const receiptAsJson = endpoint(getReceipt);

const receiptAsPage = withMiddleware(
  getReceipt.name,
  async (request) => renderReceipt(request, await jobInPath(request)),
  { formatProblem: problemAsPage, openToBrowsers: false, limitedAs: getReceipt.limitedAs },
);

const evidenceByJobId = withMiddleware(
  'show-receipt',
  async (request) => renderEvidence(request, await jobInPath(request)),
  { formatProblem: problemAsJson, openToBrowsers: true, limitedAs: getReceipt.limitedAs },
);

const byPayCode = withMiddleware(
  'show-receipt',
  async (request) => {
    const { event, deps, caller } = request;
    const job = await jobByPayCode(deps, event.pathParameters?.code ?? '');
    if (event.rawPath.endsWith('/evidence.pdf')) return renderEvidence(request, job);
    if (!event.rawPath.endsWith('.json')) return renderReceipt(request, job);
    // Without the job's id, which gives more rights than the pay link, such as canceling before the payment.
    const { receipt, signature } = await showReceipt(deps, job, caller.baseUrl);
    return json(statusOfOutcome.done, { ...receipt, signature });
  },
  {
    formatProblem: (problem, request) =>
      request.event.rawPath.endsWith('.json') ? problemAsJson(problem) : problemAsPage(problem, request),
    openToBrowsers: false,
    limitedAs: getReceipt.limitedAs,
  },
);

export const handlers = {
  /** GET /v1/.well-known/jwks.json: the keys of receipts. */
  'show-signing-keys': endpoint(showSigningKeys),
  /** GET /v1/.well-known/webhook-keys.json */
  'show-webhook-keys': endpoint(showWebhookKeys),
  /** GET /v1/jobs/{job_id}/receipt: JSON for programs, and a page for browsers. */
  async 'get-receipt'(event: HttpEvent, context: Context): Promise<HttpResult> {
    const type = preferred(event.headers.accept, ['application/json', 'text/html']);
    const { headers, ...response } = await (type === 'text/html' ? receiptAsPage : receiptAsJson)(event, context);
    return { ...response, headers: { ...headers, vary: 'accept, accept-language' } };
  },
  /**
   * GET /v1/pay/{code}/receipt, GET /v1/pay/{code}/receipt.json and GET /v1/pay/{code}/evidence.pdf by the pay link, and
   * GET /v1/jobs/{job_id}/evidence.pdf by the job's id.
   */
  'show-receipt': (event: HttpEvent, context: Context): Promise<HttpResult> =>
    (event.pathParameters?.job_id === undefined ? byPayCode : evidenceByJobId)(event, context),
  /** GET and POST /v1/emails/stop/{token}: asks for a confirmation, then stops or resumes emails. Mail apps also post here. */
  'stop-emails': pageEndpoint({ name: 'stop-emails' }, async ({ event, deps, caller, reader }) => {
    const token = event.pathParameters?.token ?? '';
    const form = formOf(event);
    if (form === undefined) return stopPage(await emailPreference(deps, token), reader);
    // With one-click unsubscribe (RFC 8058), any site may post: only the recipient knows the link, and it can only stop.
    const choice = form.choice === 'resume' && !isFromOtherSite(event, caller.baseUrl) ? 'resume' : 'stop';
    return stopPage(await setEmailPreference(deps, token, choice), reader);
  }),
  /** GET and POST /v1/verify: says whether a receipt is genuine. It stores nothing. */
  verify: pageEndpoint({ name: 'verify' }, async ({ event, deps, caller, reader }) => {
    // The URL in a printed QR code has the receipt.
    const { rawPath: action, queryStringParameters: { receipt: receiptInUrl } = {}, requestContext } = event;
    if (requestContext.http.method !== 'POST' && receiptInUrl === undefined) return verifyPage({ action }, reader);
    try {
      await countRequest(deps, { name: 'verify', limitedAs: 'reads' }, caller);
      const form = receiptInUrl === undefined ? await postedForm(event) : undefined;
      const receipt = (await form?.file('receipt_file')) ?? Buffer.from(receiptInUrl ?? form?.text('receipt') ?? '');
      const document = await form?.file('document');
      const { keys } = await deps.signer.publicKeys();
      return verifyPage({ action, verdict: await verifyReceipt(keys, receipt, document) }, reader);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...verifyPage({ action, problem: error.message }, reader), refused: error };
    }
  }),
};

export const handler = dispatchAmong(handlers);
