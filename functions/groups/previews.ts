/** The pages of an order, or of a quote before an order is placed, as images, as a PDF and as text. */
import { siteOf } from '../../shared/domain/network.ts';
import { documentTextPage, showPdf, showPreview, showText } from '../../shared/pages/views/show-preview.ts';
import { imageEndpoint, pageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';
import { dispatchAmong } from './dispatch-among.ts';

export const handlers = {
  /** GET /v1/pay/{code}/pages/{page} and GET /v1/new/{quote_id}/pages/{page}: limited, because drawing is expensive. */
  'show-preview': imageEndpoint({ name: 'show-preview', limitedAs: 'reads' }, async ({ event, deps, caller }) => {
    const { pathParameters = {} } = event;
    return showPreview(deps, pathParameters, pathParameters.page ?? '', siteOf(caller.address));
  }),
  /** GET /v1/pay/{code}/proof.pdf and GET /v1/new/{quote_id}/proof.pdf */
  'show-pdf': pdfEndpoint({ name: 'show-pdf', limitedAs: 'reads' }, async ({ event, deps }) => {
    return showPdf(deps, event.pathParameters ?? {});
  }),
  /** GET /v1/pay/{code}/text and GET /v1/new/{quote_id}/text */
  'show-text': pageEndpoint({ name: 'show-text', limitedAs: 'reads' }, async ({ event, deps, caller, reader }) => {
    const text = await showText(deps, event.pathParameters ?? {}, siteOf(caller.address));
    return documentTextPage({ ...text, pdfPath: event.rawPath.replace(/text$/, 'proof.pdf') }, reader);
  }),
};

export const handler = dispatchAmong(handlers);
