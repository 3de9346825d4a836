/** Serves pages and images for people. Refusals are pages as well. */
import type { Refusal } from '../../domain/refusal.ts';
import { deletionPage, messagePage, missingPicture, notFoundPage, refusalText } from '../../pages/message.ts';
import type { Page } from '../../pages/page.ts';
import { type Reader, readerFor } from '../../pages/reader.ts';
import type { HttpResult } from './http-event.ts';
import { countTurnedAway, type HttpOptions, type HttpRequest, withMiddleware } from './middleware.ts';
import { problemOf, type RefusedResponse, statusOfOutcome, statusOfRedirect, statusOfRefusal } from './problem.ts';

/** A page. If it shows a refusal, `refused` decides the status and the `retry-after` header. */
export type ServedPage = Page & { readonly refused?: Refusal };

/** A redirect to a path or a URL, mostly after a posted form: reloading the page then doesn't submit the form again. */
export interface SeeOther {
  readonly seeOther: string;
}

export interface PageRequest extends HttpRequest {
  readonly reader: Reader;
}

export const readerOfRequest = ({ event, deps }: Pick<HttpRequest, 'event' | 'deps'>): Promise<Reader> =>
  readerFor({ ...deps.settings, acceptLanguage: event.headers['accept-language'] });

/** The name of the handler, and the limit toward which its requests count. */
type PageOptions = { readonly name: string } & Pick<HttpOptions, 'limitedAs'>;

export const pageEndpoint = (
  { name, limitedAs }: PageOptions,
  serve: (request: PageRequest) => Promise<ServedPage | SeeOther>,
) =>
  withMiddleware(
    name,
    async (request) => {
      const served = await serve({ ...request, reader: await readerOfRequest(request) });
      if ('seeOther' in served) return { statusCode: statusOfRedirect.other, headers: { location: served.seeOther } };
      const { refused, headers, body } = served;
      if (refused === undefined) return { statusCode: statusOfOutcome.done, headers, body };
      countTurnedAway(request.deps.log, refused);
      const problem = problemOf(refused, request.event.requestContext.requestId);
      return { statusCode: problem.status, headers: { ...headers, ...problem.headers }, body };
    },
    { formatProblem: problemAsPage, openToBrowsers: false, limitedAs },
  );

/** Lets the browser keep a page in its history. Otherwise, going back to the response to a form shows an error. */
export const forHistory = (served: ServedPage): ServedPage => ({
  ...served,
  headers: { ...served.headers, 'cache-control': 'private, no-cache' },
});

/**
 * Browsers save an untrusted document instead of opening it as a page of this service, but still show images within a page.
 * They must not cache it, because the next user of the browser may be someone else.
 */
const savedAs = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
});

/** Serves an image for a page. Only a caller with the page's link can request it. */
export const imageEndpoint = ({ name, limitedAs }: PageOptions, serve: (request: HttpRequest) => Promise<Uint8Array>) =>
  withMiddleware(
    name,
    async (request) => ({
      statusCode: statusOfOutcome.done,
      headers: { 'content-type': 'image/png', ...savedAs('page.png') },
      body: Buffer.from(await serve(request)).toString('base64'),
      isBase64Encoded: true,
    }),
    {
      formatProblem: async (problem, request) => {
        // Browsers show an image whatever its status, but show a page in its place as a broken image.
        if (!/\bimage\//.test(request.event.headers.accept ?? '')) return problemAsPage(problem, request);
        const { headers, body } = missingPicture(await readerOfRequest(request), problem.details);
        return { statusCode: problem.status, headers: { ...headers, ...problem.headers }, body };
      },
      openToBrowsers: false,
      limitedAs,
    },
  );

/** Serves a PDF that the browser saves, or redirects to a PDF that is too large for a response. */
export const pdfEndpoint = (
  { name, limitedAs }: PageOptions,
  serve: (request: HttpRequest) => Promise<{ readonly pdf: Uint8Array } | { readonly link: string }>,
) =>
  withMiddleware(
    name,
    async (request): Promise<HttpResult> => {
      const served = await serve(request);
      if ('link' in served)
        return { statusCode: statusOfRedirect.other, headers: { location: served.link, 'cache-control': 'no-store' } };
      return {
        statusCode: statusOfOutcome.done,
        headers: {
          'content-type': 'application/pdf',
          ...savedAs('proof.pdf'),
          'content-security-policy': "default-src 'none'; sandbox",
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        },
        body: Buffer.from(served.pdf).toString('base64'),
        isBase64Encoded: true,
      };
    },
    { formatProblem: problemAsPage, openToBrowsers: false, limitedAs },
  );

/** `suggestedPath`: the page that the visitor of a wrong URL was most likely looking for. */
export async function problemAsPage(
  { status, headers, body, details }: RefusedResponse,
  request: Pick<HttpRequest, 'event' | 'deps'> & { readonly suggestedPath?: string | undefined },
): Promise<HttpResult> {
  const reader = await readerOfRequest(request);
  const seconds = headers['retry-after'];
  const refusal = { code: body.code, message: body.error, retryAfterSeconds: seconds ? Number(seconds) : undefined };
  const { say } = reader;
  const failed = { title: say('This didn’t work'), message: refusalText(refusal, reader) };
  const page =
    deletionPage(details, reader) ??
    (status === statusOfRefusal.not_found ? notFoundPage(request.suggestedPath, reader) : messagePage(failed, reader));
  return { statusCode: status, headers: { ...page.headers, ...headers }, body: page.body };
}
