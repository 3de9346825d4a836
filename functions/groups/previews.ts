/** The pages of an order, or of a quote before an order is placed, as images, as a PDF and as text. */
import { siteOf } from '../../shared/domain/network.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { documentTextPage, showPreview, showProof, showText } from '../../shared/pages/views/show-preview.ts';
import { imageEndpoint, pageEndpoint, pdfEndpoint } from '../../shared/web/http/page.ts';
import { byHandler } from './by-handler.ts';

export const handlers = {
  /** GET /v1/pay/{code}/pages/{page} and GET /v1/new/{quote_id}/pages/{page}. Drawing a page is expensive, so it is limited. */
  'show-preview': imageEndpoint('show-preview', async ({ event, deps, caller }) => {
    await countRequest(deps, { name: 'show-preview', limitedAs: 'reads' }, caller);
    const { pathParameters = {} } = event;
    return showPreview(deps, pathParameters, pathParameters.page ?? '', siteOf(caller.address));
  }),
  /** GET /v1/pay/{code}/proof.pdf and GET /v1/new/{quote_id}/proof.pdf */
  'show-proof': pdfEndpoint('show-proof', async ({ event, deps, caller }) => {
    await countRequest(deps, { name: 'show-proof', limitedAs: 'reads' }, caller);
    return showProof(deps, event.pathParameters ?? {});
  }),
  /** GET /v1/pay/{code}/text and GET /v1/new/{quote_id}/text */
  'show-text': pageEndpoint('show-text', async ({ event, deps, caller, reader }) => {
    await countRequest(deps, { name: 'show-text', limitedAs: 'reads' }, caller);
    const text = await showText(deps, event.pathParameters ?? {}, siteOf(caller.address));
    return documentTextPage({ ...text, proofPath: event.rawPath.replace(/text$/, 'proof.pdf') }, reader);
  }),
};

export const handler = byHandler(handlers);
