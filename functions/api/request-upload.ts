/** POST /v1/uploads creates an upload ticket. GET …/{upload_id} redirects to …/attach, where a person attaches the file. */
import type { Context } from 'aws-lambda';
import { attachPage } from '../../shared/domain/input/upload.ts';
import { attachFilePage, findUpload, showAttachPage } from '../../shared/pages/attach.ts';
import { endpoint } from '../../shared/web/http/endpoint.ts';
import type { HttpEvent } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';

const post = endpoint(requestUpload);

const get = pageEndpoint({ name: requestUpload.name, limitedAs: 'reads' }, async ({ event, deps, caller, reader }) => {
  const upload = await findUpload(deps, event.pathParameters?.upload_id ?? '');
  if (!event.rawPath.endsWith('/attach')) return { seeOther: new URL(attachPage(caller.baseUrl, upload.id)).pathname };
  // S3 adds `etag` when it redirects here after the upload. A person who came from an order form returns to it.
  const hasArrived = event.queryStringParameters?.etag !== undefined;
  if (hasArrived && upload.continuesWith !== undefined)
    return { seeOther: `${new URL(caller.baseUrl).pathname}/new/${upload.continuesWith}?upload=${upload.id}` };
  return attachFilePage(await showAttachPage(deps, upload, { baseUrl: caller.baseUrl, hasArrived }), reader);
});

export const handler = (event: HttpEvent, context: Context) =>
  event.requestContext.http.method === 'POST' ? post(event, context) : get(event, context);
