/** Serves pages and images for people. Refusals are pages as well. */
import type { Refusal } from '../../core/refusal.ts';
import { messagePage } from '../../pages/message.ts';
import type { Page } from '../../pages/page.ts';
import type { HttpResult } from './http-event.ts';
import { type HttpRequest, withMiddleware } from './middleware.ts';
import { type Problem, problemOf, statusOfOutcome, statusOfRefusal } from './problem.ts';

/** A page. If it shows a refusal itself, `refused` supplies the status and the `retry-after` header. */
export type Served = Page & { readonly refused?: Refusal };

const pageResult = (statusCode: number, { headers, body }: Page): HttpResult => ({ statusCode, headers, body });

export const pageEndpoint = (name: string, serve: (request: HttpRequest) => Promise<Served>) =>
  withMiddleware(
    name,
    async (request) => {
      const { refused, ...page } = await serve(request);
      if (refused === undefined) return pageResult(statusOfOutcome.done, page);
      const { status, headers } = problemOf(refused, request.event.requestContext.requestId);
      return pageResult(status, { ...page, headers: { ...page.headers, ...headers } });
    },
    { formatProblem: problemAsPage, openToBrowsers: false },
  );

/** An image for a page. It never changes, and only a caller with the page's link can request it. */
export const imageEndpoint = (name: string, serve: (request: HttpRequest) => Promise<Uint8Array>) =>
  withMiddleware(
    name,
    async (request) => ({
      statusCode: statusOfOutcome.done,
      headers: {
        'content-type': 'image/png',
        'cache-control': 'private, max-age=3600',
      },
      body: Buffer.from(await serve(request)).toString('base64'),
      isBase64Encoded: true,
    }),
    { formatProblem: problemAsPage, openToBrowsers: false },
  );

function problemAsPage({ status, headers, body }: Problem): HttpResult {
  const page =
    status === statusOfRefusal.not_found
      ? messagePage({
          title: 'Not found',
          message: 'This link is not valid, or no longer. Please check that it was copied whole.',
        })
      : messagePage({ title: 'This did not work', message: body.error });
  return pageResult(status, { ...page, headers: { ...page.headers, ...headers } });
}
