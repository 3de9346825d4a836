/** GET /v1/pay/{code}/receipt, /v1/pay/{code}/receipt.pdf and /v1/pay/{code}/receipt.json: the receipt by the pay link. */
import { json } from '../../shared/doors/http/endpoint.ts';
import { withMiddleware } from '../../shared/doors/http/middleware.ts';
import { problemAsPage, readerOfRequest } from '../../shared/doors/http/page.ts';
import { statusOfOutcome } from '../../shared/doors/http/problem.ts';
import { receiptForPeople } from '../../shared/doors/http/receipt.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { jobByPayCode } from '../../shared/usecases/jobs/find-job.ts';
import { getReceipt } from '../../shared/usecases/receipts/get-receipt.ts';
import { showReceipt } from '../../shared/usecases/receipts/show-receipt.ts';

const { limitedAs } = getReceipt;

export const handler = withMiddleware(
  'show-receipt',
  async ({ event, deps, caller }) => {
    await countRequest(deps, { name: 'show-receipt', limitedAs }, caller);
    const job = await jobByPayCode(deps, event.pathParameters?.code ?? '');
    const view = await showReceipt(deps, job, caller.baseUrl);
    // The job's id may cancel the job, and whoever came by the pay link does not have it.
    if (event.rawPath.endsWith('.json'))
      return json(statusOfOutcome.done, { ...view.receipt, signature: view.signature });
    const form = event.rawPath.endsWith('.pdf') ? 'application/pdf' : 'text/html';
    return receiptForPeople(form, view, await readerOfRequest({ event, deps }));
  },
  { formatProblem: problemAsPage, openToBrowsers: false },
);
