/** Deletes the document of an order, for programs by the job's id and for people by the pay link. */
import { deleteDocument } from '../../shared/orders/content/delete-document.ts';
import { notFromPage } from '../../shared/pages/message.ts';
import { deleteFromPage } from '../../shared/pages/views/answer-order.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import { formOf, type HttpEvent, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

const byJobId = endpoint(deleteDocument);

const byPayCode = pageEndpoint(deleteDocument, async ({ event, deps, caller }) => {
  if (isFromOtherSite(event, caller.baseUrl)) throw notFromPage();
  const page = await deleteFromPage(deps, event.pathParameters?.code ?? '', formOf(event)?.token);
  // The confirmation is at the end of the page.
  return { seeOther: `${page}#deleted` };
});

/** DELETE /v1/jobs/{job_id}/document, without a body in the request or the response, and POST /v1/pay/{code}/delete. */
export const handler: typeof byJobId = (event: HttpEvent, context) =>
  (event.pathParameters?.job_id === undefined ? byPayCode : byJobId)(event, context);
